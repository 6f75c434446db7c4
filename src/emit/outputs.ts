import { posix } from 'node:path'
import type { FeatureName } from '../features.js'
import type { Auth, Handler, Model, Service } from '../ir/index.js'
import { externalSchemes, functionActions } from '../ir/lookup.js'
import type { EmittedFile, Owner } from '../output/file.js'
import type { EmitInput, OutputFile } from './files.js'
import { openapiDocument } from './openapi/index.js'
import { runtimeFiles } from './runtime.js'
import { render } from './templates.js'
import { accessView } from './views/access.js'
import { aclView } from './views/acl.js'
import { actionStubView, actionsView, examplesView } from './views/actions.js'
import { authView } from './views/auth.js'
import {
  eventsView,
  exportsView,
  modelNamesView,
  repositoriesView,
  repositoryView,
} from './views/all-models.js'
import { functionFilesView, registryView, schemeStubView, schemesView, stubView } from './views/functions.js'
import { modelView } from './views/model/model.js'
import { actionGroups, type RouteGroup, routeGroups } from './groups.js'
import { routesView } from './views/routes.js'
import { knowsCallers, rowRulesView } from './views/row-rules.js'
import { runtimeReadmeView } from './views/runtime-readme.js'
import { scaffoldView } from './views/scaffold.js'
import { databaseView, dataView, serviceView, settingsView } from './views/service.js'
import { authTestsView, hasAccessTests, hasAuthTests, logInView, needsLogIn } from './test-views/access.js'
import { componentSchemasView, componentTypesView } from './views/schemas.js'
import { exampleRoute, exampleView, handlerOf } from './test-views/example.js'
import {
  accessTestsView,
  actionTestsView,
  requestTestsView,
  routeTestsView,
  rowRuleTestsView,
  rowsView,
  testServiceView,
} from './test-views/index.js'
import { hasTestItems, makeView, samplesView } from './test-views/make.js'
import { hasRowRuleTests } from './test-views/row-rules.js'

/** One kind of emitted file. */
export interface Output {
  readonly owner: Owner
  /** Returns the files of this kind, or an empty list if the service does not need them. */
  readonly files: (input: EmitInput) => readonly OutputFile[]
  /** True if the contents are already formatted. */
  readonly isFormatted?: true
}

/**
 * All files in an emitted project except the runtime. `docs/regeneration.md` lists who is allowed to change them.
 */
export const OUTPUTS: readonly Output[] = [
  perModel('models/model.ts', modelView),
  generated('models/index.ts', modelNamesView),
  perModel('repositories/repository.ts', repositoryView),
  generated('repositories/index.ts', repositoriesView),
  perGroup('src/generated/routes', 'generated/routes/routes.ts', routeGroups, routesView),
  perGroup('src/generated/actions', 'generated/actions/actions.ts', actionGroups, actionsView),
  generated('actions/examples.ts', examplesView, (service) => functionActions(service).length > 0),
  generated('actions/types.ts', componentTypesView, hasComponents),
  generated('actions/schemas.ts', componentSchemasView, hasComponents),
  generated('events.ts', eventsView),
  generated('registry.ts', registryView),
  generated('functions.ts', functionFilesView),
  generated('index.ts', exportsView),
  generated('database.ts', databaseView),
  generated('service.ts', serviceView),
  generated('settings.ts', settingsView),
  generated('acl.ts', aclView, ({ auth }) => auth !== null),
  generated('row-rules.ts', rowRulesView, knowsCallers),
  generated('auth.ts', withAuth(authView), ({ auth }) => auth !== null),
  generated('schemes.ts', schemesView, (service) => externalSchemes(service).length > 0),
  generated('migrate.ts', ({ engine, convertsValues, migratesRows }) => ({
    folder: engine === 'svc_sqla' ? 'sql' : 'mongo',
    converts: engine === 'svc_sqla' && convertsValues === true,
    migratesRows: engine === 'svc_sqla' && migratesRows === true,
  })),
  generated('data.ts', dataView, has('data')),
  generated('jobs.ts', () => ({}), has('jobs')),
  generated('search.ts', () => ({}), has('search')),
  one('generated/access.md', 'ACCESS.md', accessView),
  {
    owner: 'generator',
    files: ({ service }) => [
      { path: 'openapi.json', source: 'service', text: () => JSON.stringify(openapiDocument(service)) },
    ],
  },

  test('access.ts', accessTestsView, ifAuth(hasAccessTests)),
  test('access.test.ts', accessTestsView, ifAuth(hasAccessTests)),
  test('auth.test.ts', withAuth(authTestsView), ifAuth(hasAuthTests)),
  test('log-in.ts', withAuth(logInView), ifAuth(needsLogIn)),
  test('row-rules.ts', rowRuleTestsView, hasRowRuleTests),
  test('row-rules.test.ts', rowRuleTestsView, hasRowRuleTests),
  test('requests.ts', (service) => ({ auth: ifAuth(hasAuthTests)(service) })),
  test('values.ts', () => ({})),
  test('rows.ts', rowsView),
  test('store.ts', () => ({})),
  test('make.ts', makeView, hasTestItems),
  test('samples.ts', samplesView, hasTestItems),
  test('routes.test.ts', requestTestsView),
  perGroup('test/generated/routes', 'test/generated/routes/routes.ts', routeGroups, routeTestsView),
  perGroup('test/generated/actions', 'test/generated/routes/routes.ts', actionGroups, actionTestsView),
  test('service.ts', testServiceView),

  stub('handler'),
  stub('processor'),
  stub('principal'),
  stub('filter'),
  stub('default'),
  stub('change handler'),
  stubs('action', functionActions, actionStubView),
  stubs('scheme', externalSchemes, schemeStubView),
  {
    owner: 'stub',
    files: ({ service }) =>
      has('accounts')(service)
        ? [{ path: 'src/mail.ts', source: 'mail', text: () => render('stubs/mail.ts', {}) }]
        : [],
  },

  {
    owner: 'migration',
    files: ({ migration }) => migration.map((file) => ({ ...file, source: 'migration' })),
    isFormatted: true,
  },

  scaffold('.dockerignore'),
  scaffold('.gitattributes'),
  scaffold('.github/workflows/check.yml'),
  scaffold('.gitignore'),
  scaffold('.prettierignore'),
  scaffold('.prettierrc.json'),
  scaffold('Dockerfile'),
  scaffold('README.md'),
  scaffold('compile.js'),
  scaffold('package.json'),
  scaffold('service.ini'),
  scaffold('sqlite-for-node-20/package.json', ({ engine }) => engine === 'svc_sqla'),
  scaffold('src/app.ts'),
  scaffold('src/main.ts'),
  scaffold('test/run.ts'),
  scaffold('tsconfig.json'),
  {
    owner: 'scaffold',
    files: ({ service }) => {
      const route = exampleRoute(service)
      if (route === undefined) return []
      const path = 'test/handlers.example.test.ts'
      const source = `handler ${handlerOf(route)}`
      return [{ path, source, text: () => render(path, exampleView(service, route)) }]
    },
  },
]

/** Returns the runtime: the files that all other files need, and their README. */
export function runtimeOutputs(emitted: readonly EmittedFile[]): readonly Output[] {
  const files = runtimeFiles(emitted)
  return [
    { owner: 'generator', files: () => files, isFormatted: true },
    one('generated/runtime-readme.md', 'src/generated/runtime/README.md', () => runtimeReadmeView(files)),
  ]
}

type Needed = (service: Service) => boolean

/** Returns the output for one generated file. A template is named by its path below `templates/`, without `.hbs`. */
function one(
  template: string,
  path: string,
  view: (service: Service) => object,
  isNeeded: Needed = () => true,
  source = 'service',
): Output {
  return {
    owner: 'generator',
    files: ({ service }) =>
      isNeeded(service) ? [{ path, source, text: () => render(template, view(service)) }] : [],
  }
}

/** Returns the output for a file in `src/generated/`, whose template has the same path. */
function generated(path: string, view: (service: Service) => object, isNeeded?: Needed): Output {
  return one(`generated/${path}`, `src/generated/${path}`, view, isNeeded)
}

/** Returns the output for a file in `test/generated/`, whose template has the same path. */
function test(name: string, view: (service: Service) => object, isNeeded?: Needed): Output {
  return one(`test/generated/${name}`, `test/generated/${name}`, view, isNeeded, 'tests')
}

/** Returns the output for a file per model. The template and the files are in the same folder. */
function perModel(template: string, view: (service: Service, model: Model) => object): Output {
  return {
    owner: 'generator',
    files: ({ service }) =>
      service.models.map((model) => ({
        path: `src/generated/${posix.dirname(template)}/${model.names.file}.ts`,
        source: `model ${model.id}`,
        text: () => render(`generated/${template}`, view(service, model)),
      })),
  }
}

/** Returns the output for a file per top-level resource. */
function perGroup(
  folder: string,
  template: string,
  groups: (service: Service) => readonly RouteGroup[],
  view: (service: Service, group: RouteGroup) => object,
): Output {
  return {
    owner: 'generator',
    files: ({ service }) =>
      groups(service).map((group) => ({
        path: `${folder}/${group.file}.ts`,
        source: folder.startsWith('test/') ? 'tests' : `${posix.basename(folder)} /${group.root}`,
        text: () => render(template, view(service, group)),
      })),
  }
}

/** Returns the output for user-defined functions, each of which has a file that is written once. */
function stubs<F extends { readonly name: string; readonly file: string }>(
  kind: string,
  functions: (service: Service) => readonly F[],
  view: (service: Service, stubbed: F) => object,
): Output {
  return {
    owner: 'stub',
    files: ({ service }) =>
      functions(service).map((stubbed) => ({
        path: stubbed.file,
        source: `${kind} ${stubbed.name}`,
        text: () => render(`stubs/${kind.replace(' ', '-')}.ts`, view(service, stubbed)),
      })),
  }
}

function stub(kind: Handler['kind']): Output {
  return stubs(kind, ({ handlers }) => handlers.filter((handler) => handler.kind === kind), stubView)
}

/** Returns the output for a file that is written once and then belongs to the user. */
function scaffold(path: string, isNeeded: Needed = () => true): Output {
  return {
    owner: 'scaffold',
    files: (input) =>
      isNeeded(input.service)
        ? [{ path, source: 'scaffold', text: () => render(`scaffold/${path}`, scaffoldView(input)) }]
        : [],
  }
}

function has(feature: FeatureName): Needed {
  return ({ features }) => features.includes(feature)
}

function withAuth(view: (service: Service, auth: Auth) => object): (service: Service) => object {
  return (service) => (service.auth === null ? {} : view(service, service.auth))
}

function ifAuth(isNeeded: (service: Service, auth: Auth) => boolean): Needed {
  return (service) => service.auth !== null && isNeeded(service, service.auth)
}

function hasComponents({ schemas }: Service): boolean {
  return Object.keys(schemas ?? {}).length > 0
}
