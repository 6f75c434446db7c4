import { rulesAsked, ruleSide } from '../../access/verdict.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Permission, Principal } from '../../ir/index.js'
import type { PlacedRule } from './acl-rules.js'
import type { PlacedAcl } from './acls.js'
import type { PlacedRoute } from '../routes/routes.js'

/** Warns of rules that never apply, because earlier ones decide all that they are about (SPEC 11: the first match wins). */
export function reportShadowed(rules: readonly PlacedRule[], collector: Collector): void {
  const first = new Map<string, Numbered>()
  rules.forEach(({ rule, at }, index) => {
    const coverers = rule.permissions.map((permission) => covererOf(rule.principal, permission, first))
    for (const permission of rule.permissions) {
      const key = keyOf(rule.principal, permission)
      if (!first.has(key)) first.set(key, { index, at })
    }
    if (!coverers.every((found) => found !== undefined)) return
    collector.report('SVC5005', {
      message: `The rule for ${principalText(rule.principal)} never applies: earlier rules decide`,
      at,
      related: [...new Set(coverers)].map((found) => ({ message: 'This rule decides before', at: found.at })),
      help: 'Move it up, or remove it',
    })
  })
}

/** A rule by its number in the list. */
interface Numbered {
  readonly index: number
  readonly at: PlacedRule['at']
}

/** The first rule so far that decides for the principal; `first` has the first one of each principal and permission. */
function covererOf(
  principal: Principal,
  permission: Permission,
  first: ReadonlyMap<string, Numbered>,
): Numbered | undefined {
  return coverersOf(principal)
    .flatMap((wide) => first.get(keyOf(wide, permission)) ?? [])
    .toSorted((a, b) => a.index - b.index)[0]
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
  const denied = new Set<string>()
  for (const { rule } of asked) {
    if (!rule.permissions.includes(route.permission)) continue
    const isDenied = coverersOf(rule.principal).some((wide) => denied.has(keyOf(wide, route.permission)))
    if (rule.effect === 'allow' && !isDenied) return true
    if (rule.effect === 'deny') denied.add(keyOf(rule.principal, route.permission))
  }
  return false
}

/** The principals that mean whoever this one means. What a function answers is not known, so that it is not even sure to be the same twice. */
function coverersOf(principal: Principal): readonly Principal[] {
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
