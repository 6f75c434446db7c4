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
 * `…/self` if the service issues no credentials.
 */
export function authRoutes(service: Pick<Service, 'auth'>): readonly AuthRoute[] {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return []
  const path = `${auth.path ?? '/users'}/self`
  return [
    ...credentialRoutes(service).map((id) => credentialRoute(id, auth)),
    { id: `GET ${path}`, method: 'GET', path, action: 'self', access: 'authenticated', ...NONE },
  ]
}

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
