import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, FaultList, errorSummary } from '../errors.js'
import { callHandlers, runAfter } from '../http/handlers.js'
import { isObject } from '../json.js'
import type { Row } from '../model.js'
import type { AuthRoutesParts } from './authentication.js'
import { checkCredentials } from './credentials.js'
import { becomeCaller, stayLoggedIn } from './tickets.js'
import { rejectAllForeignOrigins } from '../sessions/origins.js'
import { registerRoute } from './registration.js'

/**
 * A path on this host. Browsers treat `//host` and `/\host` as a different host, even with tabs or line breaks in
 * between.
 */
const OWN_PATH = /^\/(?![/\\])[^\\\s\p{C}]*$/u

/**
 * Returns the path in `?next=`, to which a login redirects, or undefined if there is none.
 * @throws BadRequest if the value is not a path on this host, to prevent open redirects
 */
export function readNext(request: FastifyRequest): string | undefined {
  const next = isObject(request.query) ? request.query['next'] : undefined
  if (next === undefined) return undefined
  if (typeof next === 'string' && OWN_PATH.test(next)) return encodeURI(next).replaceAll('%25', '%')
  const errors = [{ path: 'next', message: 'must be a path on this host, such as /stories' }]
  throw new BadRequest(`Invalid query: ${errorSummary(errors)}.`, { errors })
}

/** Adds `POST /auth/login`, which accepts `{login, password}` and `?next=/path`. Handlers run after the login is verified. */
function loginRoute(app: FastifyInstance, parts: AuthRoutesParts): void {
  const { auth } = parts
  app.post('/auth/login', async (request, reply) => {
    const next = readNext(request)
    const verified = await checkCredentials(request, auth)
    const document = await logIn(request, verified.user, parts)
    await stayLoggedIn(request, reply, verified, auth)
    return next === undefined ? reply.send(document) : reply.redirect(next, 302)
  })
}

/**
 * Runs the handlers of a login, makes the user the caller of the request, and returns the user's document.
 * @throws HttpError if the user cannot log in yet
 */
export async function logIn(
  request: FastifyRequest,
  user: Row,
  { auth, users, database }: AuthRoutesParts,
): Promise<object> {
  const { before, after } = auth.config.handlers.login
  const fault = await auth.accounts.extension.loginFault(request, user)
  if (fault !== undefined) throw fault
  return database.transaction(async (session) => {
    await callHandlers(users, before, users.event('login', session, request))
    becomeCaller(request, user, auth)
    const event = users.event('login', session, request)
    return runAfter(users, after, event, await users.document(session, request, user))
  })
}

/**
 * Adds GET and POST `/auth/logout`, which also accept anonymous callers. `{"everywhere": true}` ends all of the
 * caller's sessions.
 */
function logoutRoutes(app: FastifyInstance, { auth, users, database }: AuthRoutesParts): void {
  const { accounts, tickets, config } = auth
  const { before, after } = config.handlers.logout
  const logout = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request
    const isEverywhere = readEverywhere(request.body)
    const response = await database.transaction(async (session) => {
      const event = users.event('logout', session, request)
      await callHandlers(users, before, event)
      return runAfter(users, after, event, { message: 'Logged out' })
    })
    if (caller?.proof.by === 'ticket') await tickets?.end(caller.proof.session)
    if (caller !== null && isEverywhere) await accounts.endAll(caller.key)
    tickets?.clear(request, reply)
    return reply.send(response)
  }
  const onRequest = rejectAllForeignOrigins(auth.settings)
  // HEAD must not have side effects.
  app.get('/auth/logout', { onRequest, exposeHeadRoute: false }, logout)
  app.post('/auth/logout', { onRequest }, logout)
}

/** Returns the value of `everywhere` in the body, or false if the body is missing or does not contain it. */
function readEverywhere(body: unknown): boolean {
  if (body === undefined) return false
  if (!isObject(body)) throw new BadRequest('The body must be a JSON object or empty.')
  const { everywhere = false } = body
  const faults = new FaultList()
  if (typeof everywhere !== 'boolean') faults.add('/everywhere', 'must be true or false')
  faults.throwIfAny()
  return everywhere === true
}

/** Adds the routes for registration, login and logout. */
export function authRoutes(app: FastifyInstance, parts: AuthRoutesParts): void {
  registerRoute(app, parts)
  loginRoute(app, parts)
  logoutRoutes(app, parts)
}
