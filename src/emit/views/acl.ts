import { PERMISSIONS, type Acl, type AclRule, type Service } from '../../ir/index.js'
import { commentLine, stringLiteral } from '../literal.js'

function usedAcls({ acls, routes, actions }: Service): readonly Acl[] {
  return acls.filter(({ id }) => [...routes, ...actions].some((route) => route.acl === id))
}

/** Returns the view for the access rules. */
export function aclView(service: Service): object {
  const acls = usedAcls(service).map((acl) => ({
    var: acl.var,
    title: titleOf(acl),
    collection: rulesText(acl.collection),
    item: rulesText(acl.item),
  }))
  return { builders: builders(service).join(', '), acls }
}

function builders(service: Service): readonly string[] {
  const rules = usedAcls(service).flatMap(({ collection, item }) => [...(collection ?? []), ...(item ?? [])])
  const names = rules.flatMap(({ effect, principal }) => [effect, principal.kind])
  return [...new Set<string>([...names, 'accessRules'])].sort()
}

function titleOf({ id, description, collection, loc }: Acl): string {
  if (loc === null) {
    const isOpen = collection?.some(({ principal }) => principal.kind === 'everyone') === true
    return `For routes without an ACL: ${isOpen ? 'everyone' : 'every authenticated user'} can do anything.`
  }
  return commentLine(description ?? `The rules of ${id}.`)
}

function rulesText(rules: readonly AclRule[] | null): string {
  return rules === null ? 'null' : `[${rules.map(ruleText).join(', ')}]`
}

function ruleText({ effect, principal, permissions }: AclRule): string {
  const all = PERMISSIONS.every((permission) => permissions.includes(permission))
  return `${effect}(${[principalCode(principal), ...(all ? [] : permissions.map(stringLiteral))].join(', ')})`
}

/** Returns the code for a principal: `group('admin')`. */
export function principalCode(principal: AclRule['principal']): string {
  switch (principal.kind) {
    case 'everyone':
    case 'anonymous':
    case 'authenticated':
      return principal.kind
    case 'group':
    case 'user':
    case 'callable':
      return `${principal.kind}(${stringLiteral(principal.name)})`
  }
}
