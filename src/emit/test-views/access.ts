import { acceptedCredentials, type Caller, callersOf, callerText, isLimited } from '../../access/caller.js'
import { verdictOn } from '../../access/verdict.js'
import {
  type Auth,
  type CustomAction,
  type Json,
  type Model,
  type Route,
  type Service,
  VALUE_TRAITS,
} from '../../ir/index.js'
import { canAuthenticate } from '../openapi/security.js'
import { sampleBody } from '../samples/sample-body.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { modelOf } from '../../ir/lookup.js'
import { hasCode, registrationBody, sampleOf, testItem } from './items.js'
import { pathCode } from './requests.js'

/** What `test/generated/acl.test.ts` prints. */
export interface AccessTestsView {
  readonly callers: readonly { readonly key: string; readonly var: string; readonly given: string }[]
  readonly cells: readonly Cell[]
  readonly pauses: boolean
  /** The function by which callers log in. */
  readonly logIn: 'logIn' | 'logInByAll'
}

interface Cell {
  readonly caller: string
  readonly method: string
  readonly url: string
  readonly allowed: boolean
}

/** The password of all users that tests create. */
const PASSWORD = 'a password for tests'

/** The first user sample that no other test uses. */
const FIRST_SAMPLE = 11

/** Whether there is a cell of the access matrix to test. */
export function hasAccessTests(service: Service, auth: Auth): boolean {
  return canAuthenticate(service) && cellsOf(service, auth).next().done === false
}

/**
 * A request for each cell of the access matrix that does not depend on user functions (SPEC 11). No request changes anything: the items that it
 * names do not exist, and if it names none, it is invalid.
 */
export function accessTestsView(service: Service, auth: Auth): AccessTestsView {
  const model = modelOf(service, auth.model)
  return {
    pauses: hasCode(service),
    logIn: needsAll(service) ? 'logInByAll' : 'logIn',
    cells: [...cellsOf(service, auth)],
    callers: callersFor(service, auth)
      .filter(({ kind }) => kind !== 'anonymous')
      .map((caller, index) => ({
        key: propertyKey(callerText(caller)),
        var: model.names.var,
        given: literal(userOf(auth, model, caller, FIRST_SAMPLE + index)),
      })),
  }
}

function* cellsOf(service: Service, auth: Auth): Iterator<Cell> & Iterable<Cell> {
  const callers = callersFor(service, auth)
  const actions = service.actions.filter(({ method }) => method !== 'TRACE')
  for (const route of [...service.routes, ...actions]) {
    for (const caller of callers) {
      const { kind } = verdictOn(route, caller, service)
      const isUnknown = route.accepts?.length === 0 && caller.kind !== 'anonymous'
      if (kind === 'depends' || (isUnknown && kind === 'deny')) continue
      const url = literal(urlOf(service, route))
      yield { caller: literal(callerText(caller)), method: route.method, url, allowed: kind === 'allow' }
    }
  }
}

/** The callers as which tests can send requests. */
function callersFor(service: Service, auth: Auth): readonly Caller[] {
  const users = testItem(service, auth.model)
  return callersOf(service).filter(
    (caller) => caller.kind === 'anonymous' || (users !== null && canBe(auth, users.model, caller)),
  )
}

/** A user that only these rules name. */
function userOf({ fields }: Auth, model: Model, caller: Caller, n: number): Readonly<Record<string, Json>> {
  const sample = sampleBody(model, n)?.stored ?? {}
  const own = model.fields
    .filter(({ name, constraints }) => name === model.key || constraints.unique)
    .flatMap(({ name }): [string, Json][] => (sample[name] === undefined ? [] : [[name, sample[name]]]))
  return {
    ...Object.fromEntries(own),
    ...(caller.kind === 'user' ? { [fields.username]: keyOf(model, caller.name) } : {}),
    [fields.password]: PASSWORD,
    ...(fields.groups === null ? {} : { [fields.groups]: caller.kind === 'group' ? [caller.name] : [] }),
  }
}

/** Whether a user can be of this group, or have this key. */
function canBe({ fields }: Auth, model: Model, caller: Caller): boolean {
  switch (caller.kind) {
    case 'group': {
      const groups = model.fields.find(({ name }) => name === fields.groups)
      return groups !== undefined && (groups.constraints.choices?.includes(caller.name) ?? true)
    }
    case 'user':
      return !Number.isNaN(keyOf(model, caller.name))
    default:
      return true
  }
}

function keyOf(model: Model, text: string): Json {
  const type = model.fields.find(({ name }) => name === model.key)?.type
  return type !== undefined && VALUE_TRAITS[type].kind === 'number' ? Number(text) : text
}

function urlOf({ basePath }: Service, route: Route | CustomAction): string {
  const query = route.kind === 'collection' && route.method !== 'OPTIONS' ? '?_unknown=1' : ''
  return pathCode(basePath + route.path, () => 'unknown') + query
}

/** What `test/generated/auth.test.ts` prints. */
export interface AuthTestsView {
  readonly basePath: string
  readonly type: string
  readonly var: string
  readonly key: string
  readonly member: string
  readonly self: string
  readonly registration: string | false
  readonly ticket: boolean
  readonly apiKey: boolean
  readonly pauses: boolean
}

/** Whether tests can register and log in: the service has logins, and tests can create a user. */
export function hasAuthTests(service: Service, auth: Auth): boolean {
  return canAuthenticate(service) && testItem(service, auth.model) !== null
}

/** What tests need to know to register and log in. @throws Error without {@link hasAuthTests}, which is a bug in svcgen */
export function authTestsView(service: Service, auth: Auth): AuthTestsView {
  const user = testItem(service, auth.model)
  if (user === null) throw new Error(`no test can make a ${auth.model}`)
  const { path } = auth
  const { virtual } = sampleOf(user.model, 1) ?? { virtual: {} }
  const canRegister = user.links.length === 0 && Object.keys(virtual).length === 0
  return {
    pauses: hasCode(service),
    basePath: pathCode(service.basePath, () => ''),
    type: literal(user.model.id),
    var: user.model.names.var,
    key: user.model.key,
    member: memberAccess(user.model.key),
    self: pathCode(`${service.basePath}${path ?? '/users'}/self`, () => ''),
    registration: canRegister && literal(registrationBody(service, auth)),
    ticket: entersByTicket(service, auth),
    apiKey: auth.apiKey !== null,
  }
}

/** Whether `…/self` identifies the caller by a ticket. */
function entersByTicket(service: Service, { selfAccepts }: Auth): boolean {
  return acceptedCredentials(service, selfAccepts).includes('ticket')
}

/** Whether routes accept different credentials, so that callers in tests need all of them. */
function needsAll(service: Service): boolean {
  return [...service.routes, ...service.actions].some(
    ({ accepts }) => accepts?.length !== 0 && isLimited(service, accepts),
  )
}

/** What `test/generated/log-in.ts` prints. */
export function logInView(service: Service, auth: Auth): object {
  const { key } = modelOf(service, auth.model)
  return {
    basePath: pathCode(service.basePath, () => ''),
    key: propertyKey(key),
    member: memberAccess(key),
    ticket: entersByTicket(service, auth),
    all: needsAll(service),
    password: literal(PASSWORD),
  }
}
