import type { Location } from './location.js'
import type { Permission } from './route.js'

/** Whom a rule is about (SPEC 11). `name` of a `user` is the key of an item of the auth model. */
export type Principal =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'callable'; readonly name: string }

/** `allow g:admin view, update`; `permissions` are sorted, `all` is spelled out. */
export interface AclRule {
  readonly effect: 'allow' | 'deny'
  readonly principal: Principal
  readonly permissions: readonly Permission[]
  readonly loc: Location
}

/** The rules of an x-ACL scheme, or one of the two that stand in where there is none: {@link ALLOW_EVERYONE}, {@link ALLOW_AUTHENTICATED}. */
export interface Acl {
  /** The scheme's name. */
  readonly id: string
  /** A camelCase identifier, unique in the service: `itemOwnerAcl`. */
  readonly var: string
  /** Null where blank: all is allowed on the collection. */
  readonly collection: readonly AclRule[] | null
  /** Null where blank: `collection` decides. */
  readonly item: readonly AclRule[] | null
  readonly description: string | null
  /** Null for the two that stand in. */
  readonly loc: Location | null
}

/** Ids of the ACLs that stand in where a resource has none: `allow everyone all`, `allow authenticated all`. No scheme can have these names. */
export const ALLOW_EVERYONE = '*everyone'
export const ALLOW_AUTHENTICATED = '*authenticated'
