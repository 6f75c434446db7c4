import type { Acl, AclRule, Permission, Principal, Route } from '../ir/index.js'

/** Someone who asks: nobody known, someone logged in, or one of whom more is known. */
export type Asker =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }

/** What rules come to: `depends` where functions of the user's decide, which are named. */
export type Verdict =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'depends'; readonly callables: readonly string[]; readonly otherwise: 'yes' | 'no' }

/** Whether the rules of a route are asked about a collection or about an item (SPEC 11). A singular sub-resource that is created is none yet. */
export function ruleSide({ kind, method }: Pick<Route, 'kind' | 'method'>): 'collection' | 'item' {
  return kind === 'collection' || (kind === 'singular' && method === 'POST') ? 'collection' : 'item'
}

const ALLOW_ALL: Pick<AclRule, 'effect' | 'principal'> = { effect: 'allow', principal: { kind: 'everyone' } }

/** What an ACL says to one who asks for a permission: the first rule that matches wins (SPEC 11). */
export function verdictOf(
  acl: Acl,
  side: 'collection' | 'item',
  permission: Permission,
  asker: Asker,
): Verdict {
  const callables: string[] = []
  for (const { effect, principal } of rulesOf(acl, side, permission)) {
    if (principal.kind === 'callable') {
      callables.push(principal.name)
    } else if (matches(principal, asker)) {
      return verdict(callables, effect === 'allow' ? 'yes' : 'no')
    }
  }
  return verdict(callables, 'no')
}

function rulesOf(
  { collection, item }: Acl,
  side: 'collection' | 'item',
  permission: Permission,
): readonly Pick<AclRule, 'effect' | 'principal'>[] {
  if (side === 'collection' && collection === null) return [ALLOW_ALL]
  const rules = side === 'collection' ? (collection ?? []) : [...(item ?? []), ...(collection ?? [])]
  return rules.filter(({ permissions }) => permissions.includes(permission))
}

function verdict(callables: readonly string[], otherwise: 'yes' | 'no'): Verdict {
  return callables.length === 0
    ? { kind: otherwise }
    : { kind: 'depends', callables: [...new Set(callables)], otherwise }
}

function matches(principal: Exclude<Principal, { readonly kind: 'callable' }>, asker: Asker): boolean {
  switch (principal.kind) {
    case 'everyone':
      return true
    case 'authenticated':
      return asker.kind !== 'everyone'
    case 'group':
    case 'user':
      return asker.kind === principal.kind && asker.name === principal.name
  }
}
