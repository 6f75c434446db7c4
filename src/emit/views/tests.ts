import type { Service } from '../../ir/index.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { accessTestsView, authTestsView, type AuthTestsView, PASSWORD } from './test-access.js'
import { exampleView } from './test-example.js'
import { makeView, samplesView, testItems } from './test-items.js'
import { routeTestsViews } from './test-routes.js'

/** A file of `test/generated`, with the template that prints it. */
export interface TestFile {
  readonly path: string
  readonly template: string
  readonly view: object
}

/** The tests of the emitted project: for each route, for each cell of the access matrix, and for logins (SPEC 5, 11). */
export function testFiles(service: Service): readonly TestFile[] {
  const routes = routeTestsViews(service)
  const code = JSON.stringify(routes)
  const access = accessTestsView(service)
  const auth = authTestsView(service)
  const canMake = testItems(service).size > 0
  const pauses = service.handlers.some(({ kind }) => kind === 'handler' || kind === 'processor')
  return [
    ...(access === null ? [] : [file('acl.test.ts', { ...access, pauses })]),
    ...(auth === null ? [] : [file('auth.test.ts', { ...auth, pauses }), file('log-in.ts', logInView(auth))]),
    file('checks.ts', checksView(code, auth)),
    ...(canMake ? [file('make.ts', makeView(service)), file('samples.ts', samplesView(service, code))] : []),
    file('routes.test.ts', { files: routes.map((view) => view.file), pauses }),
    ...routes.map((view) => file(`routes/${view.file}.ts`, view, 'routes/routes.ts')),
    file('service.ts', serviceView(service)),
  ]
}

/** A test that is the user's from the first. */
export interface ExampleTest extends TestFile {
  /** What of the input it names, for the lock: `handler tidy_title`. */
  readonly source: string
}

/** How to test a handler (SPEC 13); none without handlers. */
export function exampleTestFiles(service: Service): readonly ExampleTest[] {
  const view = exampleView(service)
  const name = 'test/handlers.example.test.ts'
  return view === null ? [] : [{ path: name, template: name, source: `handler ${view.handler}`, view }]
}

function file(name: string, view: object, template = name): TestFile {
  return { path: `test/generated/${name}`, template: `test/generated/${template}`, view }
}

/** What `test/generated/service.ts` prints. */
function serviceView({ engine, auth }: Service): object {
  const secret = auth?.ticket?.secretSetting
  return {
    sql: engine === 'svc_sqla',
    mongodb: engine === 'svc_mongodb',
    logins: auth !== null && (auth.ticket ?? auth.apiKey) !== null,
    secret: secret !== undefined && propertyKey(secret),
  }
}

function logInView({ basePath, key, ticket }: AuthTestsView): object {
  return { basePath, key: propertyKey(key), member: memberAccess(key), ticket, password: literal(PASSWORD) }
}

/** The checks that tests call, and those that these call. */
function checksView(code: string, auth: AuthTestsView | null): object {
  const uses = (name: string): boolean => code.includes(`${name}(answer`)
  return {
    options: uses('isOptions'),
    document: uses('isDocument') || uses('isCreated'),
    created: uses('isCreated'),
    page: uses('isPage'),
    list: uses('isList') || uses('isPage'),
    change: uses('isChange'),
    message: uses('isMessage') || auth?.ticket === true,
    listField: uses('isListField'),
    dictField: uses('isDictField'),
    problem: uses('isProblem') || uses('isNotAllowed') || auth !== null,
    notAllowed: uses('isNotAllowed'),
    ownDocument: auth !== null,
    token: auth?.apiKey === true,
    ofType: uses('isDocument') || uses('isCreated') || uses('isList') || uses('isPage') || auth !== null,
  }
}
