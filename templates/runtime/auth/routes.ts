import { parseValue } from '../values/values.js'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { BodyReader, requiredNames } from '../body/reader.js'
import {
  BadRequest,
  Conflict,
  errorSummary,
  type Fault,
  Forbidden,
  UniqueViolation,
  HttpError,
} from '../errors.js'
import type { ActionEvent } from '../events/event.js'
import { isObject, type Json } from '../json.js'
import { type Row, type ModelSpec, isGenerated } from '../model.js'
import { type Database, type Session } from '../store.js'
import { type Users, type AuthConfig, emailFault, userNameFault } from './accounts.js'
import { verifyPassword, withPrecomputedHashes } from './passwords.js'
import { callerOf, unauthorized, ADMIN_GROUP } from './acl.js'
import { type Authentication, keepPrivate } from './authentication.js'
import { rejectAllForeignOrigins } from './origins.js'
import { StartError } from '../server/start.js'

/** A user whose password has been verified, with the epoch of the user's tickets at that time. */
interface Verified {
  readonly user: Row
  readonly epoch: string
}

/**
 * Returns the user for the login and password in the body. The response and its timing are the same for an unknown user
 * and a wrong password.
 * @throws BadRequest if login or password is missing; Unauthorized; HttpError 429
 */
export async function checkCredentials(
  request: FastifyRequest,
  { accounts, attempts, config }: Authentication,
): Promise<Verified> {
  const { login, password } = readCredentials(request.body)
  const user = await accounts.findByLogin(login)
  // Unknown users cause the same queries, so that the duration does not reveal which users exist.
  const epoch = await accounts.epoch(user === undefined ? login : accounts.keyOf(user))
  const account = user === undefined ? `login ${login}` : `user ${accounts.keyOf(user)}`
  return attempts.attempt(request.ip, account, async () => {
    const hash = user?.[config.fields.password]
    const isRight = await verifyPassword(typeof hash === 'string' ? hash : undefined, password)
    if (user === undefined || !isRight || !accounts.extension.isActive(user))
      throw unauthorized(request, 'Invalid login or password.')
    return { user, epoch }
  })
}

function readCredentials(body: unknown): { readonly login: string; readonly password: string } {
  const given = isObject(body) ? body : {}
  const { login, password } = given
  const missing = ['login', 'password'].filter((name) => typeof given[name] !== 'string')
  if (typeof login !== 'string' || typeof password !== 'string') {
    const errors = missing.map((name) => ({ path: `/${name}`, message: 'must be a string' }))
    throw new BadRequest(`Invalid body: ${errorSummary(errors)}.`, { errors })
  }
  return { login, password }
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

/** Calls a registered function by name. */
export type Call = (name: string, ...args: unknown[]) => Promise<unknown>

/** Starts a new session and makes the user the caller of this request. */
export function becomeCaller(
  request: FastifyRequest,
  user: Row,
  { accounts, config, tickets }: Authentication,
): void {
  const proof =
    tickets === null ? { by: 'password' as const } : { by: 'ticket' as const, session: randomUUID() }
  request.caller = callerOf(user, accounts.keyOf(user), config.fields, proof)
}

/** Sets the ticket cookie for the request's caller. Call it after the transaction is committed. */
export async function stayLoggedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, epoch }: Verified,
  { tickets }: Authentication,
): Promise<void> {
  const { caller } = request
  keepPrivate(reply)
  if (caller?.proof.by === 'ticket') await tickets?.issue(request, reply, user, epoch, caller.proof.session)
}

/** Calls handlers in order. */
export async function callEach(call: Call, names: readonly string[], event: ActionEvent): Promise<void> {
  for (const name of names) await call(name, event)
}

/** Runs an action's `after_*` handlers and returns the response, which they can change. */
export async function runAfter<Body extends object>(
  call: Call,
  names: readonly string[],
  event: ActionEvent,
  body: Body,
): Promise<Body> {
  event.complete(body)
  await callEach(call, names, event)
  return body
}

/**
 * Adds `POST /auth/login`, which accepts `{login, password}` and `?next=/path`. Handlers run after the credentials are
 * verified.
 */
export function loginRoute(app: FastifyInstance, parts: AuthRoutesParts): void {
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
async function logIn(
  request: FastifyRequest,
  user: Row,
  { auth, users, database, call }: AuthRoutesParts,
): Promise<object> {
  const { before, after } = auth.config.handlers.login
  const fault = await auth.accounts.extension.loginFault(user)
  if (fault !== undefined) throw fault
  return database.transaction(async (session) => {
    await callEach(call, before, users.event('login', session, request))
    becomeCaller(request, user, auth)
    const event = users.event('login', session, request)
    return runAfter(call, after, event, await users.document(session, request, user))
  })
}

/**
 * Adds GET and POST `/auth/logout`, which also accept anonymous callers. `{"everywhere": true}` ends all of the
 * caller's sessions.
 */
export function logoutRoutes(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { accounts, tickets, config } = auth
  const { before, after } = config.handlers.logout
  const logout = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request
    const isEverywhere = readEverywhere(request.body)
    const response = await database.transaction(async (session) => {
      const event = users.event('logout', session, request)
      await callEach(call, before, event)
      return runAfter(call, after, event, { message: 'Logged out' })
    })
    if (tickets !== null && caller?.proof.by === 'ticket')
      await accounts.end(caller.proof.session, tickets.expiry())
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
  if (typeof everywhere === 'boolean') return everywhere
  const errors = [{ path: '/everywhere', message: 'must be true or false' }]
  throw new BadRequest(`Invalid body: ${errorSummary(errors)}.`, { errors })
}

/**
 * Adds `POST /auth/token` and `/auth/reset_token`, which accept `{login, password}` and return `{token}`. A token
 * cannot be retrieved later. The handlers of a login also run here, because a token has the same effect as a login.
 */
export function tokenRoutes(app: FastifyInstance, parts: AuthRoutesParts): void {
  const { accounts } = parts.auth
  app.post('/auth/token', async (request) => {
    const { user } = await checkCredentials(request, parts.auth)
    if (await accounts.hasToken(user)) {
      throw new Conflict('The user already has a token. Use POST /auth/reset_token to replace it.')
    }
    await logIn(request, user, parts)
    return { token: await accounts.makeToken(user) }
  })

  app.post('/auth/reset_token', async (request) => {
    const { user } = await checkCredentials(request, parts.auth)
    await logIn(request, user, parts)
    return { token: await accounts.makeToken(user) }
  })
}

/**
 * Adds `POST /auth/register`, which creates a user and logs them in. Attempts are limited, because conflicts reveal
 * which users exist.
 */
export function registerRoute(app: FastifyInstance, { auth, users, call }: AuthRoutesParts): void {
  const { database } = auth
  const { before, after } = auth.config.handlers.register
  const registrations = new RegistrationReader(users.model, auth.config, new BodyReader(users.model))
  app.post('/auth/register', async (request, reply) => {
    const given = registrations.read(request.body)
    const [data = given] = (await users.permitNew?.(database, request, [given])) ?? []
    const { username, email } = auth.config.fields
    const account = `registration of ${String(data[username] ?? data[email ?? username])}`
    const { user, document } = await auth.attempts.attempt(request.ip, account, () =>
      withPrecomputedHashes([String(data[auth.config.fields.password])], () =>
        database.transaction(async (session) => {
          await users.permitLinks(session, request, data)
          const event = users.event('register', session, request, { data })
          await callEach(call, before, event)
          const user = await users.create(session, await users.processed(event))
          await auth.accounts.extension.registered(session, user)
          becomeCaller(request, user, auth)
          const afterward = users.event('register', session, request, { data: event.data })
          const own = await users.document(session, request, user)
          return { user, document: await runAfter(call, after, afterward, own) }
        }),
      ),
    )
    const { accounts } = auth
    if ((await accounts.extension.loginFault(user, true)) === undefined) {
      const epoch = await accounts.epoch(accounts.keyOf(user))
      await stayLoggedIn(request, reply, { user, epoch }, auth)
    }
    return reply.code(201).send(document)
  })
}

/** The dependencies for the authentication routes. */
export interface AuthRoutesParts {
  readonly auth: Authentication
  readonly users: Users
  readonly database: Database
  /** Calls a registered function by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>
}

/**
 * Adds the routes for registration, login, logout, tokens and the current user, if authentication is on. A service that
 * issues no credentials has at most the last one.
 */
export function authRoutes(app: FastifyInstance, parts: AuthRoutesParts): void {
  const { auth, users, database } = parts
  if (!auth.isOn) return
  const { ticket, apiKey, path, selfAccepts, withoutSelf = false } = auth.config
  if (ticket !== null || apiKey) {
    registerRoute(app, parts)
    loginRoute(app, parts)
    logoutRoutes(app, parts)
  }
  if (apiKey) tokenRoutes(app, parts)
  if (withoutSelf) return
  const config: FastifyContextConfig = selfAccepts === undefined ? {} : { accepts: selfAccepts }
  app.get(`${path}/self`, { config }, async (request) => {
    if (request.caller === null) throw unauthorized(request)
    return users.document(database, request, request.caller.user)
  })
}

/** Validates registration bodies. */
export class RegistrationReader {
  readonly #model: ModelSpec
  readonly #config: AuthConfig
  readonly #bodies: BodyReader
  readonly #allowed: ReadonlySet<string>
  /** Fields that a registration requires although the schema does not. */
  readonly #required: readonly string[]

  constructor(model: ModelSpec, config: AuthConfig, bodies: BodyReader) {
    const { username, email, password } = config.fields
    const own = [username, password, ...(email === null ? [] : [email])]
    const inSchema = requiredNames(model)
    this.#model = model
    this.#config = config
    this.#bodies = bodies
    // The service makes a key that clients cannot write or that has a default.
    const isMade =
      model.writeRules?.[username]?.readOnly === true || model.fields[username]?.default !== undefined
    const given = isMade ? own.filter((name) => name !== username) : own
    this.#allowed = new Set([...given, ...config.registerFields])
    this.#required = given.filter((name) => !inSchema.has(name))
  }

  /**
   * Returns the new user's data.
   * @throws BadRequest with all errors; Forbidden if the body sets groups
   */
  read(body: unknown): Row {
    if (!isObject(body)) throw new BadRequest('The body must be a JSON object.')
    const faults: Fault[] = []
    const data: Record<string, Json> = {}
    for (const [given, value] of Object.entries(body)) {
      const name = this.#fieldFor(given)
      if (name === this.#config.fields.groups)
        throw new Forbidden(`Only an admin can write "${name}".`, {
          errors: [{ path: `/${given}`, message: 'only an admin can write this field' }],
        })
      if (this.#allowed.has(name)) data[name] = value
      else faults.push({ path: `/${given}`, message: 'cannot be set during registration' })
    }
    for (const name of this.#required) {
      if ((data[name] ?? null) === null) faults.push({ path: `/${name}`, message: 'is required' })
    }
    return this.#checked(data, faults)
  }

  /** Maps `username`, `email` and `password` to the names of the corresponding fields in the model. */
  #fieldFor(given: string): string {
    const { username, email, password } = this.#config.fields
    const ownNames = new Map<string, string | null>(Object.entries({ username, email, password }))
    return Object.hasOwn(this.#model.fields, given) ? given : (ownNames.get(given) ?? given)
  }

  #checked(data: Row, faults: Fault[]): Row {
    try {
      const [row = {}] = this.#bodies.create(data)
      if (faults.length === 0) return row
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      faults.push(...error.errors)
    }
    throw new BadRequest(`Invalid body: ${errorSummary(faults)}.`, { errors: faults })
  }
}

/**
 * Creates the first admin if authentication is on, the settings name one, and no user with that name exists.
 * @throws StartError if the settings are incomplete or invalid
 */
export async function createSystemUser(
  session: Session,
  users: Users,
  { config, isOn, settings }: Authentication,
): Promise<void> {
  const { fields } = config
  const { user, password, email } = settings.system
  if (!isOn || user === undefined) return
  if (password === undefined) throw new StartError('system.password: is required if system.user is set')
  if (fields.email !== null && email === undefined)
    throw new StartError('system.email: is required if system.user is set')
  const nameFault = userNameFault(user, fields)
  if (nameFault !== undefined) throw new StartError(`system.user: ${nameFault}`)
  const wrongEmail = fields.email === null ? undefined : emailFault(email)
  if (wrongEmail !== undefined) throw new StartError(`system.email: ${wrongEmail}`)
  const store = session.store(users.model.name)
  if ((await store.findByKey(user)) !== undefined) return
  const data = {
    ...givenFields(users.model, settings.system.fields),
    [fields.username]: user,
    [fields.password]: password,
    ...(fields.email === null || email === undefined ? {} : { [fields.email]: email }),
    ...(fields.groups === null ? {} : { [fields.groups]: [ADMIN_GROUP] }),
  }
  rejectIncomplete(users.model, data)
  try {
    await users.create(session, data)
  } catch (error) {
    const isCreatedByOther = error instanceof UniqueViolation && (await store.findByKey(user)) !== undefined
    if (isCreatedByOther) return
    if (error instanceof UniqueViolation)
      throw new StartError('system.email: another user has this email address')
    throw error instanceof HttpError
      ? new StartError(`system.user: cannot create the user: ${error.message}`)
      : error
  }
}

/** Returns the values of the `system.<field>` settings. @throws StartError for an invalid value */
function givenFields(model: ModelSpec, given: Readonly<Record<string, string | undefined>>): Row {
  const row: Record<string, Json> = {}
  for (const [name, text] of Object.entries(given)) {
    const type = model.relations[name]?.keyType
    const spec = type === undefined ? model.fields[name] : { type }
    if (text === undefined || spec === undefined) continue
    const parsed = parseValue(spec, text)
    if (!parsed.ok) throw new StartError(`system.${name}: ${parsed.message}`)
    row[name] = parsed.value
  }
  return row
}

function rejectIncomplete(model: ModelSpec, data: Row): void {
  const fields = Object.entries(model.fields).filter(
    ([, { type, required, default: made }]) => required === true && made === undefined && !isGenerated(type),
  )
  const relations = Object.entries(model.relations).filter(
    ([, { side, required }]) => side === 'holder' && required === true,
  )
  const missing = [...fields, ...relations].map(([name]) => name).filter((name) => data[name] === undefined)
  if (missing.length === 0) return
  throw new StartError(
    missing
      .map(
        (name) =>
          `system.${name}: is required to create the user in system.user, because ${model.name} requires it`,
      )
      .join('\n'),
  )
}
