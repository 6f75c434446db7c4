import { selfPath } from '../../access/auth-routes.js'
import {
  acceptedIssued,
  canAuthenticate,
  type Caller,
  callersOf,
  callerText,
  issuedCredentials,
} from '../../access/caller.js'
import { permissionsOf, ruleSide } from '../../access/required.js'
import { verdictOf, verdictOn } from '../../access/verdict.js'
import {
  type Auth,
  type CustomAction,
  type Json,
  type Model,
  type Route,
  type Service,
  VALUE_TRAITS,
} from '../../ir/index.js'
import { sampleBody } from '../samples/sample-body.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { aclOf, modelOf } from '../../ir/lookup.js'
import { fieldOf } from '../shared.js'
import { hasCode, sampleOf, testItem } from './items.js'
import { pathCode } from './requests.js'

/** The password of all users created by tests. */
export const PASSWORD = 'a password for tests'

/** The number of the first user sample that no other test uses. */
const FIRST_SAMPLE = 11

/** Returns whether the access matrix has a cell that can be tested. */
export function hasAccessTests(service: Service, auth: Auth): boolean {
  return canAuthenticate(service) && cellsOf(service, auth).next().done === false
}

/**
 * Returns the view for `test/generated/acl.test.ts`, with a request for each cell of the access matrix that does not
 * depend on user functions or on an item. No request changes anything: each one is an OPTIONS request, is invalid,
 * refers to an item that does not exist, or calls a paused function.
 */
export function accessTestsView(service: Service, auth: Auth): object {
  const model = modelOf(service, auth.model)
  return {
    pauses: hasCode(service),
    logIn: logInName(service),
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

function* cellsOf(service: Service, auth: Auth) {
  const callers = callersFor(service, auth)
  const actions = service.actions.filter(({ method }) => method !== 'TRACE')
  for (const route of [...service.routes, ...actions]) {
    for (const caller of callers) {
      const { kind } = verdictOn(route, caller, service)
      const isUnknown = route.accepts?.length === 0 && caller.kind !== 'anonymous'
      if (kind === 'depends') continue
      if (caller.kind !== 'anonymous' && needsExternal(service, route)) continue
      if (kind === 'deny' && (isUnknown || !isDeniedUnread(service, route, caller))) continue
      const url = literal(urlOf(service, route))
      yield { caller: literal(callerText(caller)), method: route.method, url, allowed: kind === 'allow' }
    }
  }
}

/** Returns whether a route accepts only credentials that the service does not issue, which tests do not have. */
function needsExternal(service: Service, { accepts }: Route | CustomAction): boolean {
  return accepts !== null && accepts.length > 0 && acceptedIssued(service, accepts).length === 0
}

/**
 * Returns whether a request is denied before the items in its path are read. Otherwise, the response is a 404, because
 * these items do not exist in tests.
 */
function isDeniedUnread(service: Service, route: Route | CustomAction, caller: Caller): boolean {
  const side = ruleSide(route)
  if (side === 'item' && service.auth?.databaseAcls === true) return false
  const acl = aclOf(service, route.acl)
  return permissionsOf(route).some((permission) => verdictOf(acl, side, permission, caller).kind === 'deny')
}

/** Returns the callers on whose behalf tests can send requests. */
function callersFor(service: Service, auth: Auth): readonly Caller[] {
  const users = issuedCredentials(auth).length === 0 ? null : testItem(service, auth.model)
  return callersOf(service).filter(
    (caller) => caller.kind === 'anonymous' || (users !== null && canBe(auth, users.model, caller)),
  )
}

/**
 * Returns the values for a user who has the caller's key or is in the caller's group, and who is not in any other
 * group.
 */
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

/** Returns whether a user can be in the caller's group, or can have the caller's key. */
function canBe({ fields }: Auth, model: Model, caller: Caller): boolean {
  switch (caller.kind) {
    case 'group': {
      const groups = fieldOf(model, fields.groups)
      return groups !== undefined && (groups.constraints.choices?.includes(caller.name) ?? true)
    }
    case 'user':
      return !Number.isNaN(keyOf(model, caller.name))
    default:
      return true
  }
}

function keyOf(model: Model, text: string): Json {
  const type = fieldOf(model, model.key)?.type
  return type !== undefined && VALUE_TRAITS[type].kind === 'number' ? Number(text) : text
}

function urlOf({ basePath }: Service, route: Route | CustomAction): string {
  const query = route.kind === 'collection' && route.method !== 'OPTIONS' ? '?_unknown=1' : ''
  return pathCode(basePath + route.path, () => 'unknown') + query
}

/**
 * Returns whether tests can register and log in. They can if the service issues credentials and tests can create a
 * user.
 */
export function hasAuthTests(service: Service, auth: Auth): boolean {
  return (
    acceptedIssued(service, auth.ownRoutes.accepts).length > 0 &&
    testItem(service, auth.model)?.isCreatable === true
  )
}

/** Returns the view for `test/generated/auth.test.ts`. */
export function authTestsView(service: Service, auth: Auth): object {
  const { id, names, key } = modelOf(service, auth.model)
  const registration = testRegistration(service, auth)
  return {
    pauses: hasCode(service),
    basePath: pathCode(service.basePath, () => ''),
    type: literal(id),
    var: names.var,
    member: memberAccess(key),
    self: pathCode(service.basePath + selfPath(auth), () => ''),
    registration: registration !== null && literal(registration),
    ticket: acceptsTicket(service, auth),
    apiKey: auth.apiKey !== null,
  }
}

/** Returns the body with which tests register a user, or null if users need related items or virtual fields. */
export function testRegistration(
  service: Service,
  { model, fields, registerFields }: Auth,
): Readonly<Record<string, Json>> | null {
  const user = testItem(service, model)
  const sample = user && sampleOf(user.model, 1)
  if (!sample || user.links.length > 0 || Object.keys(sample.virtual).length > 0) return null
  const allowed = new Set([fields.username, fields.email, fields.password, ...registerFields])
  return Object.fromEntries(Object.entries(sample.stored).filter(([name]) => allowed.has(name)))
}

/** Returns whether `…/self` accepts a ticket. */
function acceptsTicket(service: Service, { ownRoutes }: Auth): boolean {
  return ownRoutes.requires === undefined && acceptedIssued(service, ownRoutes.accepts).includes('ticket')
}

/**
 * Returns whether any route accepts only some of the API's credentials. If so, callers in tests need credentials of
 * each kind.
 */
function needsAllCredentials(service: Service): boolean {
  return [...service.routes, ...service.actions].some(
    ({ accepts }) =>
      accepts?.length !== 0 &&
      acceptedIssued(service, accepts).length > 0 &&
      acceptedIssued(service, accepts).length < issuedCredentials(service.auth).length,
  )
}

/** Returns the function with which tests log a user in. */
export function logInName(service: Service): 'logIn' | 'logInByAll' {
  return needsAllCredentials(service) ? 'logInByAll' : 'logIn'
}

/** Returns whether the tests log users in. Access tests do so even if clients cannot create users. */
export function needsLogIn(service: Service, auth: Auth): boolean {
  return (
    hasAuthTests(service, auth) ||
    (hasAccessTests(service, auth) &&
      issuedCredentials(auth).length > 0 &&
      testItem(service, auth.model) !== null)
  )
}

/** Returns the view for `test/generated/log-in.ts`. */
export function logInView(service: Service, auth: Auth): object {
  const { key } = modelOf(service, auth.model)
  return {
    basePath: pathCode(service.basePath, () => ''),
    key: propertyKey(key),
    member: memberAccess(key),
    ticket: acceptsTicket(service, auth) || auth.apiKey === null,
    all: needsAllCredentials(service),
    password: literal(PASSWORD),
  }
}
