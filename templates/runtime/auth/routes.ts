import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { BodyReader } from '../body/reader.js'
import { BadRequest, Conflict } from '../errors.js'
import type { ActionEvent } from '../events/event.js'
import { isObject } from '../json.js'
import type { Row } from '../model.js'
import { refuseAllForeignOrigins } from '../server/server.js'
import type { Database } from '../store.js'
import type { Users } from './accounts.js'
import { callerOf, unauthorized } from './acl.js'
import { type Authentication, keepPrivate } from './authentication.js'
import { verifyPassword, withHashesAhead } from './passwords.js'
import { RegistrationReader } from './registration.js'

/**
 * The user whose `{login, password}` the body holds. That there is no such user, or that the password is another one, gives one and the same
 * answer in the same time (SPEC 10).
 * @throws BadRequest where one of the two is no text; Unauthorized; HttpError 429
 */
export async function checkCredentials(
  request: FastifyRequest,
  { accounts, attempts, config }: Authentication,
): Promise<Row> {
  const { login, password } = readCredentials(request.body)
  const user = await accounts.findByLogin(login)
  const account = user === undefined ? `login ${login}` : `user ${accounts.keyOf(user)}`
  return attempts.attempt(request.ip, account, async () => {
    const hash = user?.[config.fields.password]
    const isRight = await verifyPassword(typeof hash === 'string' ? hash : undefined, password)
    if (user === undefined || !isRight) throw unauthorized(request, 'the login or the password is wrong')
    return user
  })
}

function readCredentials(body: unknown): { readonly login: string; readonly password: string } {
  const given = isObject(body) ? body : {}
  const { login, password } = given
  const missing = ['login', 'password'].filter((name) => typeof given[name] !== 'string')
  if (typeof login !== 'string' || typeof password !== 'string') {
    throw new BadRequest('login and password must be given, as text', {
      errors: missing.map((name) => ({ path: `/${name}`, message: 'must be text' })),
    })
  }
  return { login, password }
}

/** A path of this site: browsers take `//host`, `/\host` and what tabs or line ends hide of these for another site. */
const OWN_PATH = /^\/(?![/\\])[^\\\s\p{C}]*$/u

/**
 * Where `?next=` leads after a login; undefined where it is not given.
 * @throws BadRequest where it would leave this site
 */
export function readNext(request: FastifyRequest): string | undefined {
  const next = isObject(request.query) ? request.query['next'] : undefined
  if (next === undefined) return undefined
  if (typeof next === 'string' && OWN_PATH.test(next)) return encodeURI(next).replaceAll('%25', '%')
  throw new BadRequest('next: must be a path of this site, such as /stories', {
    errors: [{ path: 'next', message: 'must be a path of this site' }],
  })
}

type Call = (name: string, ...args: unknown[]) => Promise<unknown>

/** Makes the user the caller of this request, in a session of its own. */
export function becomeCaller(
  request: FastifyRequest,
  user: Row,
  { accounts, config, tickets }: Authentication,
): void {
  const proof =
    tickets === null ? { by: 'password' as const } : { by: 'ticket' as const, session: randomUUID() }
  request.caller = callerOf(user, accounts.keyOf(user), config.fields, proof)
}

/** Gives the caller of this request the ticket for those that follow; once nothing can go wrong any more. */
export async function stayLoggedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { tickets }: Authentication,
): Promise<void> {
  const { caller } = request
  keepPrivate(reply)
  if (caller?.proof.by === 'ticket') await tickets?.issue(request, reply, caller.user, caller.proof.session)
}

/** Calls handlers one after the other. */
export async function callEach(call: Call, names: readonly string[], event: ActionEvent): Promise<void> {
  for (const name of names) await call(name, event)
}

/** What the handlers after an action make of its answer. */
export async function answered<Body extends object>(
  call: Call,
  names: readonly string[],
  event: ActionEvent,
  answer: Body,
): Promise<Body> {
  event.answered(answer)
  await callEach(call, names, event)
  return answer
}

/** POST `/auth/login` `{login, password}`, `?next=/path` (SPEC 10). Handlers run once the credentials are found to be right. */
export function loginRoute(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { before, after } = auth.config.handlers.login
  app.post('/auth/login', async (request, reply) => {
    const next = readNext(request)
    const user = await checkCredentials(request, auth)
    const document = await database.transaction(async (session) => {
      await callEach(call, before, users.event('login', session, request))
      becomeCaller(request, user, auth)
      const event = users.event('login', session, request)
      return answered(call, after, event, await users.document(session, request, user))
    })
    await stayLoggedIn(request, reply, auth)
    return next === undefined ? reply.send(document) : reply.redirect(next, 302)
  })
}

/** GET and POST `/auth/logout`; `{"everywhere": true}` ends all sessions of the caller's (SPEC 10). Nobody may log out, too. */
export function logoutRoutes(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { accounts, tickets, config } = auth
  const { before, after } = config.handlers.logout
  const logout = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request
    const isEverywhere = readEverywhere(request.body)
    const answer = await database.transaction(async (session) => {
      const event = users.event('logout', session, request)
      await callEach(call, before, event)
      return answered(call, after, event, { message: 'Logged out' })
    })
    if (tickets !== null && caller?.proof.by === 'ticket')
      await accounts.end(caller.proof.session, tickets.expiry())
    if (caller !== null && isEverywhere) await accounts.endAll(caller.key)
    tickets?.clear(request, reply)
    return reply.send(answer)
  }
  const onRequest = refuseAllForeignOrigins(auth.settings)
  // HEAD must not change anything, and a logout without an answer helps nobody.
  app.get('/auth/logout', { onRequest, exposeHeadRoute: false }, logout)
  app.post('/auth/logout', { onRequest }, logout)
}

/** The body may be left out, and so may what it says. */
function readEverywhere(body: unknown): boolean {
  if (body === undefined) return false
  if (!isObject(body)) throw new BadRequest('the body must be an object, or none')
  const { everywhere = false } = body
  if (typeof everywhere === 'boolean') return everywhere
  throw new BadRequest('everywhere must be true or false', {
    errors: [{ path: '/everywhere', message: 'must be true or false' }],
  })
}

/** POST `/auth/token` and `/auth/reset_token` `{login, password}` → `{token}`; a token is told once (SPEC 10). */
export function tokenRoutes(app: FastifyInstance, auth: Authentication): void {
  const { accounts } = auth
  app.post('/auth/token', async (request) => {
    const user = await checkCredentials(request, auth)
    if (await accounts.hasToken(user)) {
      throw new Conflict('there is a token already; POST /auth/reset_token replaces it by a new one')
    }
    return { token: await accounts.makeToken(user) }
  })

  app.post('/auth/reset_token', async (request) => {
    return { token: await accounts.makeToken(await checkCredentials(request, auth)) }
  })
}

/** POST `/auth/register`: a new user, logged in (SPEC 10). That a name is taken tells who is registered, so attempts are limited. */
export function registerRoute(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { before, after } = auth.config.handlers.register
  const registrations = new RegistrationReader(users.model, auth.config, new BodyReader(users.model))
  app.post('/auth/register', async (request, reply) => {
    const data = registrations.read(request.body)
    const account = `registration of ${String(data[auth.config.fields.username])}`
    const document = await auth.attempts.attempt(request.ip, account, () =>
      withHashesAhead([String(data[auth.config.fields.password])], () =>
        database.transaction(async (session) => {
          await users.permitLinks(session, request, data)
          const event = users.event('register', session, request, { data })
          await callEach(call, before, event)
          const user = await users.create(session, await users.processed(event))
          becomeCaller(request, user, auth)
          const afterwards = users.event('register', session, request, { data: event.data })
          return answered(call, after, afterwards, await users.document(session, request, user))
        }),
      ),
    )
    await stayLoggedIn(request, reply, auth)
    return reply.code(201).send(document)
  })
}

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
