import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { AddAuthenticator, Authentication } from '../auth/authentication.js'
import {
  type Caller,
  type Credential,
  callerOf,
  isAccepted,
  unauthorized,
  type Authenticator,
} from '../access/caller.js'
import type { Limits } from '../sessions/limits.js'
import { loginCheck } from '../users/login-changes.js'
import { rejectForeignOrigins } from '../sessions/origins.js'
import { Forbidden, NotFound, Unauthorized } from '../errors.js'
import { NotImplemented } from '../events/operation-registry.js'
import { cookiesIn } from '../operations/cookies.js'
import { isObject } from '../json.js'
import { type Row, modelNamed } from '../model.js'
import type { Session } from '../store.js'
import { type CallerDescription, UnstoredCaller, describedCaller } from './unstored.js'

/** Allowed difference between the clocks of an identity provider and of the service, in seconds. */
export const CLOCK_TOLERANCE = 60

/** A security scheme whose credentials the service does not issue. */
export interface Scheme {
  readonly name: string
  /**
   * How the credentials are sent: `bearer`, `basic` and `digest` in the `Authorization` header, and `custom` in the
   * declared headers, query parameters and cookies.
   */
  readonly kind: 'bearer' | 'basic' | 'digest' | 'custom'
  /** The file with the function that checks the credentials. */
  readonly file: string
  /** The headers, query parameters and cookies of a custom scheme. If empty, its credentials are in the `Authorization` header. */
  readonly inputs: readonly { readonly in: 'header' | 'query' | 'cookie'; readonly name: string }[]
  /** Whether the credentials are the certificate of the connection, so that every request can have them. */
  readonly certificate?: true
}

/** The credentials of a Basic scheme. */
export interface BasicCredentials {
  readonly username: string
  readonly password: string
}

/** The parameter of the function that checks the credentials of a scheme. */
export interface SchemeContext<Credentials = unknown, Models = object, User = unknown, Fields = object> {
  /** Fastify's request, whose body has not been read. */
  readonly request: FastifyRequest
  readonly credentials: Credentials
  /** The scopes that the route requires from this scheme. */
  readonly scopes: readonly string[]
  /** The repositories, keyed by name, outside any transaction. */
  readonly models: Models
  /**
   * The user whom another scheme has identified, if the request must satisfy both. Only this user is accepted. Undefined
   * for the first scheme.
   */
  readonly user: User | undefined
  /** Describes a caller that is not a stored user. */
  readonly caller: (description: CallerDescription<Fields>) => UnstoredCaller
}

/** Returns the user or the caller whom the credentials identify, or undefined if they are invalid. */
export type SchemeFunction<Credentials, User, Models, Fields = object> = (
  context: SchemeContext<Credentials, Models, User, Fields>,
) => User | UnstoredCaller | undefined | Promise<User | UnstoredCaller | undefined>

/** The user of a token, and what the token grants. */
export interface TokenUser {
  readonly user: Row
  /** The groups that replace those of the stored user; null if the token does not determine them. */
  readonly groups: readonly string[] | null
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number | null
  readonly scopes: ReadonlySet<string>
  /** Returns whether the token still identifies the user, who might have changed. */
  readonly isStill: (user: Row, within: Session) => Promise<boolean>
}

/** Verifies the tokens of an identity provider. */
export interface TokenReader {
  /**
   * Returns undefined if the token is invalid.
   * @throws HttpError 503 if the provider's keys are required but cannot be read
   */
  read(request: FastifyRequest, token: string, parts: SchemeParts): Promise<TokenUser | undefined>
}

/** What calls of your functions need. */
interface Functions {
  /** Calls a registered function by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<unknown>
  /** Returns the repositories in a session. */
  readonly repositories: (session: Session) => object
}

/** What schemes can use. */
export type SchemeParts = Authentication & Functions

type Credentials = string | BasicCredentials | Readonly<Record<string, string>>

/**
 * Adds the schemes whose credentials your functions check to other authenticators. A request can need several credentials
 * together.
 * @param readers the readers of tokens, keyed by scheme; these schemes do not call their functions
 */
export function externalSchemes(
  schemes: readonly Scheme[],
  functions: Functions,
  readers: ReadonlyMap<string, TokenReader> = new Map(),
): AddAuthenticator {
  return (others, auth, app) => {
    if (!auth.isOn) {
      app.addHook('onRequest', async (request) => removeQueryCredentials(request, schemes, auth))
      return others
    }
    auth.fieldRules.checkLogin = loginCheck(auth.config)
    const cookies = schemes.flatMap(({ inputs }) =>
      inputs.flatMap((each) => (each.in === 'cookie' ? each.name : [])),
    )
    // A custom scheme without inputs can be mutual TLS, whose certificate the browser sends with every request.
    const ambient = schemes.filter(({ kind, inputs }) => kind === 'custom' && inputs.length === 0)
    const isAmbient = ({ routeOptions: { config } }: FastifyRequest): boolean =>
      ambient.some(({ name }) => isAccepted(`scheme:${name}`, config.accepts))
    app.addHook('onRequest', rejectForeignOrigins(cookies, auth.settings, isAmbient))
    const added = new Schemes(schemes, readers, others, { ...auth, ...functions })
    return [...others.map((other) => added.completing(other)), added]
  }
}

interface Given {
  readonly scheme: Scheme
  readonly credentials: Credentials
}

/** Stops an attempt, so that it counts as failed. */
class InvalidCredentials extends Unauthorized {}

class Schemes implements Authenticator {
  readonly #schemes: readonly Scheme[]
  readonly #readers: ReadonlyMap<string, TokenReader>
  readonly #others: readonly Authenticator[]
  readonly #parts: SchemeParts
  readonly #found = new WeakMap<FastifyRequest, readonly Given[]>()

  constructor(
    schemes: readonly Scheme[],
    readers: ReadonlyMap<string, TokenReader>,
    others: readonly Authenticator[],
    parts: SchemeParts,
  ) {
    this.#schemes = schemes
    this.#readers = readers
    this.#others = others
    this.#parts = parts
  }

  applies(): boolean {
    return true
  }

  /**
   * @throws Unauthorized if the credentials are invalid or their user is deactivated; Forbidden if they do not grant a
   * required scope
   */
  async caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const { accepts } = request.routeOptions.config
    const given = this.#given(request)
    const accepted = given.filter(({ scheme }) => isAccepted(`scheme:${scheme.name}`, accepts))
    let isIncomplete = false
    let isInvalid = false
    for (const { scheme, credentials } of accepted) {
      const caller = await this.#identify(request, scheme, credentials, undefined)
      isInvalid ||= caller === undefined && credentials !== NO_HEADER
      if (caller === undefined) continue
      if (await this.#completes(request, reply, caller)) return this.#active(request, caller)
      isIncomplete = true
    }
    if (!isInvalid || isIncomplete) return null
    const challenges = request.server.accessControl?.challenges(accepts) ?? []
    throw new Unauthorized('Invalid credentials.', {
      headers: { 'WWW-Authenticate': challenges.map(asInvalid).join(', ') },
    })
  }

  /** Returns an authenticator that ignores requests without the credentials that their routes also require. */
  completing(other: Authenticator): Authenticator {
    return {
      applies: (request) => other.applies(request),
      challenges: (others, accepts) => other.challenges(others, accepts),
      caller: async (request, reply) => {
        const caller = await other.caller(request, reply)
        return caller !== null && (await this.#completes(request, reply, caller)) ? caller : null
      },
    }
  }

  #active(request: FastifyRequest, caller: Caller): Caller {
    if (this.#parts.accounts.extension.isActive(caller.user)) return caller
    throw unauthorized(request, 'This account is deactivated.')
  }

  /**
   * Returns whether a request also has the credentials that the route requires together with those of its caller, and
   * whether they are those of the same user.
   */
  async #completes(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<boolean> {
    const { requires } = request.routeOptions.config
    if (requires === undefined) return true
    const { by } = caller.proof
    for (const alternative of requires) {
      if (alternative.every((each) => each !== by)) continue
      const others = alternative.filter((each) => each !== by)
      const valid = await Promise.all(others.map((each) => this.#isOf(caller, request, reply, each)))
      if (valid.every(Boolean)) return true
    }
    return false
  }

  /** Returns whether a request has other valid credentials of the same user. */
  async #isOf(
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    credential: Credential,
  ): Promise<boolean> {
    for (const each of this.#others) {
      const other = each.applies(request) ? await each.caller(request, reply) : null
      if (other?.proof.by === credential) return other.key === caller.key
    }
    const found = this.#given(request).find(({ scheme }) => `scheme:${scheme.name}` === credential)
    if (found === undefined) return false
    const other = await this.#identify(request, found.scheme, found.credentials, caller)
    return other?.key === caller.key
  }

  /** Returns the credentials in a request, which are removed from its query. */
  #given(request: FastifyRequest): readonly Given[] {
    const known = this.#found.get(request)
    if (known !== undefined) return known
    const given = this.#schemes.flatMap((scheme) => {
      const credentials = readCredentials(request, scheme)
      return credentials === undefined ? [] : [{ scheme, credentials }]
    })
    removeQueryCredentials(request, this.#schemes, this.#parts)
    this.#found.set(request, given)
    return given
  }

  challenges(others: readonly string[], accepts?: readonly Credential[]): readonly string[] {
    const accepted = this.#schemes.filter(({ name }) => isAccepted(`scheme:${name}`, accepts))
    return [...others, ...new Set(accepted.map(challengeOf))]
  }

  async #identify(
    request: FastifyRequest,
    scheme: Scheme,
    credentials: Credentials,
    known: Caller | undefined,
  ): Promise<Caller | undefined> {
    const { scopes: required = {} } = request.routeOptions.config
    const scopes = (Object.hasOwn(required, scheme.name) ? required[scheme.name] : undefined) ?? []
    const reader = this.#readers.get(scheme.name)
    if (reader !== undefined && typeof credentials === 'string') {
      const found = await reader.read(request, credentials, this.#parts)
      if (found === undefined) return undefined
      rejectMissingScopes(found.scopes, scopes)
      return this.#callerFor(scheme, found.user, { ...found, scopes: [...found.scopes] }, found.isStill)
    }
    const user = await this.#limited(request, scheme, credentials, () =>
      this.#userFromFunction(request, scheme, { credentials, scopes, user: known?.user }),
    )
    if (user === undefined) return undefined
    if (user === known?.user) return known
    if (!(user instanceof UnstoredCaller))
      return this.#callerFor(scheme, user, { groups: null, scopes, expires: null })
    const { config, models } = this.#parts
    if (request.routeOptions.url?.endsWith(`${config.path}/self`) === true)
      throw new NotFound('The caller is not a stored user.')
    return describedCaller(user, scheme.name, scopes, modelNamed(models, config.model), config)
  }

  /** Limits failed attempts to guess a password. */
  async #limited(
    request: FastifyRequest,
    { name, kind }: Scheme,
    credentials: Credentials,
    work: () => Promise<Row | UnstoredCaller | undefined>,
  ): Promise<Row | UnstoredCaller | undefined> {
    if (kind !== 'basic' || typeof credentials === 'string') return work()
    try {
      return await this.#parts.attempts.attempt(
        request.ip,
        `scheme ${name} ${credentials['username']}`,
        async () => {
          const user = await work()
          if (user === undefined) throw new InvalidCredentials('Invalid credentials.')
          return user
        },
      )
    } catch (error) {
      if (error instanceof InvalidCredentials) return undefined
      throw error
    }
  }

  /** Returns the stored user or the caller whom your function identifies, or undefined if the user does not exist. */
  async #userFromFunction(
    request: FastifyRequest,
    { name, file }: Scheme,
    given: Pick<SchemeContext<unknown, object, Row>, 'credentials' | 'scopes' | 'user'>,
  ): Promise<Row | UnstoredCaller | undefined> {
    const { accounts, call, database, repositories } = this.#parts
    const caller: SchemeContext['caller'] = (description) => new UnstoredCaller(description)
    const context: SchemeContext<unknown, object, Row> = {
      ...given,
      request,
      models: repositories(database),
      caller,
    }
    const user = await call(`scheme ${name}`, context).catch((error: unknown) => {
      if (error instanceof NotImplemented)
        throw new NotImplemented(`This security scheme is not implemented. Write its function in ${file}.`)
      throw error
    })
    if (user === undefined || user === null) return undefined
    if (user instanceof UnstoredCaller) return user
    // The user of an earlier credential, who need not be stored.
    if (user === given.user) return given.user
    if (!isObject(user)) throw new TypeError(`The scheme "${name}" must return a user, a caller or undefined`)
    return accounts.find(accounts.keyOf(user))
  }

  #callerFor(
    { name }: Scheme,
    user: Row,
    { groups, scopes, expires }: Limits,
    isStill: TokenUser['isStill'] = async () => true,
  ): Caller {
    const { accounts, config } = this.#parts
    const key = accounts.keyOf(user)
    const userIn = async (within: Session): Promise<Row | undefined> => {
      if (expires !== null && expires + CLOCK_TOLERANCE * 1000 <= Date.now()) return undefined
      const known = await accounts.find(key, within)
      if (known === undefined || !accounts.extension.isActive(known)) return undefined
      return (await isStill(known, within)) ? known : undefined
    }
    return callerOf(user, key, config.fields, { by: `scheme:${name}`, groups, scopes, expires, userIn })
  }
}

/** The credentials of a request that might have a certificate, and has no `Authorization` header. */
const NO_HEADER = ''

/** Returns the credentials in a request, or undefined if it has none for this scheme. */
function readCredentials(
  request: FastifyRequest,
  { kind, inputs, certificate }: Scheme,
): Credentials | undefined {
  const { authorization = '' } = request.headers
  switch (kind) {
    case 'bearer':
    case 'digest':
      return afterScheme(authorization, kind)
    case 'basic':
      return basicCredentials(afterScheme(authorization, kind))
    case 'custom':
      if (inputs.length > 0) return inputValues(request, inputs)
      return authorization || (certificate === true ? NO_HEADER : undefined)
  }
}

/** Returns the part of an `Authorization` header after its scheme, or undefined if it has another scheme. */
function afterScheme(header: string, name: string): string | undefined {
  const space = header.indexOf(' ')
  if (header.slice(0, Math.max(0, space)).toLowerCase() !== name) return undefined
  return header.slice(space).trim() || undefined
}

/** Decodes `<username>:<password>`. A username cannot contain a colon (RFC 7617, 2). */
function basicCredentials(encoded: string | undefined): BasicCredentials | undefined {
  const decoded = Buffer.from(encoded ?? '', 'base64').toString()
  const colon = decoded.indexOf(':')
  return colon < 1 ? undefined : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}

function inputValues(
  { headers, query }: FastifyRequest,
  inputs: Scheme['inputs'],
): Readonly<Record<string, string>> | undefined {
  const parameters: unknown = query
  const valueIn = (place: 'header' | 'query' | 'cookie', name: string): unknown => {
    switch (place) {
      case 'header':
        return headers[name]
      case 'query':
        return isObject(parameters) ? parameters[name] : undefined
      case 'cookie':
        return cookiesIn(headers.cookie).get(name)?.[0]
    }
  }
  const values = inputs.flatMap(({ in: place, name }): [string, string][] => {
    const value = valueIn(place, name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

/**
 * Removes credentials from the query, which would otherwise be rejected as unknown parameters. Where the route does not ask for
 * them, a parameter with the name of a field stays, because without it, a filter would select all items.
 */
function removeQueryCredentials(
  { query, routeOptions: { config } }: FastifyRequest,
  schemes: readonly Scheme[],
  { isOn, models }: Pick<Authentication, 'isOn' | 'models'>,
): void {
  if (typeof query !== 'object' || query === null) return
  for (const { name: scheme, inputs } of schemes)
    for (const { in: place, name } of inputs) {
      const isAsked = isOn && isAccepted(`scheme:${scheme}`, config.accepts)
      const isField = Object.values(models).some(
        ({ fields, relations }) => Object.hasOwn(fields, name) || Object.hasOwn(relations, name),
      )
      if (place === 'query' && (isAsked || !isField)) Reflect.deleteProperty(query, name)
    }
}

/** @throws Forbidden with the missing scopes (RFC 6750, 3.1) */
function rejectMissingScopes(granted: ReadonlySet<string>, required: readonly string[]): void {
  const missing = required.filter((scope) => !granted.has(scope))
  if (missing.length === 0) return
  throw new Forbidden(`The token does not have the scope "${missing.join(' ')}".`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${required.join(' ')}"` },
  })
}

/** Returns the challenge in the `WWW-Authenticate` header. */
function challengeOf({ name, kind }: Scheme): string {
  const realm = name.replaceAll(/[^\w .-]/g, '_')
  switch (kind) {
    case 'bearer':
      return BEARER
    case 'basic':
      return `Basic realm="${realm}", charset="UTF-8"`
    case 'digest':
      return `Digest realm="${realm}", qop="auth", algorithm=SHA-256, nonce="${randomBytes(16).toString('hex')}"`
    case 'custom':
      return realm.replaceAll(' ', '_')
  }
}

const BEARER = 'Bearer'

function asInvalid(challenge: string): string {
  return challenge === BEARER ? `${BEARER} error="invalid_token"` : challenge
}
