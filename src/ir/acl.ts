import type { Location } from './location.js'
import type { Permission } from './route.js'

/** The principal of a rule. The `name` of a `user` is the primary key of an item of the auth model. */
export type Principal =
  | { readonly kind: 'everyone' }
  /** Callers without valid credentials. Only rules that svcgen adds name them. */
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'callable'; readonly name: string }

/** A rule such as `allow g:admin view, update`. The `permissions` are sorted, and `all` is expanded. */
export interface AclRule {
  readonly effect: 'allow' | 'deny'
  readonly principal: Principal
  readonly permissions: readonly Permission[]
  readonly loc: Location
}

/** The rules of an x-ACL scheme, or one of the defaults: {@link ALLOW_EVERYONE}, {@link ALLOW_AUTHENTICATED}. */
export interface Acl {
  readonly id: string
  /** A camelCase identifier that is unique in the service: `itemOwnerAcl`. */
  readonly var: string
  /** Null if there are no rules, in which case everything is allowed on the collection. */
  readonly collection: readonly AclRule[] | null
  /** Null if there are no rules, in which case only `collection` applies. */
  readonly item: readonly AclRule[] | null
  readonly description: string | null
  /** Null for the defaults. */
  readonly loc: Location | null
}

/** IDs of the default ACLs: `allow everyone all` and `allow authenticated all`. No scheme can have these names. */
export const ALLOW_EVERYONE = '*everyone'
export const ALLOW_AUTHENTICATED = '*authenticated'
