import type { ActionMethod, RouteHandlers, Service } from '../ir/index.js'
import { canAuthenticate, type Caller, issuedCredentials } from './caller.js'
import type { Verdict } from './verdict.js'

/** An authentication route. ACLs do not apply to these routes. */
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

/**
 * Returns the authentication routes. The list is empty if the API has no authentication scheme, and contains only
 * `…/self` if the service issues no credentials.
 */
export function authRoutes(service: Pick<Service, 'auth' | 'features'>): readonly AuthRoute[] {
  const { auth } = service
  if (auth === null || !canAuthenticate(service)) return []
  const { login, logout, register } = auth.handlers
  const open = (method: ActionMethod, path: string, action: string, handlers = NONE): AuthRoute => ({
    id: `${method} ${path}`,
    method,
    path,
    action,
    access: 'everyone',
    ...handlers,
  })
  const own = (method: ActionMethod, path: string, action: string): AuthRoute => ({
    ...open(method, path, action),
    access: 'authenticated',
  })
  const self: AuthRoute = { ...open('GET', `${auth.path ?? '/users'}/self`, 'self'), access: 'authenticated' }
  if (issuedCredentials(auth).length === 0) return [self]
  return [
    open('POST', '/auth/login', 'login', login),
    open('GET', '/auth/logout', 'logout', logout),
    open('POST', '/auth/logout', 'logout', logout),
    open('POST', '/auth/register', 'register', register),
    ...(auth.apiKey === null
      ? []
      : [open('POST', '/auth/reset_token', 'reset_token'), open('POST', '/auth/token', 'token')]),
    ...(service.features.includes('accounts')
      ? [
          own('POST', '/auth/change_password', 'change_password'),
          open('POST', '/auth/forgot_password', 'forgot_password'),
          open('POST', '/auth/reset_password', 'reset_password', login),
          open('POST', '/auth/verify_email', 'verify_email'),
          ...(auth.ticket === null
            ? []
            : [
                own('GET', '/auth/sessions', 'sessions'),
                own('DELETE', '/auth/sessions/{id}', 'end_session'),
              ]),
          ...(auth.apiKey === null
            ? []
            : [
                own('GET', '/auth/tokens', 'tokens'),
                own('POST', '/auth/tokens', 'make_token'),
                own('GET', '/auth/tokens/{id}', 'show_token'),
                own('DELETE', '/auth/tokens/{id}', 'delete_token'),
              ]),
        ]
      : []),
    self,
  ]
}

const NONE: RouteHandlers = { before: [], after: [] }

/** Returns whether a caller is allowed to use an authentication route. */
export function authVerdict({ access }: AuthRoute, { kind }: Caller): Verdict {
  return { kind: access === 'everyone' || kind !== 'anonymous' ? 'allow' : 'deny' }
}
