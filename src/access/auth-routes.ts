import type { ActionMethod, Auth, RouteHandlers, Service } from '../ir/index.js'
import { canAuthenticate, type Caller, issuedCredentials } from './caller.js'
import type { Verdict } from './verdict.js'

/** The action of each authentication route, except `…/self`. ACLs do not apply to these routes. */
const ACTIONS = {
  'POST /auth/login': 'login',
  'GET /auth/logout': 'logout',
  'POST /auth/logout': 'logout',
  'POST /auth/register': 'register',
  'POST /auth/reset_token': 'reset_token',
  'POST /auth/token': 'token',
} as const

export type AuthRouteId = keyof typeof ACTIONS

export interface AuthRoute {
  /** `POST /auth/login`. */
  readonly id: string
  readonly method: ActionMethod
  readonly path: string
  readonly action: string
  readonly access: 'everyone' | 'authenticated'
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Returns the authentication routes of a service except `…/self`. The list is empty if it issues no credentials. */
export function credentialRoutes({ auth }: Pick<Service, 'auth'>): readonly AuthRouteId[] {
  if (auth === null || issuedCredentials(auth).length === 0) return []
  return Object.keys(ACTIONS)
    .filter(isAuthRoute)
    .filter((id) => auth.apiKey !== null || !ACTIONS[id].endsWith('token'))
}

function isAuthRoute(id: string): id is AuthRouteId {
  return Object.hasOwn(ACTIONS, id)
}

/**
 * Returns the authentication routes. The list is empty if the API has no authentication scheme, and contains only
 * `…/self`, or nothing, if the service issues no credentials.
 */
export function authRoutes(service: Pick<Service, 'auth' | 'features'>): readonly AuthRoute[] {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return []
  const path = `${auth.path ?? '/users'}/self`
  return [
    ...credentialRoutes(service).map((id) => credentialRoute(id, auth)),
    ...accountRoutes(service),
    ...(auth.withoutSelf === true ? [] : [selfRoute(path)]),
  ]
}

function selfRoute(path: string): AuthRoute {
  return { id: `GET ${path}`, method: 'GET', path, action: 'self', access: 'authenticated', ...NONE }
}

/** The routes of the feature `accounts`, with the credentials that an API must accept to have them. */
const ACCOUNT_ROUTES = [
  { id: 'POST /auth/change_password', action: 'change_password', access: 'authenticated' },
  { id: 'POST /auth/forgot_password', action: 'forgot_password', access: 'everyone' },
  { id: 'POST /auth/reset_password', action: 'reset_password', access: 'everyone' },
  { id: 'POST /auth/verify_email', action: 'verify_email', access: 'everyone' },
  { id: 'GET /auth/sessions', action: 'sessions', access: 'authenticated', requires: 'ticket' },
  { id: 'DELETE /auth/sessions/{id}', action: 'end_session', access: 'authenticated', requires: 'ticket' },
  { id: 'GET /auth/tokens', action: 'tokens', access: 'authenticated', requires: 'apiKey' },
  { id: 'POST /auth/tokens', action: 'make_token', access: 'authenticated', requires: 'apiKey' },
  { id: 'GET /auth/tokens/{id}', action: 'show_token', access: 'authenticated', requires: 'apiKey' },
  { id: 'DELETE /auth/tokens/{id}', action: 'delete_token', access: 'authenticated', requires: 'apiKey' },
] as const

function accountRoutes({ auth, features }: Pick<Service, 'auth' | 'features'>): readonly AuthRoute[] {
  if (auth === null || !features.includes('accounts')) return []
  return ACCOUNT_ROUTES.filter((route) => !('requires' in route) || auth[route.requires] !== null).map(
    ({ id, action, access }) => ({
      id,
      method: METHODS[id.slice(0, id.indexOf(' '))] ?? 'GET',
      path: id.slice(id.indexOf('/')),
      action,
      access,
      ...(action === 'reset_password' ? auth.handlers.login : NONE),
    }),
  )
}

const METHODS: Readonly<Record<string, ActionMethod>> = { GET: 'GET', POST: 'POST', DELETE: 'DELETE' }

function credentialRoute(id: AuthRouteId, { handlers }: Auth): AuthRoute {
  const action = ACTIONS[id]
  return {
    id,
    method: id.startsWith('GET') ? 'GET' : 'POST',
    path: id.slice(id.indexOf('/')),
    action,
    access: 'everyone',
    ...(action === 'token' || action === 'reset_token' ? NONE : handlers[action]),
  }
}

const NONE: RouteHandlers = { before: [], after: [] }

/** Returns whether a caller is allowed to use an authentication route. */
export function authVerdict({ access }: AuthRoute, { kind }: Caller): Verdict {
  return { kind: access === 'everyone' || kind !== 'anonymous' ? 'allow' : 'deny' }
}
