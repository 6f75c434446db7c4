import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Database } from '../store.js'
import type { Authentication } from './authentication.js'
import { unauthorized } from './challenge.js'
import { loginRoute } from './login-route.js'
import { logoutRoutes } from './logout-routes.js'
import { registerRoute } from './register-route.js'
import { tokenRoutes } from './token-routes.js'
import type { Users } from './users.js'

/** What the routes of authentication work with. */
export interface AuthRoutesParts {
  readonly auth: Authentication
  readonly users: Users
  readonly database: Database
  /** Calls one of the user's functions by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>
}

/** Adds the routes to register, to log in and out, and that of the caller (SPEC 10); none where authentication is off. */
export function authRoutes(app: FastifyInstance, parts: AuthRoutesParts): void {
  const { auth, users, database } = parts
  if (!auth.isOn) return
  registerRoute(app, parts)
  loginRoute(app, parts)
  logoutRoutes(app, parts)
  if (auth.config.apiKey) tokenRoutes(app, auth)
  const { path, selfAccepts } = auth.config
  const config: FastifyContextConfig = selfAccepts === undefined ? {} : { accepts: selfAccepts }
  app.get(`${path}/self`, { config }, async (request) => {
    if (request.caller === null) throw unauthorized(request)
    return users.document(database, request, request.caller.user)
  })
}
