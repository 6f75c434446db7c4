import { ruleSide, rulesAsked } from '../access/verdict.js'
import type { Collector } from '../diagnostics/collector.js'
import type { AclRule, Permission, Principal } from '../ir/index.js'
import type { PlacedRule } from './acl-rules.js'
import type { PlacedAcl } from './acls.js'
import type { PlacedRoute } from './routes.js'

/** Warns of rules that never apply, because earlier ones decide all that they are about (SPEC 11: the first match wins). */
export function reportShadowed(rules: readonly PlacedRule[], collector: Collector): void {
  rules.forEach(({ rule, at }, index) => {
    const earlier = rules.slice(0, index)
    const coverers = rule.permissions.map((permission) =>
      earlier.find(
        (other) =>
          other.rule.permissions.includes(permission) && covers(other.rule.principal, rule.principal),
      ),
    )
    if (!coverers.every((found) => found !== undefined)) return
    collector.report('SVC5005', {
      message: `The rule for ${principalText(rule.principal)} never applies: earlier rules decide`,
      at,
      related: [...new Set(coverers)].map((found) => ({ message: 'This rule decides before', at: found.at })),
      help: 'Move it up, or remove it',
    })
  })
}

/** Warns of routes that no rule allows anyone to use. */
export function reportIdleRoutes(
  acls: ReadonlyMap<string, PlacedAcl>,
  routes: readonly PlacedRoute[],
  collector: Collector,
): void {
  for (const route of routes) {
    const acl = acls.get(route.acl)
    if (acl === undefined || isReachable(acl, route)) continue
    collector.report('SVC5006', {
      message: `Nobody may use ${route.id}: no rule of "${route.acl}" allows ${route.permission}`,
      at: route.at,
      related: [{ message: `"${route.acl}" is here`, at: acl.scheme.nameAt }],
      help: `Add a rule for ${route.permission}, or remove the method`,
    })
  }
}

function isReachable(acl: PlacedAcl, route: PlacedRoute): boolean {
  const asked = rulesAsked<PlacedRule>(acl, ruleSide(route))
  if (asked === null) return true
  const rules = asked.map(({ rule }) => rule)
  return rules.some(
    (rule, index) => rule.effect === 'allow' && isOpen(rule, rules.slice(0, index), route.permission),
  )
}

function isOpen(rule: AclRule, earlier: readonly AclRule[], permission: Permission): boolean {
  const isDenied = earlier.some(
    (other) =>
      other.effect === 'deny' &&
      other.permissions.includes(permission) &&
      covers(other.principal, rule.principal),
  )
  return rule.permissions.includes(permission) && !isDenied
}

/** Tells whether whoever is meant by `narrow` is meant by `wide` too. What a function answers is not known. */
function covers(wide: Principal, narrow: Principal): boolean {
  switch (wide.kind) {
    case 'everyone':
      return true
    case 'authenticated':
      return narrow.kind === 'authenticated' || narrow.kind === 'group' || narrow.kind === 'user'
    case 'group':
    case 'user':
      return narrow.kind === wide.kind && narrow.name === wide.name
    case 'callable':
      return false
  }
}

function principalText(principal: Principal): string {
  switch (principal.kind) {
    case 'everyone':
    case 'authenticated':
      return principal.kind
    case 'group':
      return `g:${principal.name}`
    case 'user':
      return principal.name
    case 'callable':
      return `{{${principal.name}}}`
  }
}
