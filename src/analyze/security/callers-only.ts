import { type Acl, type AclRule, PERMISSIONS, type Principal, type Secured } from '../../ir/index.js'
import { UniqueNames } from '../../naming/unique.js'

/**
 * Returns the ACLs with a first rule that denies anonymous callers where the security of routes requires a caller. If
 * other routes use the same ACL, it is left as it is, and `idOf` returns the ID of its copy.
 */
export function withoutAnonymous(
  acls: readonly Acl[],
  routes: readonly Secured[],
): { readonly acls: readonly Acl[]; readonly idOf: (route: Secured) => string } {
  const closed = new Set(routes.flatMap(({ acl, callersOnly }) => (callersOnly === true ? [acl] : [])))
  const open = new Set(routes.flatMap(({ acl, callersOnly }) => (callersOnly === true ? [] : [acl])))
  const idOf = ({ acl, callersOnly }: Secured): string =>
    callersOnly === true && open.has(acl) ? copyId(acl) : acl
  const names = new UniqueNames()
  for (const acl of acls) names.take(acl.var)
  return {
    idOf,
    acls: acls.flatMap((acl) => {
      if (!closed.has(acl.id)) return [acl]
      const narrow = denyingAnonymous(acl)
      if (!open.has(acl.id)) return [narrow]
      return [acl, { ...narrow, id: copyId(acl.id), var: names.take(`callers${capitalized(acl.var)}`) }]
    }),
  }
}

/** No scheme or path can have this name. */
function copyId(acl: string): string {
  return `${acl} (callers)`
}

function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

function denyingAnonymous(acl: Acl): Acl {
  const loc = acl.loc ?? acl.collection?.[0]?.loc ?? { file: '', line: 1, column: 1 }
  const rule = (
    effect: AclRule['effect'],
    kind: Extract<Principal['kind'], 'anonymous' | 'everyone'>,
  ): AclRule => ({
    effect,
    principal: { kind },
    permissions: [...PERMISSIONS].sort(),
    loc,
  })
  const { collection, item } = acl
  const first = rule('deny', 'anonymous')
  // Without rules for the collection, everything is allowed on it, but nothing on items that no item rule matches.
  return {
    ...acl,
    collection: [first, ...(collection ?? [rule('allow', 'everyone')])],
    item:
      item === null && collection !== null
        ? null
        : [first, ...(item ?? []), ...(collection === null ? [rule('deny', 'everyone')] : [])],
  }
}
