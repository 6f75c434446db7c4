import { type ActionMethod, type Auth, METHODS, type RouteHandlers, type Service } from '../ir/index.js'
import { canAuthenticate, type Caller, issuedCredentials } from './caller.js'
import type { Verdict } from './verdict.js'

/**
 * The authentication routes, except `…/self`, with the credentials that an API must accept to have them, and the event
 * whose handlers they call. ACLs do not apply to these routes.
 */
const ROUTES = [
  { id: 'POST /auth/login', action: 'login', access: 'everyone', event: 'login' },
  { id: 'GET /auth/logout', action: 'logout', access: 'everyone', event: 'logout' },
  { id: 'POST /auth/logout', action: 'logout', access: 'everyone', event: 'logout' },
  { id: 'POST /auth/register', action: 'register', access: 'everyone', event: 'register' },
  { id: 'POST /auth/reset_token', action: 'reset_token', access: 'everyone', requires: 'apiKey' },
  { id: 'POST /auth/token', action: 'token', access: 'everyone', requires: 'apiKey' },
] as const

/** The routes of the feature `accounts`. */
const ACCOUNT_ROUTES = [
  { id: 'POST /auth/change_password', action: 'change_password', access: 'authenticated' },
  { id: 'POST /auth/forgot_password', action: 'forgot_password', access: 'everyone' },
  { id: 'POST /auth/reset_password', action: 'reset_password', access: 'everyone', event: 'login' },
  { id: 'POST /auth/verify_email', action: 'verify_email', access: 'everyone' },
  { id: 'GET /auth/sessions', action: 'sessions', access: 'authenticated', requires: 'ticket' },
  { id: 'DELETE /auth/sessions/{id}', action: 'end_session', access: 'authenticated', requires: 'ticket' },
  { id: 'GET /auth/tokens', action: 'tokens', access: 'authenticated', requires: 'apiKey' },
  { id: 'POST /auth/tokens', action: 'make_token', access: 'authenticated', requires: 'apiKey' },
  { id: 'GET /auth/tokens/{id}', action: 'show_token', access: 'authenticated', requires: 'apiKey' },
  { id: 'DELETE /auth/tokens/{id}', action: 'delete_token', access: 'authenticated', requires: 'apiKey' },
] as const

type Row = (typeof ROUTES)[number] | (typeof ACCOUNT_ROUTES)[number]

export type AuthRouteId = Row['id']

export interface AuthRoute<Id extends string = string> {
  /** `POST /auth/login`. */
  readonly id: Id
  readonly method: ActionMethod
  readonly path: string
  readonly action: string
  readonly access: 'everyone' | 'authenticated'
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Returns the authentication routes of a service except `…/self`. The list is empty if it issues no credentials. */
export function credentialRoutes({
  auth,
  features,
}: Pick<Service, 'auth' | 'features'>): readonly AuthRoute<AuthRouteId>[] {
  if (auth === null || issuedCredentials(auth).length === 0) return []
  const rows: readonly Row[] = [...ROUTES, ...(features.includes('accounts') ? ACCOUNT_ROUTES : [])]
  return rows
    .filter((row) => !('requires' in row) || auth[row.requires] !== null)
    .map((row) => routeWith(row, 'event' in row ? auth.handlers[row.event] : NONE))
}

const NONE: RouteHandlers = { before: [], after: [] }

/**
 * Returns the authentication routes. The list is empty if the API has no authentication scheme, and contains only
 * `…/self`, or nothing, if the service issues no credentials.
 */
export function authRoutes(service: Pick<Service, 'auth' | 'features'>): readonly AuthRoute[] {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return []
  const id = `GET ${selfPath(auth)}`
  const self = routeWith({ id, action: 'self', access: 'authenticated' }, NONE)
  return [...credentialRoutes(service), ...(auth.withoutSelf === true ? [] : [self])]
}

/** Returns the path of the current user, below the base path. */
export function selfPath({ path }: Auth): string {
  return `${path ?? '/users'}/self`
}

function routeWith<Id extends string>(
  { id, action, access }: Pick<AuthRoute<Id>, 'id' | 'action' | 'access'>,
  { before, after }: RouteHandlers,
): AuthRoute<Id> {
  const method = METHODS.find((each) => id.startsWith(each)) ?? 'GET'
  return { id, method, path: id.slice(id.indexOf('/')), action, access, before, after }
}

/** Returns whether a caller is allowed to use an authentication route. */
export function authVerdict({ access }: AuthRoute, { kind }: Caller): Verdict {
  return { kind: access === 'everyone' || kind !== 'anonymous' ? 'allow' : 'deny' }
}
