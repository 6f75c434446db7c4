import type { Acl } from './acl.js'
import type { Credential } from './caller.js'

/** Names of the auth model's fields; `username` is its key. */
export interface UserFields {
  readonly username: string
  readonly email: string | null
  readonly password: string
  readonly groups: string | null
}

/** The settings of the x-Ticket scheme (SPEC 10). Times are seconds; null: not set. */
export interface TicketConfig {
  /** The key of `service.ini` that holds the secret. */
  readonly secretSetting: string
  readonly hashAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly cookieName: string
  readonly httpOnly: boolean
  /** Null: as the request's own scheme. */
  readonly secure: boolean | null
  readonly sameSite: 'Lax' | 'Strict' | 'None'
  readonly maxAge: number | null
  readonly timeout: number | null
  readonly reissueTime: number | null
  readonly path: string
  readonly domain: string | null
}

/** Who sees which fields of a model; null where a list does not restrict (SPEC 12). */
export interface Visibility {
  readonly public: readonly string[] | null
  readonly authenticated: readonly string[] | null
  readonly hidden: readonly string[]
}

/** Names of the handlers around an action, in order. */
export interface ActionHandlers {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** How the API says that callers are known, and what they see; emitted as `auth.ts`. */
export interface AuthConfig {
  /** Name of the auth model. */
  readonly model: string
  readonly fields: UserFields
  /** What register takes beside username, email and password. */
  readonly registerFields: readonly string[]
  /** Path of the users' collection; `self` below it is the caller. */
  readonly path: string
  /** The credentials that GET `…/self` accepts; left out where it is all. */
  readonly selfAccepts?: readonly Credential[]
  readonly ticket: TicketConfig | null
  readonly apiKey: boolean
  /** By name of the model; a model that is not here shows everything. */
  readonly visibility: Readonly<Record<string, Visibility>>
  /** The ACL of the route that shows an item, by name of the model. */
  readonly acls: Readonly<Record<string, Acl>>
  /** The ACL of the route that changes an item, by name of the model, where it is another one. */
  readonly writeAcls?: Readonly<Record<string, Acl>>
  /** Names of the models whose items may carry rules of their own (`database_acls`): not of those that are open to everyone. */
  readonly ownAcls: readonly string[]
  readonly handlers: {
    readonly login: ActionHandlers
    readonly logout: ActionHandlers
    readonly register: ActionHandlers
  }
}
