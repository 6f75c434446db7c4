import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'
import type { Key, Row } from '../model.js'
import type { Session } from '../store.js'
import type { UserFields } from './config.js'

/** A credential in a request: the ticket in the cookie, an API key, or the credentials of another scheme. */
export type Credential = 'ticket' | 'api_key' | `scheme:${string}`

export interface Renewable {
  /** The groups that replace those of the stored user, if any. */
  readonly groups?: readonly string[] | null
  /** Returns the caller's user, or undefined if the credentials have become invalid. */
  userIn(session: Session): Promise<Row | undefined>
}

export interface TicketProof extends Renewable {
  readonly by: 'ticket'
  readonly session: string
  /** The stamp of the ticket; undefined if the session starts with this request. */
  readonly stamp: string | undefined
}

/**
 * How a caller can be authenticated: by credentials that were issued earlier, or by the password in this request. Files for
 * other credentials add theirs.
 */
export interface Proofs {
  readonly ticket: TicketProof
  readonly password: { readonly by: 'password' }
}
export type Proof = Proofs[keyof Proofs]

/** The authenticated user who sent a request. */
export interface Caller {
  readonly key: Key
  readonly groups: ReadonlySet<string>
  /** Whether the caller is in the group `admin`. */
  readonly admin: boolean
  /** The user's item without the password hash, which handlers could otherwise reveal. */
  readonly user: Row
  readonly proof: Proof
}

/** Identifies callers by one kind of credentials. */
export interface Authenticator {
  /** Returns whether a request can have such credentials and its route accepts them. */
  applies(request: FastifyRequest): boolean
  /**
   * Returns the caller, or null if the credentials are missing or invalid.
   * @throws Unauthorized; Forbidden
   */
  caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null>
  /**
   * Returns the challenges in the `WWW-Authenticate` header.
   * @param others the challenges of the authenticators before this one
   * @param accepts the credentials that the route accepts; if omitted, all
   */
  challenges(others: readonly string[], accepts?: readonly Credential[]): readonly string[]
}

export const ADMIN_GROUP = 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credentials that the route accepts; if omitted, all. Other credentials are ignored. */
    accepts?: readonly Credential[]
  }
  interface FastifyRequest {
    /** The caller; null if the caller is anonymous or authentication is off. */
    caller: Caller | null
  }
}

/** Returns the {@link Caller} for a user. */
export function callerOf(user: Row, key: Key, fields: UserFields, proof: Proof): Caller {
  const given = 'groups' in proof ? (proof.groups ?? null) : null
  const value = given ?? (fields.groups === null ? null : user[fields.groups])
  const groups = new Set(Array.isArray(value) ? value.map(String) : [])
  const { [fields.password]: _password, ...known } = user
  const own = given === null || fields.groups === null ? known : { ...known, [fields.groups]: [...groups] }
  return { key, groups, admin: groups.has(ADMIN_GROUP), user: own, proof }
}

/** @param accepts the credentials that a route accepts; if undefined, all */
export function isAccepted(credential: Credential, accepts: readonly Credential[] | undefined): boolean {
  return accepts?.includes(credential) ?? true
}

/** Returns a 401 error whose `WWW-Authenticate` header names the accepted schemes (RFC 9110, 11.6.1). */
export function unauthorized(
  { server, routeOptions }: FastifyRequest,
  detail = 'Authentication required.',
): Unauthorized {
  const { accepts } = routeOptions.config
  const challenges = server.accessControl?.challenges(accepts?.length === 0 ? undefined : accepts) ?? []
  return new Unauthorized(
    detail,
    challenges.length === 0 ? {} : { headers: { 'WWW-Authenticate': challenges.join(', ') } },
  )
}
