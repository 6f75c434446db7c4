import type { FastifyRequest } from 'fastify'

/** The permissions that access rules can grant or deny. */
export const PERMISSIONS = ['view', 'create', 'update', 'delete', 'options'] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * The subject of a rule. For a `user`, `name` is the user's key. For a `callable`, `name` is the name of a function in
 * the registry. `lacks` selects requests whose credentials count as none.
 */
export type Principal =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'anonymous'; readonly lacks?: (request: FastifyRequest) => boolean }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'callable'; readonly name: string }

export interface AclRule {
  readonly effect: 'allow' | 'deny'
  readonly principal: Principal
  readonly permissions: readonly Permission[]
}

/** The rules for each permission, in order of evaluation. The first matching rule decides. */
export interface RuleTable {
  readonly about: 'collection' | 'item'
  readonly rules: Readonly<Record<Permission, readonly AclRule[]>>
}

/** A compiled ACL for a collection and its items. */
export interface Acl {
  readonly collection: RuleTable
  readonly item: RuleTable
  /** The rules without the credentials that routes require, which your own code does not. */
  readonly plain?: Acl
}

export const everyone: Principal = { kind: 'everyone' }
/** Callers without valid credentials, whom an ACL denies first if the security of its routes requires a caller. */
export const anonymous: Principal = { kind: 'anonymous' }
export const authenticated: Principal = { kind: 'authenticated' }

/** Returns the principal for the members of a group, such as `g:admin`. */
export function group(name: string): Principal {
  return { kind: 'group', name }
}

export function user(name: string): Principal {
  return { kind: 'user', name }
}

/** Returns the principal for a function in the registry, such as `{{is_owner}}`. */
export function callable(name: string): Principal {
  return { kind: 'callable', name }
}

/** Returns a rule that grants permissions; by default, all. */
export function allow(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'allow', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

export function deny(principal: Principal, ...permissions: readonly Permission[]): AclRule {
  return { effect: 'deny', principal, permissions: permissions.length === 0 ? PERMISSIONS : permissions }
}

const ALLOW_ALL: readonly AclRule[] = [allow(everyone)]

/**
 * Compiles an ACL. For an item, the item rules are evaluated first, then the collection rules. If no rule matches,
 * access is denied. A blank `collection`, which is null, allows everything on the collection and adds no rules for items.
 */
export function accessRules({
  collection,
  item,
}: Record<'collection' | 'item', readonly AclRule[] | null>): Acl {
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
