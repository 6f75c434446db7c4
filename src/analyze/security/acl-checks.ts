import { permissionsOf, ruleSide } from '../../access/required.js'
import { rulesFor } from '../../access/verdict.js'
import { principalText } from '../../access/write-rules.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Permission, Principal } from '../../ir/index.js'
import type { SpannedRule } from './acl-rules.js'
import type { SpannedAcl } from './acls.js'
import type { GuardedRoute } from '../routes/routes.js'

/** Warns about rules that are unreachable because earlier rules always match first. */
export function reportShadowed(rules: readonly SpannedRule[], collector: Collector): void {
  const first = new Map<string, Numbered>()
  rules.forEach(({ rule, at }, index) => {
    const coverers = rule.permissions.map((permission) => coveringRule(rule.principal, permission, first))
    for (const permission of rule.permissions) {
      const key = keyOf(rule.principal, permission)
      if (!first.has(key)) first.set(key, { index, at })
    }
    if (!coverers.every((found) => found !== undefined)) return
    collector.report('SVC5005', {
      message: `Unreachable rule for ${principalText(rule.principal)}; earlier rules always match first`,
      at,
      related: [...new Set(coverers)].map((found) => ({ message: 'Matches first', at: found.at })),
      help: 'Move the rule up, or remove it',
    })
  })
}

interface Numbered {
  readonly index: number
  readonly at: SpannedRule['at']
}

/** Returns the earliest rule that covers a principal and a permission. `first` has the first rule for each pair. */
function coveringRule(
  principal: Principal,
  permission: Permission,
  first: ReadonlyMap<string, Numbered>,
): Numbered | undefined {
  return principalsIncluding(principal)
    .flatMap((wide) => first.get(keyOf(wide, permission)) ?? [])
    .toSorted((a, b) => a.index - b.index)[0]
}

export function reportInaccessibleRoutes(
  acls: ReadonlyMap<string, SpannedAcl>,
  routes: readonly GuardedRoute[],
  collector: Collector,
): void {
  for (const route of routes) {
    const acl = acls.get(route.acl)
    if (acl === undefined) continue
    const missing = permissionsOf(route).filter((permission) => !isGranted(acl, route, permission))
    if (missing.length === 0) continue
    collector.report('SVC5006', {
      message: `Nobody has permission to use ${route.id}; no rule of "${route.acl}" allows ${missing.join(' or ')}`,
      at: route.at,
      related: [{ message: `"${route.acl}" declared here`, at: acl.scheme.nameAt }],
      help: `Add a rule that allows ${missing.join(' and ')}, for example only to admins`,
    })
  }
}

/** Returns whether the rules for a route can grant a permission to anyone. */
function isGranted(acl: SpannedAcl, route: GuardedRoute, permission: Permission): boolean {
  const asked = rulesFor<SpannedRule>(acl, ruleSide(route))
  if (asked === null) return true
  const denied = new Set<string>()
  for (const { rule } of asked) {
    if (!rule.permissions.includes(permission)) continue
    const isDenied = principalsIncluding(rule.principal).some((wide) => denied.has(keyOf(wide, permission)))
    if (rule.effect === 'allow' && !isDenied) return true
    if (rule.effect === 'deny') denied.add(keyOf(rule.principal, permission))
  }
  return false
}

/** Returns the principals that include this one. A function does not include itself: its results are unknown. */
function principalsIncluding(principal: Principal): readonly Principal[] {
  switch (principal.kind) {
    case 'everyone':
      return [principal]
    case 'callable':
      return [{ kind: 'everyone' }]
    case 'authenticated':
      return [{ kind: 'everyone' }, principal]
    case 'group':
    case 'user':
      return [{ kind: 'everyone' }, { kind: 'authenticated' }, principal]
  }
}

function keyOf(principal: Principal, permission: Permission): string {
  return `${permission} ${principal.kind} ${principalText(principal)}`
}
