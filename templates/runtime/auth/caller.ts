import type { Key, Row } from '../model.js'
import type { UserFields } from './config.js'

/** What a request may bring along to say who the caller is: the cookie's ticket, or an API key. */
export type Credential = 'ticket' | 'api_key'

/** How a caller is known: by the cookie's ticket, by an API key, or by the password that this very request brings. */
export type Proof =
  | { readonly by: 'ticket'; readonly session: string }
  | { readonly by: 'api_key' }
  | { readonly by: 'password' }

/** Who makes a request. */
export interface Caller {
  readonly key: Key
  readonly groups: ReadonlySet<string>
  /** Member of the group `admin`. */
  readonly admin: boolean
  /** The item of the auth model. */
  readonly user: Row
  /** The same without the password's hash: for the user's own functions, whose answers may show it. */
  readonly known: Row
  readonly proof: Proof
}

/** The group whose members may do what the service reserves to admins (SPEC 10, 12). */
export const ADMIN_GROUP = 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credentials that the route accepts; others count as none. Left out: all. */
    accepts?: readonly Credential[]
  }
  interface FastifyRequest {
    /** Who makes the request; null for an anonymous caller, and where authentication is off. */
    caller: Caller | null
  }
}

/** The user as the caller of a request. */
export function callerOf(user: Row, key: Key, fields: UserFields, proof: Proof): Caller {
  const value = fields.groups === null ? null : user[fields.groups]
  const groups = new Set(Array.isArray(value) ? value.map(String) : [])
  const { [fields.password]: _password, ...known } = user
  return { key, groups, admin: groups.has(ADMIN_GROUP), user, known, proof }
}
