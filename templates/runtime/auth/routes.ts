import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, FaultList, errorSummary } from '../errors.js'
import { callHandlers } from '../http/handlers.js'
import { isObject } from '../json.js'
import type { Row } from '../model.js'
import type { Session } from '../store.js'
import type { Authentication } from './authentication.js'
import { unauthorized } from '../access/caller.js'
import { type AuthRoutesParts, type Verified, becomeCaller, runAfter, stayLoggedIn } from './log-in.js'
import { rejectAllForeignOrigins } from '../sessions/origins.js'
import { verifyPassword } from '../users/passwords.js'
import { registerRoute } from './registration.js'

/**
 * Returns the user for a login and password, by default those in the body. The response and its timing are the same for
 * an unknown user and a wrong password.
 * @throws BadRequest if login or password is missing; Unauthorized; HttpError 429
 */
export async function checkCredentials(
  request: FastifyRequest,
  { accounts, attempts, config }: Authentication,
  { login, password } = readCredentials(request.body),
  session: Session = accounts.database,
): Promise<Verified> {
  const user = await accounts.findByLogin(login, session)
  // Unknown users cause the same queries, so that the duration does not reveal which users exist.
  const epoch = await accounts.epoch(user === undefined ? '' : accounts.keyOf(user), session)
  return attempts.attempt(request.ip, `login ${accounts.loginName(login)}`, async () => {
    const isRight = await verifyPassword(user?.[config.fields.password], password)
    if (user === undefined || !isRight || !accounts.extension.isActive(user))
      throw unauthorized(request, 'Invalid login or password.')
    return { user, epoch }
  })
}

function readCredentials(body: unknown): { readonly login: string; readonly password: string } {
  const { login, password } = isObject(body) ? body : {}
  const faults = new FaultList()
  if (typeof login !== 'string') faults.add('/login', 'must be a string')
  if (typeof password !== 'string') faults.add('/password', 'must be a string')
  faults.throwIfAny()
  return { login: String(login), password: String(password) }
}

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

/**
 * Adds the routes for registration, login, logout and the current user, if authentication is on. A service that
 * issues no credentials has at most the last one.
 */
export function authRoutes(app: FastifyInstance, parts: AuthRoutesParts): void {
  const { auth, users, database } = parts
  if (!auth.isOn) return
  const { ticket, apiKey, path, ownRoutes, withoutSelf = false } = auth.config
  if (ticket !== null || apiKey) {
    registerRoute(app, parts)
    loginRoute(app, parts)
    logoutRoutes(app, parts)
  }
  if (withoutSelf) return
  app.get(`${path}/self`, { config: { ...ownRoutes } }, async (request) => {
    if (request.caller === null) throw unauthorized(request)
    return users.document(database, request, request.caller.user)
  })
}
