import cookie from '@fastify/cookie'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { join } from 'node:path'
import { finished } from 'node:stream'
import type { GuardedHost } from '../http/guarded-resource.js'
import type { ResourceHost } from '../http/resource.js'
import { isObject } from '../json.js'
import { type Key, MAX_PASSWORDS, type ModelSpec, type Models, type Row } from '../model.js'
import { type Counter, networkOf } from '../server/limits.js'
import { failureOf } from '../server/server.js'
import type { Settings } from '../settings/settings.js'
import type { Database, Session } from '../store.js'
import { FieldRules, type OwnAcls, allows, mayViewInGeneral, permitted } from './access.js'
import {
  Accounts,
  type AccountsExtension,
  type AuthConfig,
  SELF,
  type UserFields,
  withUserChecks,
} from './accounts.js'
import { rejectForeignOrigins } from './origins.js'
import { verifyPassword, withPrecomputedHashes } from './passwords.js'
import { checkedDatabase, trackCallers } from './checked-database.js'
import { type Caller, type Credential, type Proof, callerOf, issuedChallenges, unauthorized } from './acl.js'
import { TicketSeal, Tickets, readSecret } from './tickets.js'
import { createHash } from 'node:crypto'
import { BodyReader } from '../body/reader.js'
import { Forbidden, HttpError, UniqueViolation } from '../errors.js'

const SCHEME = 'apikey '

/**
 * Returns the caller identified by the `Authorization: ApiKey <username>:<token>` header, or null if the header is
 * missing or invalid.
 */
export async function callerByApiKey(
  request: FastifyRequest,
  accounts: Accounts,
  fields: UserFields,
): Promise<Caller | null> {
  const given = readApiKey(request.headers.authorization)
  if (given === undefined) return null
  const { login, token } = given
  const user = await accounts.findByLogin(login)
  if (user === undefined) return null
  const hashedToken = await accounts.validToken(user, token)
  return hashedToken === undefined
    ? null
    : callerOf(user, accounts.keyOf(user), fields, { by: 'api_key', hashedToken })
}

/** Parses the header. Splits it at the last colon, because a username can contain colons but a token cannot. */
export function readApiKey(header = ''): { readonly login: string; readonly token: string } | undefined {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const credentials = header.slice(SCHEME.length).trimStart()
  const colon = credentials.lastIndexOf(':')
  const [login, token] = [credentials.slice(0, colon), credentials.slice(colon + 1)]
  return colon < 1 || token === '' ? undefined : { login, token }
}

/** Identifies callers by credentials that the service does not issue. */
export interface ExternalSchemes {
  /**
   * Returns the caller identified by a scheme that the route accepts, or null if the request has no credentials of these
   * schemes.
   * @throws Unauthorized if the credentials are invalid; Forbidden if they do not grant a required scope
   */
  caller(request: FastifyRequest): Promise<Caller | null>
  /**
   * Returns whether a request also has the credentials that the route requires together with these, and whether they are
   * those of the same user.
   */
  completes(request: FastifyRequest, credential: Credential, caller: Caller): Promise<boolean>
  /** Returns the challenges of the accepted schemes; if `accepts` is omitted, of all. */
  challenges(accepts?: readonly Credential[]): readonly string[]
}

/** The parts of the authentication that external schemes use. */
export interface ExternalParts {
  readonly accounts: Accounts
  readonly attempts: Attempts
  readonly config: AuthConfig
  readonly database: Database
  /** Returns the repositories in a session. */
  readonly repositories: (session: Session) => object
  /** Calls a registered function by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>
}

/** The dependencies for {@link addCallerHooks}. */
export interface CallerParts {
  readonly tickets: Tickets | null
  readonly apiKey: boolean
  /** Name of the auth model. */
  readonly users: string
  readonly external?: ExternalSchemes | undefined
  readonly fields: UserFields
  readonly accounts: Accounts
  /** Path of the users collection. */
  readonly path: string
  /** Returns whether the request contains only valid users, which its caller is allowed to create. */
  readonly isCreation: (request: FastifyRequest) => boolean
  readonly attempts: Attempts
}

/**
 * Adds hooks that identify the caller at the start of a request, and issue a new ticket to users who change their own
 * password.
 */
export function addCallerHooks(app: FastifyInstance, parts: CallerParts): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { cookie, authorization } = request.headers
    if (parts.external === undefined && cookie === undefined && authorization === undefined) return done()
    authenticate(request, reply, parts).then((caller) => {
      request.caller = caller
      if (caller !== null) {
        request.log = request.log.child({ caller: caller.key })
        keepPrivate(reply)
      }
      done()
    }, done)
  })
  const renew: onSendHookHandler = (request, reply, payload, done) => {
    if (!mayHaveNewPassword(request, reply, parts)) return done(null, payload)
    renewTicket(request, reply, parts).then(() => done(null, payload), done)
  }
  const conflicts = new ConflictLimit(parts.attempts)
  const limitConflicts: preHandlerHookHandler = (request, reply, done) => {
    if (!hasLoginName(request, parts)) done()
    else conflicts.begin(request, reply).then(() => done(), done)
  }
  const endConflicts: onSendHookHandler = (request, _reply, payload, done) => {
    conflicts.end(request, isLoginConflict(request, parts)).then(() => done(null, payload), done)
  }
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().some((method) => CHANGES.has(method))) return
    if (!route.url.includes('/auth/')) {
      route.preHandler = [limitConflicts, route.preHandler ?? []].flat()
      route.onSend = [endConflicts, route.onSend ?? []].flat()
    }
    route.onSend = [renew, route.onSend ?? []].flat()
  })
}

/**
 * Hashes the passwords of new users before the request's transaction, which would otherwise block other writers. Other
 * POST routes, such as login, receive passwords that are not stored, and a change hashes only one password.
 */
function addPasswordHook(
  app: FastifyInstance,
  { fields, path, isCreation }: Pick<CallerParts, 'fields' | 'path' | 'isCreation'>,
): void {
  const precomputeHashes: preHandlerHookHandler = (request, reply, done) => {
    const plains = newPasswords(request, fields)
    if (plains.length === 0 || plains.length > MAX_PASSWORDS || !isCreation(request)) return done()
    const work = (): Promise<void> => {
      done()
      return new Promise<void>((resolve) => void finished(reply.raw, () => resolve()))
    }
    withPrecomputedHashes(plains, work, () => !request.raw.socket.destroyed).catch(done)
  }
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().includes('POST') && route.url.endsWith(path))
      route.preHandler = [precomputeHashes, route.preHandler ?? []].flat()
  })
}

/**
 * Returns whether the body contains a name that identifies a user at login. A conflict reveals that a user has this name,
 * so conflicts are limited.
 */
function hasLoginName({ body }: FastifyRequest, { fields }: CallerParts): boolean {
  const items: unknown[] = [body].flat()
  return items.some((item) => isObject(item) && loginNames(fields).some((name) => Object.hasOwn(item, name)))
}

function loginNames({ username, email }: UserFields): readonly string[] {
  return email === null ? [username] : [username, email]
}

/** Returns whether a request failed because another user has the same login name. */
function isLoginConflict(request: FastifyRequest, { users, fields }: CallerParts): boolean {
  const failure = failureOf(request)
  if (!(failure instanceof UniqueViolation) || failure.model !== users) return false
  return failure.fields.length === 0 || failure.fields.some((name) => loginNames(fields).includes(name))
}

/** Returns the name under which conflicts caused by a caller are counted. */
function conflictsOf({ caller, ip }: FastifyRequest): string {
  return `conflicts of ${caller === null ? `anonymous callers in ${networkOf(ip)}` : `user ${caller.key}`}`
}

/** The methods that can set a password. */
const CHANGES: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'POST'])

/** Prevents shared caches from storing the response, because it depends on the caller. */
export function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-cache')
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: CallerParts,
): Promise<Caller | null> {
  const { tickets, apiKey, external, fields, accounts } = parts
  const { accepts } = request.routeOptions.config
  const accepted = (credential: Credential): boolean => accepts?.includes(credential) ?? true
  const isComplete = async (credential: Credential, caller: Caller): Promise<boolean> =>
    (await external?.completes(request, credential, caller)) ?? true
  const caller = accepted('ticket') ? await tickets?.caller(request, reply) : undefined
  if (caller !== undefined && caller !== null && (await isComplete('ticket', caller))) return caller
  const found = apiKey && accepted('api_key') ? await callerByApiKey(request, accounts, fields) : null
  const byKey = found !== null && (await isComplete('api_key', found)) ? found : null
  const identified = byKey ?? (await external?.caller(request)) ?? null
  if (identified !== null && !accounts.extension.isActive(identified.user))
    throw unauthorized(request, 'This account is deactivated.')
  return identified
}

function newPasswords({ body }: FastifyRequest, fields: UserFields): string[] {
  const items: unknown[] = [body].flat()
  return items
    .map((item) => (isObject(item) ? item[fields.password] : undefined))
    .filter((plain) => typeof plain === 'string')
}

function mayHaveNewPassword(
  { caller, body }: FastifyRequest,
  reply: FastifyReply,
  { tickets, fields }: CallerParts,
): boolean {
  const isLoggedIn = tickets !== null && caller?.proof.by === 'ticket' && reply.statusCode < 300
  return isLoggedIn && isObject(body) && Object.hasOwn(body, fields.password)
}

/** Issues a new ticket if callers change their own password, which invalidates all earlier tickets. */
async function renewTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  { tickets, fields }: CallerParts,
): Promise<void> {
  const { caller, body } = request
  const password = isObject(body) ? body[fields.password] : undefined
  if (caller?.proof.by === 'ticket' && typeof password === 'string')
    await tickets?.renew(request, reply, { key: caller.key, proof: caller.proof, password })
}

/** The dependencies for authentication. */
export interface AuthenticationParts {
  readonly config: AuthConfig
  readonly settings: Settings
  readonly database: Database
  readonly models: Models
  /** Returns the repositories in a session. */
  readonly repositories: (session: Session) => object
  /** Calls a registered function by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>
  /** Returns the schemes whose credentials the service does not issue. */
  readonly external?: (parts: ExternalParts) => ExternalSchemes
  readonly extension?: AccountsExtension
  /** Set if items can have their own rules. */
  readonly ownAcls?: OwnAcls
  /** The folder for the generated secret. */
  readonly dataFolder?: string
}

/** The authentication of a running service. */
export interface Authentication {
  readonly config: AuthConfig
  readonly settings: Settings
  readonly ownAcls: OwnAcls | undefined
  /** Whether authentication is enabled in the settings. */
  readonly isOn: boolean
  readonly fieldRules: FieldRules
  readonly attempts: Attempts
  /** Null if the API has no x-Ticket scheme or authentication is off. */
  readonly tickets: Tickets | null
  readonly accounts: Accounts
  /** The database for requests. Its transactions check that the caller's session has not ended in the meantime. */
  readonly database: Database
}

/**
 * Sets `request.caller` on all routes registered after this call, and returns what {@link guardedHost} and
 * {@link authRoutes} need.
 * @throws StartError if a secret is too short
 */
export async function startAuthentication(
  app: FastifyInstance,
  parts: AuthenticationParts,
): Promise<Authentication> {
  const { config, settings, database, models, repositories, call } = parts
  const { ticket, apiKey, fields } = config
  const users = usersOf(models, config)
  const accounts = new Accounts(database, users, fields, parts.extension)
  const tickets = settings.auth ? await startTickets(app, parts, accounts) : null
  const fieldRules = new FieldRules(models, config, settings.auth)
  const { loginMax: max, loginWindow: window } = settings.rateLimit
  const attempts = new Attempts(app.counter, { max, window })
  const external = parts.external?.({ accounts, attempts, config, database, repositories, call })
  const accessControl = {
    callPrincipal: call,
    isGroup: groupTest(users, config),
    challenges: (accepts?: readonly Credential[]) => [
      ...issuedChallenges({ ticket: ticket !== null, apiKey }, accepts),
      ...(external?.challenges(accepts) ?? []),
    ],
    ownAcls: parts.ownAcls,
    database,
    repositories,
  }
  app.decorateRequest('caller', null)
  app.decorate('accessControl', settings.auth ? accessControl : null)
  const bodies = new BodyReader(withUserChecks(models, config)[config.model] ?? users)
  const callerParts: CallerParts = {
    tickets,
    apiKey,
    external,
    users: config.model,
    fields,
    accounts,
    path: config.path,
    isCreation: (request) => isCreation(request, users, bodies, fieldRules),
    attempts,
  }
  addPasswordHook(app, callerParts)
  if (settings.auth) {
    if (ticket !== null || external !== undefined)
      app.addHook('onRequest', rejectForeignOrigins(ticket?.cookieName ?? null, settings))
    addCallerHooks(app, callerParts)
    trackCallers(app)
    await verifyPassword(undefined, '')
  }
  return {
    config,
    settings,
    ownAcls: parts.ownAcls,
    isOn: settings.auth,
    fieldRules,
    attempts,
    tickets,
    accounts,
    database: checkedDatabase(database, {
      users: config.model,
      check: (session, request, caller) =>
        checkSession(session, request, caller, { tickets, accounts, fields }),
    }),
  }
}

/** Returns whether a request contains only valid users, which its caller is allowed to create. */
function isCreation(
  request: FastifyRequest,
  users: ModelSpec,
  bodies: BodyReader,
  fieldRules: FieldRules,
): boolean {
  try {
    for (const row of bodies.create(request.body))
      fieldRules.checkWritable(request, users, Object.keys(row), 'create')
    return true
  } catch {
    return false
  }
}

/**
 * Checks that a caller's session has not ended, and that the caller is in the same groups, since the request began.
 * @throws Unauthorized; Forbidden
 */
async function checkSession(
  session: Session,
  request: FastifyRequest,
  { key, proof, groups }: Caller,
  { tickets, accounts, fields }: Pick<CallerParts, 'tickets' | 'accounts' | 'fields'>,
): Promise<void> {
  if (proof.by === 'password') return
  const user = await currentUser(session, key, proof, { tickets, accounts })
  if (user === undefined) throw unauthorized(request, 'The session has ended.')
  const now = callerOf(user, key, fields, proof)
  if (now.groups.size !== groups.size || [...now.groups].some((name) => !groups.has(name)))
    throw new Forbidden('Your groups have changed. Send the request again.')
}

/** Returns the user of a request's caller, or undefined if the credentials have become invalid. */
function currentUser(
  session: Session,
  key: Key,
  proof: Exclude<Proof, { by: 'password' }>,
  { tickets, accounts }: Pick<CallerParts, 'tickets' | 'accounts'>,
): Promise<Row | undefined> {
  switch (proof.by) {
    case 'ticket':
      return tickets?.userOf(key, proof, session) ?? Promise.resolve(undefined)
    case 'api_key':
      return accounts.userByToken(key, proof.hashedToken, session)
    default:
      return accounts.findActive(key, session)
  }
}

async function startTickets(
  app: FastifyInstance,
  { config, settings, dataFolder = join(settings.folder, 'data') }: AuthenticationParts,
  accounts: Accounts,
): Promise<Tickets | null> {
  const { ticket, fields } = config
  if (ticket === null) return null
  await app.register(cookie, { hook: false })
  const secret = await readSecret({
    setting: ticket.secretSetting,
    value: settings.secrets[ticket.secretSetting],
    folder: dataFolder,
    warn: (message) => app.log.warn(message),
  })
  return new Tickets({ config: ticket, fields, seal: new TicketSeal(secret, ticket.hashAlgorithm), accounts })
}

function groupTest(users: ModelSpec, { fields }: AuthConfig): (name: string) => boolean {
  const groups = fields.groups === null ? [] : (users.fields[fields.groups]?.choices ?? [])
  return (name) => groups.includes(name)
}

function usersOf(models: Models, { model }: AuthConfig): ModelSpec {
  const users = models[model]
  if (users === undefined) throw new TypeError(`Unknown model ${model}`)
  return users
}

/** Adds access control to a host, so that what a request can read and write depends on its caller. */
export function guardedHost(
  host: ResourceHost,
  { config, ownAcls, isOn, fieldRules }: Authentication,
): GuardedHost {
  return {
    ...host,
    models: isOn ? withUserChecks(host.models, config) : host.models,
    caller: (request) => {
      const visibility = fieldRules.visibility(request)
      return {
        visible: (model) => visibility.fields(model),
        anonymousLimit: isOn && request.caller === null,
        mayView: (model) => {
          const acl = config.acls[model.name]
          return acl === undefined ? !isOn : mayViewInGeneral(request, acl) || ownAcls?.areIn(model) === true
        },
        ...(ownAcls !== undefined && isOn
          ? { restrict: (where, model) => ownAcls.restrict(request, where, model, host.models, config.acls) }
          : {}),
      }
    },
    checkWritable: (request, model, names, action, item) =>
      fieldRules.checkWritable(request, model, names, action, item),
    linkRight: (session, request, model, backReference) => {
      const acl = config.writeAcls?.[model.name] ?? config.acls[model.name]
      const seen = ownAcls !== undefined && isOn ? fieldRules.visibility(request).scope(model) : undefined
      if (!isOn) return { of: 'all', seen }
      if (acl === undefined || !fieldRules.isWritable(request, model, backReference))
        return { of: 'none', seen }
      const isFree = permitted('update', acl).isGiven(request)
      return { of: isFree ? 'all' : (row) => allows(session, request, 'update', acl, row), seen }
    },
    checkVisible: (request, model, name) => fieldRules.checkVisible(request, model, name),
    keptOnReplace: (request, model) => fieldRules.keptOnReplace(request, model),
    keyOf: (request, model, param) => {
      const isSelf = isOn && model.name === config.model && Object(request.params)[param] === SELF
      if (!isSelf) return host.keyOf(request, model, param)
      if (request.caller === null) throw unauthorized(request)
      return request.caller.key
    },
    documentContext: (session, request) => ({
      ...host.documentContext(session, request),
      visibility: fieldRules.visibility(request),
    }),
    eventContext: (session, request) => ({
      ...host.eventContext(session, request),
      user: request.caller?.user,
    }),
  }
}

/** The limit on failed attempts per account. */
export interface AttemptLimits {
  /** Maximum number of failed attempts in one window. */
  readonly max: number
  /** Length of the window, in seconds. */
  readonly window: number
}

/**
 * The limit for an IP address is the limit for an account times this factor, because several people might share an
 * address.
 */
const ACCOUNTS_PER_ADDRESS = 5

/** The limit for an account from all addresses is the limit for an account and one address times this factor. */
const NETWORKS_PER_ACCOUNT = 10

/**
 * Limits failed attempts per IP address, per account and address, and per account. The last limit is higher, so that one
 * client cannot lock out a user who logs in from elsewhere. Each attempt is counted before its result is known, so that
 * concurrent attempts cannot exceed the limit. If an attempt succeeds, it is then subtracted from the counts.
 */
export class Attempts {
  readonly #counter: Counter
  readonly #limits: AttemptLimits

  constructor(counter: Counter, limits: AttemptLimits) {
    this.#counter = counter
    this.#limits = limits
  }

  /**
   * Runs an attempt, which counts as failed if it throws, unless the service itself fails.
   * @throws HttpError 429 with `Retry-After` if the limit is reached
   */
  async attempt<T>(address: string, account: string, work: () => Promise<T>): Promise<T> {
    const limits = this.#limitsOf(address, account)
    for (const [key, limit] of limits) await this.#count(key, limit)
    try {
      const result = await work()
      await this.undo(address, account)
      return result
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) await this.undo(address, account)
      throw error
    }
  }

  /**
   * Counts an attempt whose result is not known yet.
   * @throws HttpError 429 with `Retry-After` if the limit is reached, in which case the attempt is not counted
   */
  async begin(address: string, account: string): Promise<void> {
    const counted: string[] = []
    for (const [key, limit] of this.#limitsOf(address, account)) {
      counted.push(key)
      try {
        await this.#count(key, limit)
      } catch (error) {
        for (const each of counted) await this.#counter.undo(each)
        throw error
      }
    }
  }

  /** Stops counting an attempt that has not failed. */
  async undo(address: string, account: string): Promise<void> {
    for (const [key] of this.#limitsOf(address, account)) await this.#counter.undo(key)
  }

  /** Returns the keys under which an attempt is counted, and the maximum number of failed attempts for each. */
  #limitsOf(address: string, account: string): readonly (readonly [string, number])[] {
    const { max } = this.#limits
    const network = networkOf(address)
    return [
      [`address:${network}`, max * ACCOUNTS_PER_ADDRESS],
      [`account:${digest(`${account} ${network}`)}`, max],
      [`account:${digest(account)}`, max * NETWORKS_PER_ACCOUNT],
    ]
  }

  async #count(key: string, max: number): Promise<void> {
    const { count, left } = await this.#counter.hit(key, this.#limits.window)
    if (count > max) {
      throw new HttpError(429, 'Too many failed attempts. Try again later.', {
        headers: { 'Retry-After': String(Math.max(1, left)) },
      })
    }
  }
}

/** How often a request waits for another one before it counts as exceeding the limit on conflicts. */
const MAX_TRIES = 100

/**
 * Limits conflicts on login names. Each request that can cause one is counted before its result is known, so that
 * concurrent requests cannot exceed the limit. If only requests in progress exceed it, further requests wait.
 */
class ConflictLimit {
  readonly #attempts: Attempts
  /** The requests in progress, keyed by network. */
  readonly #running = new Map<string, Set<Promise<void>>>()
  readonly #counted = new WeakMap<FastifyRequest, string>()

  constructor(attempts: Attempts) {
    this.#attempts = attempts
  }

  /** @throws HttpError 429 if the limit is reached */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const account = conflictsOf(request)
    const network = networkOf(request.ip)
    for (let tries = 1; ; tries++) {
      const others = this.#running.get(network) ?? new Set()
      try {
        await this.#attempts.begin(request.ip, account)
        break
      } catch (error) {
        if (others.size === 0 || tries === MAX_TRIES) throw error
        await Promise.race(others)
      }
    }
    this.#counted.set(request, account)
    this.#watch(network, reply)
  }

  /** @param isConflict whether the request counts */
  async end(request: FastifyRequest, isConflict: boolean): Promise<void> {
    const account = this.#counted.get(request)
    this.#counted.delete(request)
    if (account !== undefined && !isConflict) await this.#attempts.undo(request.ip, account)
  }

  /** Remembers that a request is in progress until its response is sent. */
  #watch(network: string, reply: FastifyReply): void {
    const running = this.#running.get(network) ?? new Set()
    this.#running.set(network, running)
    const ended = new Promise<void>((resolve) => void finished(reply.raw, () => resolve()))
    running.add(ended)
    void ended.then(() => {
      running.delete(ended)
      if (running.size === 0) this.#running.delete(network)
    })
  }
}

/** Hashes a name, so that keys have a fixed length. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
