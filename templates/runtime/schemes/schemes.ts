import type { FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { type Caller, type Credential, callerOf } from '../auth/acl.js'
import type { ExternalParts, ExternalSchemes } from '../auth/authentication.js'
import { Forbidden, NotImplemented, Unauthorized } from '../errors.js'
import { cookiesIn } from '../http/cookies.js'
import { isObject } from '../json.js'
import type { Row } from '../model.js'

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
}

/** The credentials of a Basic scheme. */
export interface BasicCredentials {
  readonly username: string
  readonly password: string
}

/** The parameter of the function that checks the credentials of a scheme. */
export interface SchemeContext<Credentials = unknown, Models = object, User = unknown> {
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
}

/** Returns the user whom the credentials identify, or undefined if they are invalid. */
export type SchemeFunction<Credentials, User, Models> = (
  context: SchemeContext<Credentials, Models, User>,
) => User | undefined | Promise<User | undefined>

/** The user of a token, and what the token grants. */
export interface TokenUser {
  readonly user: Row
  /** The groups that replace those of the stored user; null if the token does not determine them. */
  readonly groups: readonly string[] | null
  readonly scopes: ReadonlySet<string>
}

/** Verifies the tokens of an identity provider. */
export interface TokenReader {
  /**
   * Returns undefined if the token is invalid.
   * @throws HttpError 503 if the provider's keys are required but cannot be read
   */
  read(request: FastifyRequest, token: string, parts: ExternalParts): Promise<TokenUser | undefined>
}

type Credentials = string | BasicCredentials | Readonly<Record<string, string>>

/**
 * Returns the schemes whose credentials your functions check.
 * @param readers the readers of tokens, keyed by scheme; these schemes do not call their functions
 */
export function externalSchemes(
  schemes: readonly Scheme[],
  readers: ReadonlyMap<string, TokenReader> = new Map(),
): (parts: ExternalParts) => ExternalSchemes {
  return (parts) => new Schemes(schemes, readers, parts)
}

interface Given {
  readonly scheme: Scheme
  readonly credentials: Credentials
}

/** Stops an attempt, so that it counts as failed. */
class InvalidCredentials extends Unauthorized {}

class Schemes implements ExternalSchemes {
  readonly #schemes: readonly Scheme[]
  readonly #readers: ReadonlyMap<string, TokenReader>
  readonly #parts: ExternalParts
  readonly #found = new WeakMap<FastifyRequest, readonly Given[]>()

  constructor(schemes: readonly Scheme[], readers: ReadonlyMap<string, TokenReader>, parts: ExternalParts) {
    this.#schemes = schemes
    this.#readers = readers
    this.#parts = parts
  }

  async caller(request: FastifyRequest): Promise<Caller | null> {
    const { accepts } = request.routeOptions.config
    const given = this.#given(request)
    const accepted = given.filter(({ scheme }) => isAccepted(scheme, accepts))
    let isIncomplete = false
    for (const { scheme, credentials } of accepted) {
      const caller = await this.#identify(request, scheme, credentials, undefined)
      if (caller !== undefined && (await this.completes(request, `scheme:${scheme.name}`, caller)))
        return caller
      if (caller !== undefined) isIncomplete = true
    }
    if (accepted.length === 0 || isIncomplete) return null
    const challenges = request.server.accessControl?.challenges(accepts) ?? []
    throw new Unauthorized('Invalid credentials.', {
      headers: { 'WWW-Authenticate': challenges.map(asInvalid).join(', ') },
    })
  }

  async completes(request: FastifyRequest, credential: Credential, caller: Caller): Promise<boolean> {
    const { requires } = request.routeOptions.config
    if (requires === undefined) return true
    for (const alternative of requires) {
      if (!alternative.includes(credential)) continue
      const others = alternative.filter((each) => each !== credential)
      const valid = await Promise.all(others.map((each) => this.#isOf(caller, request, each)))
      if (valid.every(Boolean)) return true
    }
    return false
  }

  /** Returns whether a request has valid credentials of the same user for another scheme. */
  async #isOf(caller: Caller, request: FastifyRequest, credential: Credential): Promise<boolean> {
    const found = this.#given(request).find(({ scheme }) => `scheme:${scheme.name}` === credential)
    if (found === undefined) return false
    const other = await this.#identify(request, found.scheme, found.credentials, caller.user)
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
    removeQueryCredentials(request, this.#schemes)
    this.#found.set(request, given)
    return given
  }

  challenges(accepts?: readonly Credential[]): readonly string[] {
    const challenges = this.#schemes.filter((scheme) => isAccepted(scheme, accepts)).map(challengeOf)
    return [...new Set(challenges)]
  }

  async #identify(
    request: FastifyRequest,
    scheme: Scheme,
    credentials: Credentials,
    known: Row | undefined,
  ): Promise<Caller | undefined> {
    const { scopes: required = {} } = request.routeOptions.config
    const scopes = (Object.hasOwn(required, scheme.name) ? required[scheme.name] : undefined) ?? []
    const reader = this.#readers.get(scheme.name)
    if (reader !== undefined && typeof credentials === 'string') {
      const found = await reader.read(request, credentials, this.#parts)
      if (found === undefined) return undefined
      rejectMissingScopes(found.scopes, scopes)
      return this.#callerFor(scheme, found.user, found.groups)
    }
    const user = await this.#limited(request, scheme, credentials, () =>
      this.#userFromFunction(request, scheme, { credentials, scopes, user: known }),
    )
    return user === undefined ? undefined : this.#callerFor(scheme, user, null)
  }

  /** Limits failed attempts to guess a password. */
  async #limited(
    request: FastifyRequest,
    { name, kind }: Scheme,
    credentials: Credentials,
    work: () => Promise<Row | undefined>,
  ): Promise<Row | undefined> {
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

  /** Returns the stored user whom your function identifies, or undefined if the user does not exist. */
  async #userFromFunction(
    request: FastifyRequest,
    { name, file }: Scheme,
    given: Pick<SchemeContext, 'credentials' | 'scopes' | 'user'>,
  ): Promise<Row | undefined> {
    const { accounts, call, database, repositories } = this.#parts
    const context: SchemeContext = { ...given, request, models: repositories(database) }
    const user = await call(`scheme ${name}`, context).catch((error: unknown) => {
      if (error instanceof NotImplemented)
        throw new NotImplemented(`This security scheme is not implemented. Write its function in ${file}.`)
      throw error
    })
    if (user === undefined || user === null) return undefined
    if (!isObject(user)) throw new TypeError(`The scheme "${name}" must return a user or undefined`)
    return accounts.find(accounts.keyOf(user))
  }

  #callerFor({ name }: Scheme, user: Row, groups: readonly string[] | null): Caller {
    const { accounts, config } = this.#parts
    return callerOf(user, accounts.keyOf(user), config.fields, { by: `scheme:${name}`, groups })
  }
}

function isAccepted({ name }: Scheme, accepts: readonly Credential[] | undefined): boolean {
  return accepts?.includes(`scheme:${name}`) ?? true
}

/** Returns the credentials in a request, or undefined if it has none for this scheme. */
function readCredentials(request: FastifyRequest, { kind, inputs }: Scheme): Credentials | undefined {
  const { authorization = '' } = request.headers
  switch (kind) {
    case 'bearer':
    case 'digest':
      return afterScheme(authorization, kind)
    case 'basic':
      return basicCredentials(afterScheme(authorization, kind))
    case 'custom':
      return inputs.length === 0 ? authorization || undefined : inputValues(request, inputs)
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

/** Removes credentials from the query, which would otherwise be rejected as unknown parameters. */
function removeQueryCredentials({ query }: FastifyRequest, schemes: readonly Scheme[]): void {
  if (typeof query !== 'object' || query === null) return
  for (const { in: place, name } of schemes.flatMap(({ inputs }) => inputs))
    if (place === 'query') Reflect.deleteProperty(query, name)
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
