/** What can be done with a resource (SPEC 11). */
export const PERMISSIONS = ['view', 'create', 'update', 'delete', 'options'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Whom a rule is about. `name` of a `user` is the key of an item of the auth model; of a `callable`, a function of the registry. */
export type Principal =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'callable'; readonly name: string }

export interface AclRule {
  readonly effect: 'allow' | 'deny'
  readonly principal: Principal
  readonly permissions: readonly Permission[]
}

/** The rules of an ACL as written; null where blank. */
export interface AclRules {
  readonly collection: readonly AclRule[] | null
  readonly item: readonly AclRule[] | null
}

/** For each permission the rules that name it, in the order in which they are asked: the first that matches wins. */
export interface RuleTable {
  readonly about: 'collection' | 'item'
  readonly rules: Readonly<Record<Permission, readonly AclRule[]>>
}

/** An ACL, ready to be asked about a collection or about an item. */
export interface Acl {
  readonly collection: RuleTable
  readonly item: RuleTable
}

export const everyone: Principal = { kind: 'everyone' }
export const authenticated: Principal = { kind: 'authenticated' }

/** The members of a group: `g:admin`. */
export function group(name: string): Principal {
  return { kind: 'group', name }
}

/** The user with this key. */
export function user(name: string): Principal {
  return { kind: 'user', name }
}

/** Whoever the user's function of this name says: `{{is_owner}}`. */
export function callable(name: string): Principal {
  return { kind: 'callable', name }
}

/** The rule that grants permissions; without any, all of them. */
export function allow(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'allow', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

/** The rule that refuses permissions; without any, all of them. */
export function deny(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'deny', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

const ALLOW_ALL: readonly AclRule[] = [allow(everyone)]

/**
 * Puts the rules of an ACL in the order in which they are asked (SPEC 11): for an item its own rules, then those of the collection, then no.
 * A blank `collection` allows all on the collection, and nothing on an item.
 */
export function accessRules({ collection, item }: AclRules): Acl {
  return {
    collection: tableOf('collection', collection ?? ALLOW_ALL),
    item: tableOf('item', [...(item ?? []), ...(collection ?? [])]),
  }
}

function tableOf(about: RuleTable['about'], rules: readonly AclRule[]): RuleTable {
  const named = (permission: Permission): readonly AclRule[] =>
    rules.filter((rule) => rule.permissions.includes(permission))
  return {
    about,
    rules: {
      view: named('view'),
      create: named('create'),
      update: named('update'),
      delete: named('delete'),
      options: named('options'),
    },
  }
}
