import type { FastifyContextConfig } from 'fastify'
import type { ActionWith } from '../spec/event-actions.js'
import type { Acl, Principal } from './acl.js'

/** Field names in the auth model. `username` is its primary key. */
export interface UserFields {
  readonly username: string
  readonly email: string | null
  readonly password: string
  readonly groups: string | null
}

/**
 * The fields of a model that each audience can see; null for no restriction. Only admins can see the `hidden` fields,
 * but other callers can write them.
 */
export interface Visibility {
  readonly public: readonly string[] | null
  readonly authenticated: readonly string[] | null
  readonly hidden: readonly string[]
}

/** Names of an action's `before_*` and `after_*` handlers, in order. */
export interface ActionHandlers {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The authentication and field visibility of the API, as declared in `auth.ts`. */
export interface AuthConfig {
  readonly model: string
  readonly fields: UserFields
  /** Fields allowed in a registration in addition to username, email and password. Undefined without registrations. */
  readonly registerFields?: readonly string[]
  /** Rejects new users whose names access rules contain. Only admins can create them. */
  readonly rejectReserved?: (users: unknown) => void
  /** Path of the users collection. `{path}/self` refers to the caller. */
  readonly path: string
  /** Other paths at which a POST creates users. */
  readonly creations?: readonly string[]
  /** What the service's own routes for callers require, such as `GET {path}/self`; if omitted, any credentials. */
  readonly ownRoutes?: FastifyContextConfig
  /** Whether there is no route `GET {path}/self`. */
  readonly withoutSelf?: boolean
  readonly apiKey?: true
  /** The visible fields, keyed by model name. Models without an entry have no restrictions. */
  readonly visibility: Readonly<Record<string, Visibility>>
  /** The principals that are allowed to write a field, keyed by model and field name. */
  readonly writableBy?: Readonly<Record<string, Readonly<Record<string, readonly Principal[]>>>>
  /** The ACL for the route that returns an item, keyed by model name. */
  readonly acls: Readonly<Record<string, Acl>>
  /** The ACL for the route that changes an item, keyed by model name, if it differs from the one in `acls`. */
  readonly writeAcls?: Readonly<Record<string, Acl>>
  /** The ACL for models without routes whose items the declared documents of others contain, keyed by model name. */
  readonly containedAcls?: Readonly<Record<string, Acl>>
  readonly handlers: Readonly<Record<ActionWith<{ on: 'account' }>, ActionHandlers>>
}
