import {
  acceptedCredentials,
  acceptedIssued,
  canAuthenticate,
  type Caller,
  callersOf,
  callerText,
  issuedCredentials,
} from '../../access/caller.js'
import { permissionsOf, ruleSide } from '../../access/required.js'
import { verdictOf, verdictOn } from '../../access/verdict.js'
import type { Auth, CustomAction, Route, Secured, Service } from '../../ir/index.js'
import { aclOf, fullPathOf, modelOf, oauthSchemes } from '../../ir/lookup.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { canMake } from './make.js'
import { type TestRow, TestRows } from './rows.js'
import type { RowTable } from './table.js'
import { testPassword, userFor } from './users.js'
import { pathOf } from './paths.js'
import { oncePer } from '../../ir/once.js'

/** Returns whether the access matrix has a cell that can be tested. */
export function hasAccessTests(service: Service): boolean {
  return canAuthenticate(service) && cellsOf(service).length > 0
}

/**
 * Returns the cells of the access matrix that depend neither on user functions nor on an item, and the rows of their
 * callers. No request changes anything: each one is an OPTIONS request, is invalid, refers to an item that does not
 * exist, or calls a paused function.
 */
export function accessTests(table: RowTable) {
  const callers = callersFor(table.service).flatMap(({ caller, row }) =>
    row === null ? [] : [[callerText(caller), table.nameOf(row)] as const],
  )
  return { callers: Object.fromEntries(callers), cells: cellsOf(table.service) }
}

const cellsOf = oncePer((service: Service) => {
  const actions = service.actions.filter(({ method }) => method !== 'TRACE')
  return [...service.routes, ...actions].flatMap((route) =>
    callersFor(service).flatMap(({ caller }) => {
      const { kind } = verdictOn(route, caller, service)
      const isKnown = caller.kind !== 'anonymous'
      const isOpen = route.accepts?.length === 0
      // Tests do not have all credentials.
      if (kind === 'depends' || (isKnown && !isOpen && !acceptsLogIn(service, route))) return []
      if (kind === 'deny' && ((isKnown && isOpen) || !isDeniedUnread(service, route, caller))) return []
      // The request would change the only item at the path, or that of the caller.
      const isFixed = 'contract' in route && route.contract?.fixedKey !== undefined
      if (kind === 'allow' && isFixed && route.method !== 'GET') return []
      const query = route.kind === 'collection' && route.method !== 'OPTIONS' ? '?_unknown=1' : ''
      const path = pathOf(fullPathOf(service, route), () => 'unknown') + query
      return [{ caller: callerText(caller), method: route.method, path, allowed: kind === 'allow' }]
    }),
  )
})

/** Returns whether a route accepts the credentials with which tests log in. */
export function acceptsLogIn(service: Service, { accepts, requires }: Secured): boolean {
  if (!usesTokens(service)) return acceptedIssued(service, accepts).length > 0
  const tokens = oauthSchemes(service).map(({ name }) => `scheme:${name}` as const)
  return requires === undefined && tokens.some((name) => acceptedCredentials(service, accepts).includes(name))
}

/** Returns whether tests log in with tokens of an identity provider, because the service issues no credentials. */
export function usesTokens(service: Service): boolean {
  return issuedCredentials(service.auth).length === 0 && oauthSchemes(service).length > 0
}

/** Returns whether tests have credentials. */
function hasCredentials(service: Service): boolean {
  return issuedCredentials(service.auth).length > 0 || usesTokens(service)
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

/** A caller on whose behalf tests can send requests, with its row; null if anonymous. */
interface TestCaller {
  readonly caller: Caller
  readonly row: TestRow | null
}

const callersFor = oncePer((service: Service): readonly TestCaller[] => {
  const { auth } = service
  const rows = new TestRows(service)
  return callersOf(service).flatMap((caller): readonly TestCaller[] => {
    if (caller.kind === 'anonymous') return [{ caller, row: null }]
    if (auth === null || !hasCredentials(service)) return []
    const row = rows.attempt(() => userFor(rows, auth, caller))
    return row === null ? [] : [{ caller, row }]
  })
})

/** Returns whether tests can log users in, also if clients cannot create users. */
export function canLogIn(service: Service, auth: Auth): boolean {
  return hasCredentials(service) && canMake(service, auth.model)
}

/** Returns the view for `test/generated/log-in.ts`. */
export function logInView(service: Service, auth: Auth): object {
  const { key } = modelOf(service, auth.model)
  const { groups } = auth.fields
  const operations = [...service.routes, ...service.actions, auth.ownRoutes]
  const scopes = new Set(operations.flatMap((each) => Object.values(each.scopes ?? {}).flat()))
  const url = (name: string): string => literal(pathOf(`${service.basePath}/auth/${name}`, () => ''))
  return {
    tokens: usesTokens(service),
    settings: oauthSchemes(service).map(({ setting }) => setting),
    scopes: scopes.size > 0 && literal([...scopes].join(' ')),
    urls: { login: url('login'), resetToken: url('reset_token') },
    key: propertyKey(key),
    member: memberAccess(key),
    groups: groups !== null && { key: propertyKey(groups), member: memberAccess(groups) },
    ticket: auth.ticket !== null,
    apiKey: auth.apiKey !== null,
    password: literal(testPassword(modelOf(service, auth.model), auth.fields.password)),
  }
}
