import { PERMISSIONS, type Acl, type AclRule, type Service } from '../../ir/index.js'
import type { Imports } from '../imports.js'
import { commentLine, stringLiteral } from '../literal.js'

/** Returns the view for the access rules. */
export function aclView(service: Service, imports: Imports): object {
  const used = service.acls.filter(({ id }) =>
    [...service.routes, ...service.actions].some(({ acl }) => acl === id),
  )
  const acls = used.map((acl) => ({
    var: acl.var,
    title: titleOf(acl),
    collection: rulesText(acl.collection, imports),
    item: rulesText(acl.item, imports),
  }))
  return { acls }
}

function titleOf({ id, description, collection, loc }: Acl): string {
  if (loc === null) {
    const isOpen = collection?.some(({ principal }) => principal.kind === 'everyone') === true
    return `For routes without an ACL: ${isOpen ? 'everyone' : 'every authenticated user'} can do anything.`
  }
  return commentLine(description ?? `The rules of ${id}.`)
}

function rulesText(rules: readonly AclRule[] | null, imports: Imports): string {
  return rules === null ? 'null' : `[${rules.map((rule) => ruleText(rule, imports)).join(', ')}]`
}

function ruleText({ effect, principal, permissions }: AclRule, imports: Imports): string {
  imports.use(principal.kind, 'runtime/access/')
  const all = PERMISSIONS.every((permission) => permissions.includes(permission))
  const parts = [principalCode(principal), ...(all ? [] : permissions.map(stringLiteral))]
  return `${imports.use(effect, 'runtime/access/')}(${parts.join(', ')})`
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
