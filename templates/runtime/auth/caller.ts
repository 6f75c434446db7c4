import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'
import type { Key, Row } from '../model.js'
import type { Session } from '../store.js'
import type { AccessControl } from './access.js'
import type { UserFields } from './accounts.js'

/** A credential in a request: the ticket in the cookie, an API key, or the credentials of another scheme. */
export type Credential = 'ticket' | 'api_key' | `scheme:${string}`

interface Renewable {
  /** Returns the caller's user, or undefined if the credentials have become invalid. */
  userIn(session: Session): Promise<Row | undefined>
}

export interface TicketProof extends Renewable {
  readonly by: 'ticket'
  readonly session: string
  /** The stamp of the ticket; undefined if the session starts with this request. */
  readonly stamp: string | undefined
}

/** What credentials allow at most. Credentials that are made with others have their limits. */
export interface Limits {
  /** The groups that replace those of the stored user, if it is not null. */
  readonly groups: readonly string[] | null
  /** The scopes that the credentials grant; null for all. */
  readonly scopes: readonly string[] | null
  /** When the credentials expire, in milliseconds since 1970; null for never. */
  readonly expires: number | null
}

export const UNLIMITED: Limits = { groups: null, scopes: null, expires: null }

interface OtherProof extends Renewable, Limits {
  readonly by: Exclude<Credential, 'ticket'>
}

/** How a caller was authenticated: by credentials that were issued earlier, or by the password in this request. */
export type Proof = TicketProof | OtherProof | { readonly by: 'password' }

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

export const ADMIN_GROUP = 'admin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if authentication is off. Everything is then allowed. */
    accessControl: AccessControl | null
  }
  interface FastifyContextConfig {
    /** The credentials that the route accepts; if omitted, all. Other credentials are ignored. */
    accepts?: readonly Credential[]
    /** The scopes that a scheme must grant, keyed by the scheme's name. */
    scopes?: Readonly<Record<string, readonly string[]>>
    /** The credentials that a request must have together, for each alternative. */
    requires?: readonly (readonly Credential[])[]
  }
  interface FastifyRequest {
    /** The caller; null if the caller is anonymous or authentication is off. */
    caller: Caller | null
  }
}

/** Returns the {@link Caller} for a user. */
export function callerOf(user: Row, key: Key, fields: UserFields, proof: Proof): Caller {
  const given = 'groups' in proof ? proof.groups : null
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
