import type { FastifyRequest } from 'fastify'
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { hash, randomBytes } from 'node:crypto'
import { callHandlers, processed, runAfter } from '../http/handlers.js'
import { ALL_ROWS } from '../repository/items.js'
import { keyFrom } from '../users/users.js'
import { callerOf } from '../access/caller.js'
import { canonicalEmail, canonicalName } from '../users/user-checks.js'
import { BadRequest, Forbidden, HttpError, UniqueViolation } from '../errors.js'
import type { Resource } from '../http/resource.js'
import { isObject, type Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { isGenerated } from '../spec/field-types.js'
import { listed } from '../spec/wording.js'
import { type Session, equal } from '../store.js'
import { characterFault } from '../values/scalars.js'
import { checkValue } from '../values/values.js'
import { CLOCK_TOLERANCE, type SchemeParts, type TokenReader, type TokenUser } from './schemes.js'
import type { ProviderSettings } from './settings.js'

declare module '../users/users.js' {
  interface AccountsExtension {
    /** Returns whether a user has proven to receive mails at the stored address. */
    isVerified?(user: Row, within: Session): Promise<boolean>
  }
}

/** Signature algorithms with public keys. Shared secrets (`HS256`) and unsigned tokens (`none`) are not accepted. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Time limit for reading the provider's keys, in milliseconds. */
const TIME_LIMIT = 4000
/** Maximum size of the provider's responses, in bytes. */
const MAX_SIZE = 1024 * 1024
/** Age at which keys are read again, so that keys that the provider has removed become invalid, in milliseconds. */
const MAX_AGE = 10 * 60_000
/** Minimum time between two reads, so that tokens with invented keys do not cause requests, in milliseconds. */
const PAUSE = 5000

type KeySet = ReturnType<typeof createLocalJWKSet>

/** The public keys of an identity provider, read when they are first needed, and again for unknown keys. */
export class Provider {
  readonly #issuer: string
  readonly #warn: (message: string) => void
  #keys: KeySet | undefined
  #loading: Promise<KeySet> | undefined
  #readAt = -Infinity
  #triedAt = -Infinity
  #failed = false

  /** @param warn logs a warning */
  constructor(issuer: string, warn: (message: string) => void) {
    this.#issuer = issuer
    this.#warn = warn
  }

  /**
   * Returns the key that signed a token.
   * @throws HttpError 503 if the key is unknown and the provider cannot be reached; JOSEError if there is no such key
   */
  readonly key: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.#current()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (this.#isPaused && !this.#failed) throw error
      const newer = await this.#load()
      return newer(header, token)
    }
  }

  /** Returns the known keys. While the provider cannot be reached, they stay valid, and requests do not wait for it. */
  async #current(): Promise<KeySet> {
    const known = this.#keys
    if (known === undefined) return this.#load()
    if (this.#isPaused || Date.now() - this.#readAt < MAX_AGE) return known
    const newer = this.#load().catch(() => known)
    return this.#failed ? known : newer
  }

  get #isPaused(): boolean {
    return this.#loading === undefined && Date.now() - this.#triedAt < PAUSE
  }

  /** Reads the keys. Concurrent requests share one read. @throws HttpError 503 */
  #load(): Promise<KeySet> {
    if (this.#isPaused && this.#failed) return Promise.reject(unreachable())
    this.#loading ??= this.#read().finally(() => (this.#loading = undefined))
    return this.#loading
  }

  async #read(): Promise<KeySet> {
    try {
      const keys = await readKeys(this.#issuer)
      this.#keys = keys
      this.#readAt = Date.now()
      this.#failed = false
      return keys
    } catch (error) {
      this.#failed = true
      this.#warn(`Cannot read the keys of ${this.#issuer}: ${reasonOf(error)}`)
      throw unreachable()
    } finally {
      this.#triedAt = Date.now()
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function unreachable(): HttpError {
  return new HttpError(503, 'The identity provider cannot be reached. Try again later.', {
    headers: { 'Retry-After': String(PAUSE / 1000) },
  })
}

/** Reads the keys named in the provider's discovery document (OpenID Connect Discovery 1.0, 4). */
async function readKeys(issuer: string): Promise<KeySet> {
  const signal = AbortSignal.timeout(TIME_LIMIT)
  const document = await readJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, signal)
  if (document['issuer'] !== issuer)
    throw new Error(`its discovery document names the issuer ${JSON.stringify(document['issuer'])}`)
  const address = document['jwks_uri']
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new Error('its discovery document has no "jwks_uri"')
  const { protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
    throw new Error(`its "jwks_uri" does not use https: ${address}`)
  return createLocalJWKSet(asKeySet(await readJson(address, signal)))
}

function asKeySet({ keys }: Readonly<Record<string, unknown>>): JSONWebKeySet {
  if (!Array.isArray(keys)) throw new Error('its key set has no "keys"')
  return { keys: keys.filter(isObject) }
}

async function readJson(address: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(address, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${address} responded with status ${response.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_SIZE) throw new Error(`${address} sent more than ${MAX_SIZE} bytes`)
    parts.push(part)
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString())
  if (!isObject(value)) throw new Error(`${address} did not send a JSON object`)
  return value
}

/** The dependencies of {@link tokenReaders}. */
export interface TokenReaderOptions {
  /** Returns the users, which a token can create. */
  readonly users: () => Resource
  /** Logs a warning. */
  readonly warn: (message: string) => void
}

/** Returns the readers of tokens, keyed by the name of the scheme. */
export function tokenReaders(
  providers: ReadonlyMap<string, ProviderSettings>,
  { users, warn }: TokenReaderOptions,
): ReadonlyMap<string, TokenReader> {
  return new Map(
    [...providers].map(([name, settings]) => {
      const provider = new Provider(settings.issuer, warn)
      return [name, { read: (...given) => readToken(provider, settings, users, ...given) }]
    }),
  )
}

async function readToken(
  provider: Provider,
  settings: ProviderSettings,
  users: () => Resource,
  request: FastifyRequest,
  token: string,
  parts: SchemeParts,
): Promise<TokenUser | undefined> {
  const claims = await verifiedClaims(provider, settings, token)
  if (claims === undefined) return undefined
  const identity = identityIn(claims, settings, parts)
  if (identity === undefined) return undefined
  const user = await userOf(claims, identity, settings, users, request, parts)
  if (user === undefined) return undefined
  if (!isProven(user, claims, settings, parts)) {
    const fault = await parts.accounts.extension.loginFault(request, user)
    if (fault !== undefined) throw fault
  }
  const { groupsClaim } = settings
  return {
    user,
    groups: groupsClaim === undefined ? null : groupsOf(claims, groupsClaim, users(), parts),
    expires: Number(claims.exp) * 1000,
    scopes: new Set([...wordsOf(claims['scope']), ...wordsOf(claims['scp'])]),
    isStill: (now, within) => isOwnerOf(now, identity, settings, parts, within),
  }
}

/** Returns the claims of a valid token, and undefined for any other token. */
async function verifiedClaims(
  provider: Provider,
  { issuer, audience }: ProviderSettings,
  token: string,
): Promise<JWTPayload | undefined> {
  try {
    // A token of another issuer must not cause requests to this one.
    if (decodeJwt(token).iss !== issuer) return undefined
    const { payload } = await jwtVerify(token, provider.key, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp'],
    })
    return payload
  } catch (error) {
    if (error instanceof HttpError) throw error
    return undefined
  }
}

/** What identifies the user of a token: a key as text, or an email address. */
interface Identity {
  readonly name: string
  readonly isEmail: boolean
}

/** Returns the identity in a token, or undefined if it has none that can be trusted. */
function identityIn(
  claims: JWTPayload,
  { userClaim, trustEmail }: ProviderSettings,
  { config }: SchemeParts,
): Identity | undefined {
  const value = claims[userClaim]
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined
  if (characterFault(String(value)) !== undefined) return undefined
  const isEmail = userClaim === 'email' && config.fields.email !== null
  // Otherwise, anyone could enter the address of another user at the provider.
  if (isEmail && !trustEmail && claims['email_verified'] !== true) return undefined
  const isAddress = isEmail || config.fields.email === config.fields.username
  // Other names are compared as they are: the provider can have a user "ａmy" beside "amy" (OpenID Connect Core 1.0, 5.7).
  return { name: isAddress ? canonicalEmail(String(value)) : String(value), isEmail }
}

/** Returns the user whom a token identifies, or undefined if there is none. */
async function userOf(
  claims: JWTPayload,
  identity: Identity,
  settings: ProviderSettings,
  users: () => Resource,
  request: FastifyRequest,
  parts: SchemeParts,
): Promise<Row | undefined> {
  const { name, isEmail } = identity
  const find = (): Promise<Row | undefined> =>
    isEmail ? findByEmail(name, parts) : findByName(name, users().model, parts)
  const found = await find()
  if (found !== undefined) return joined(found, identity, settings, request, parts)
  if (!settings.register) return undefined
  try {
    return await register(claims, identity, settings, users(), request, parts)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const created = await find()
    if (created === undefined) throw new Forbidden(`The user cannot be created. ${error.message}`)
    return joined(created, identity, settings, request, parts)
  }
}

/**
 * Returns the stored user if the token is the user's. Whoever has registered with an address of someone else loses the
 * user when the owner of the address comes: the password, all sessions and all tokens end.
 */
async function joined(
  user: Row,
  identity: Identity,
  settings: ProviderSettings,
  request: FastifyRequest,
  parts: SchemeParts,
): Promise<Row | undefined> {
  const { accounts, config, database } = parts
  if (await isOwnerOf(user, identity, settings, parts, database)) return user
  const key = accounts.keyOf(user)
  if (!identity.isEmail || isSystemUser(user, parts) || !accounts.extension.isActive(user)) {
    request.log.warn(
      { user: key },
      'a token was rejected, because its user is a local one or one of another provider, and local_users is not set',
    )
    return undefined
  }
  return database.transaction(async (session) => {
    const store = session.store(config.model, ALL_ROWS)
    const now = await store.findByKey(key, true)
    if (now === undefined || !hasAddress(now, identity, parts)) return undefined
    if (await isOwnerOf(now, identity, settings, parts, session)) return now
    return store.updateByKey(key, {
      [config.fields.password]: withoutPassword(settings.issuer, identity.name),
    })
  })
}

/**
 * Returns whether a token with this identity is that of a user as stored. The name of a user with a local password can
 * be that of another person at the provider.
 */
async function isOwnerOf(
  user: Row,
  identity: Identity,
  { issuer, localUsers }: ProviderSettings,
  parts: SchemeParts,
  within: Session,
): Promise<boolean> {
  const { accounts, config } = parts
  if (identity.isEmail && !hasAddress(user, identity, parts)) return false
  if (isSystemUser(user, parts)) return localUsers
  const password = String(user[config.fields.password])
  if (password.startsWith(UNBOUND)) return true
  if (identity.isEmail)
    return hasVerified(user, parts) || ((await accounts.extension.isVerified?.(user, within)) ?? false)
  return localUsers || isBoundTo(issuer, 0, password)
}

function hasAddress(user: Row, { name }: Identity, { config: { fields } }: SchemeParts): boolean {
  return fields.email !== null && canonicalEmail(String(user[fields.email])) === name
}

function isSystemUser(user: Row, { accounts, settings }: SchemeParts): boolean {
  return String(accounts.keyOf(user)) === settings.system.user
}

/** The beginning of what is stored instead of a hash for users who have no local password. No password matches it. */
const WITHOUT_PASSWORD = '$argon2id$v=19$m=0,t=0,p=1$'
/** Like {@link WITHOUT_PASSWORD}, in rows of earlier versions, which do not say which provider has created the user. */
const UNBOUND = '$argon2id$v=19$m=0,t=0,p=0$'

/**
 * Returns a new value for the password of a user without one. It differs each time, so that it ends all sessions, and it
 * is bound to the provider: the same name can be that of another person at another one (OpenID Connect Core 1.0, 5.7).
 * @param address the email address that the provider has verified; empty if there is none
 */
function withoutPassword(issuer: string, address: string): string {
  const salt = randomBytes(16).toString('hex')
  return `${WITHOUT_PASSWORD}${salt}$${boundTo(issuer, salt)}${boundTo(address, salt)}`
}

function boundTo(text: string, salt: string): string {
  return hash('sha256', `${salt} ${text}`)
}

/** Returns whether a user has no password and is bound to an issuer (`part` 0) or a verified address (`part` 1). */
function isBoundTo(text: string, part: 0 | 1, password: string): boolean {
  if (!password.startsWith(WITHOUT_PASSWORD)) return false
  const [salt = '', digests = ''] = password.slice(WITHOUT_PASSWORD.length).split('$')
  const digest = boundTo(text, salt)
  return digests.slice(part * digest.length, (part + 1) * digest.length) === digest
}

/** Returns the email address that the provider of a token has verified; empty if there is none. */
function verifiedAddress(claims: JWTPayload, { trustEmail }: ProviderSettings): string {
  const isVerified = trustEmail || claims['email_verified'] === true
  return isVerified ? canonicalEmail(String(claims['email'] ?? '')) : ''
}

/**
 * Returns whether a provider has verified the user's address, or there is none. Earlier versions have not stored for
 * their users whether it has.
 */
function isProven(user: Row, claims: JWTPayload, settings: ProviderSettings, parts: SchemeParts): boolean {
  const { fields } = parts.config
  const address = fields.email === null ? null : (user[fields.email] ?? null)
  if (address === null || String(user[fields.password]).startsWith(UNBOUND)) return true
  return address === verifiedAddress(claims, settings) || hasVerified(user, parts)
}

/** Returns whether a provider to which a user belongs has verified the user's present address. */
function hasVerified(user: Row, { config: { fields } }: SchemeParts): boolean {
  return fields.email !== null && isBoundTo(String(user[fields.email]), 1, String(user[fields.password]))
}

async function findByEmail(address: string, { config, database }: SchemeParts): Promise<Row | undefined> {
  const { model, fields } = config
  if (fields.email === null) return undefined
  const store = database.store(model, ALL_ROWS)
  const [user] = await store.find({
    where: equal(fields.email, address),
    orderBy: [{ field: store.spec.key, direction: 'asc' }],
  })
  return user
}

/** @param name the user's key, as text */
async function findByName(
  name: string,
  model: ModelSpec,
  { accounts }: SchemeParts,
): Promise<Row | undefined> {
  const key = keyFrom(model, name)
  const user = key === undefined ? undefined : await accounts.find(key)
  // Generated keys can be found in either letter case.
  return user !== undefined && String(accounts.keyOf(user)) === name ? user : undefined
}

/**
 * Creates the user whom a token identifies. Required fields have the values of the claims with the same names. The
 * user has no local password, and can log in only with tokens. The handlers of a registration also run here.
 */
async function register(
  claims: JWTPayload,
  identity: Identity,
  settings: ProviderSettings,
  users: Resource,
  request: FastifyRequest,
  { accounts, config, database, models }: SchemeParts,
): Promise<Row> {
  const { fields, handlers } = config
  const { model } = users
  const required = Object.entries(model.fields)
    .filter(([, spec]) => spec.required === true && spec.default === undefined && !isGenerated(spec.type))
    .map(([field]) => field)
  const given = Object.fromEntries(
    [...required, ...(fields.email === null ? [] : [fields.email])].flatMap((field): [string, Json][] => {
      const value = claims[field === fields.email ? 'email' : field]
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[field, value]]
        : []
    }),
  )
  const keySpec = model.fields[fields.username]
  const isMade = keySpec?.default !== undefined || (keySpec !== undefined && isGenerated(keySpec.type))
  // The key of a user whom an address identifies is made by the service, or the `sub` claim.
  const key = identity.isEmail ? (isMade ? undefined : claims.sub) : identity.name
  const password = `Aa1!${randomBytes(24).toString('base64url')}`
  const own = key === undefined ? undefined : keyFrom(model, key)
  if (key !== undefined && (own === undefined || (keySpec !== undefined && isGenerated(keySpec.type))))
    throw new Forbidden(`The user cannot be created, because "${key}" cannot be the "${fields.username}".`)
  const data: Row = {
    ...given,
    ...(own === undefined ? {} : { [fields.username]: own }),
    [fields.password]: password,
  }
  rejectInvalid(data, required, users)
  return database
    .transaction(async (session) => {
      const event = users.event('register', session, request, { data })
      await callHandlers(users, handlers.register.before, event)
      const changed = await processed(users, event)
      config.rejectReserved?.(changed)
      const stored = withoutPassword(settings.issuer, verifiedAddress(claims, settings))
      const items = ALL_ROWS.items(session, models, withoutHashing(model, fields.password))
      const [user = {}] = await items.create([{ ...changed, [fields.password]: stored }])
      request.caller = callerOf(user, accounts.keyOf(user), fields, { by: 'password' })
      const afterward = users.event('register', session, request, { data: event.data })
      const document = await users.document(session, request, user)
      await runAfter(users, handlers.register.after, afterward, document)
      return user
    })
    .catch((error: unknown) => {
      if (error instanceof BadRequest) throw new Forbidden(`The user cannot be created. ${error.message}`)
      throw error
    })
}

/** Returns the model of users whose passwords are stored as they are. */
function withoutHashing(model: ModelSpec, password: string): ModelSpec {
  const { hash: _hash, ...spec } = model.fields[password] ?? { type: 'string', column: null }
  return { ...model, fields: { ...model.fields, [password]: spec } }
}

/** @throws Forbidden with the claims that are missing, or the first that is invalid */
function rejectInvalid(data: Row, required: readonly string[], { model }: Resource): void {
  const missing = required.filter((name) => data[name] === undefined)
  if (missing.length > 0)
    throw new Forbidden(
      `The user cannot be created, because the token has no ${listed(missing.map((name) => `"${name}"`))}.`,
    )
  for (const [name, value] of Object.entries(data)) {
    const spec = model.fields[name]
    if (spec === undefined) continue
    if (name === model.key && typeof value === 'string' && canonicalName(value) !== value)
      throw new Forbidden(`The user cannot be created, because "${name}" is not in Unicode's form NFKC.`)
    const checked = spec.check?.(value) ?? checkValue(spec, value)
    if (!checked.ok) throw new Forbidden(`The user cannot be created, because "${name}" ${checked.message}.`)
  }
}

/** Returns the groups in a claim. If the auth model limits the groups, returns only known groups. */
function groupsOf(claims: JWTPayload, name: string, users: Resource, { config }: SchemeParts): string[] {
  const field = config.fields.groups === null ? undefined : users.model.fields[config.fields.groups]
  const choices: readonly unknown[] | undefined = field?.choices
  return wordsOf(claimAt(claims, name)).filter((group) => choices?.includes(group) ?? true)
}

/** Returns a claim by name, or by path, such as `realm_access.roles`. */
function claimAt(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of name.split('.'))
    value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return value
}

/** Returns the strings in a list, or the words in a string. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter((word) => word !== '')
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}
