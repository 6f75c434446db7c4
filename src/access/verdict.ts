import type { Acl, AclRule, Permission, Principal, Route, Service } from '../ir/index.js'
import type { Caller } from './caller.js'

/** Whether a caller may do something. `depends`: functions of the user's are asked first; `otherwise` holds where none of them answers. */
export type Verdict =
  | { readonly kind: 'allow' | 'deny' }
  | { readonly kind: 'depends'; readonly on: readonly string[]; readonly otherwise: 'allow' | 'deny' }

/** Whether the rules of a route are asked about a collection or about an item (SPEC 11). A singular sub-resource that is created is none yet. */
export function ruleSide({ kind, method }: Pick<Route, 'kind' | 'method'>): 'collection' | 'item' {
  return kind === 'collection' || (kind === 'singular' && method === 'POST') ? 'collection' : 'item'
}

/** The rules that are asked on one side of an ACL, in order (SPEC 11): for an item its own, then those of the collection. Null: all is allowed. */
export function rulesAsked<Rule>(
  { collection, item }: Readonly<Record<'collection' | 'item', readonly Rule[] | null>>,
  side: 'collection' | 'item',
): readonly Rule[] | null {
  return side === 'item' ? [...(item ?? []), ...(collection ?? [])] : collection
}

/**
 * What a route's ACL says of a caller, with `auth = true`: the first rule that matches wins, and without one the answer is no (SPEC 11). Where
 * `securedBy: [null]` removes all schemes, nobody is known.
 * @throws Error where the IR lacks the ACL
 */
export function verdictOn(route: Route, caller: Caller, { acls }: Pick<Service, 'acls'>): Verdict {
  const acl = acls.find(({ id }) => id === route.acl)
  if (acl === undefined) throw new Error(`the IR has no ACL ${route.acl}`)
  const known: Caller = route.accepts?.length === 0 ? { kind: 'anonymous' } : caller
  return verdictOf(acl, ruleSide(route), route.permission, known)
}

function verdictOf(acl: Acl, side: 'collection' | 'item', permission: Permission, caller: Caller): Verdict {
  const rules = rulesAsked<AclRule>(acl, side)
  if (rules === null) return { kind: 'allow' }
  const on: string[] = []
  for (const { effect, principal, permissions } of rules) {
    if (!permissions.includes(permission)) continue
    if (principal.kind === 'callable') on.push(principal.name)
    else if (matches(principal, caller)) return verdict(on, effect)
  }
  return verdict(on, 'deny')
}

/** A verdict in a few words: `yes`, `no`, `{{is_owner}}, else no`. */
export function verdictText(verdict: Verdict): string {
  if (verdict.kind !== 'depends') return YES_NO[verdict.kind]
  return `${verdict.on.map((name) => `{{${name}}}`).join(', ')}, else ${YES_NO[verdict.otherwise]}`
}

const YES_NO = { allow: 'yes', deny: 'no' } as const

function verdict(on: readonly string[], otherwise: 'allow' | 'deny'): Verdict {
  return on.length === 0 ? { kind: otherwise } : { kind: 'depends', on: [...new Set(on)], otherwise }
}

function matches(principal: Exclude<Principal, { kind: 'callable' }>, caller: Caller): boolean {
  switch (principal.kind) {
    case 'everyone':
      return true
    case 'authenticated':
      return caller.kind !== 'anonymous'
    case 'group':
    case 'user':
      return caller.kind === principal.kind && caller.name === principal.name
  }
}
