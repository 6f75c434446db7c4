import {
  ALLOW_AUTHENTICATED,
  ALLOW_EVERYONE,
  type Acl,
  type AclRule,
  type Permission,
  type Principal,
  type Route,
  type Service,
} from '../ir/index.js'
import type { Caller } from './caller.js'

/** Whether a caller may do something. `depends`: functions of the user's are asked first; `otherwise` holds where none of them answers. */
export type Verdict =
  | { readonly kind: 'allow' | 'deny' }
  | { readonly kind: 'depends'; readonly on: readonly string[]; readonly otherwise: 'allow' | 'deny' }

/** What a route's ACL says of a caller, with `auth = true` (SPEC 11). */
export function verdictOn(route: Route, caller: Caller, service: Service): Verdict {
  if (route.acl === ALLOW_EVERYONE) return { kind: 'allow' }
  if (route.acl === ALLOW_AUTHENTICATED) return { kind: caller.kind === 'anonymous' ? 'deny' : 'allow' }
  const acl = service.acls.find(({ id }) => id === route.acl)
  if (acl === undefined) return { kind: 'deny' }
  return route.kind === 'collection'
    ? onCollection(acl, route.permission, caller)
    : firstMatch([...(acl.item ?? []), ...(acl.collection ?? [])], route.permission, caller)
}

/** A blank `collection` allows all on the collection. */
function onCollection({ collection }: Acl, permission: Permission, caller: Caller): Verdict {
  return collection === null ? { kind: 'allow' } : firstMatch(collection, permission, caller)
}

function firstMatch(rules: readonly AclRule[], permission: Permission, caller: Caller): Verdict {
  const on: string[] = []
  for (const { effect, principal, permissions } of rules) {
    if (principal.kind === 'callable') {
      if (!on.includes(principal.name)) on.push(principal.name)
      continue
    }
    if (permissions.includes(permission) && matches(principal, caller)) return verdict(on, effect)
  }
  return verdict(on, 'deny')
}

function verdict(on: readonly string[], otherwise: 'allow' | 'deny'): Verdict {
  return on.length === 0 ? { kind: otherwise } : { kind: 'depends', on, otherwise }
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
