import { rulesAsked, ruleSide } from '../../access/verdict.js'
import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { PlacedRule } from './acl-rules.js'
import type { PlacedAcl } from './acls.js'
import type { PlacedRoute } from '../routes/routes.js'

/** The maximum number of routes in a message. */
const NAMED = 4

/** Warns about rules for groups that are not among the choices of the auth model. */
export function reportUnknownGroups(
  rules: readonly PlacedRule[],
  groups: ReadonlySet<string>,
  collector: Collector,
): void {
  const known = [...groups]
  const all =
    groups.size === 0 ? 'Add a list field "groups" to the auth model' : `Use one of ${known.join(', ')}`
  for (const { rule, at } of rules) {
    const { principal } = rule
    if (principal.kind !== 'group' || groups.has(principal.name)) continue
    collector.report('SVC5016', {
      message: `Unknown group "${principal.name}"; the auth model does not allow it`,
      at,
      help: () => didYouMean(principal.name, known) ?? all,
    })
  }
}

/** Warns about routes that let unauthenticated callers change data, once for each ACL. */
export function reportOpenRoutes(
  acls: ReadonlyMap<string, PlacedAcl>,
  routes: readonly PlacedRoute[],
  collector: Collector,
): void {
  for (const [name, acl] of acls) {
    const open = routes
      .filter((route) => route.acl === name && isOpenToChanges(acl, route))
      .sort((a, b) => a.at.start - b.at.start)
    const [first] = open
    if (first === undefined) continue
    collector.report('SVC5017', {
      message: `Unauthenticated callers may use ${named(open)}`,
      at: first.at,
      related: [{ message: `"${name}" declared here`, at: acl.scheme.nameAt }],
      help: 'Allow "authenticated" instead of "everyone"; an empty "collection" grants everyone all permissions',
    })
  }
}

function named(routes: readonly PlacedRoute[]): string {
  const names = routes.slice(0, NAMED).map(({ id }) => id)
  return [...names, ...(routes.length > NAMED ? [`and ${routes.length - NAMED} more`] : [])].join(', ')
}

/** Returns whether the ACL certainly allows everyone; the results of functions are unknown. */
function isOpenToChanges(acl: PlacedAcl, route: PlacedRoute): boolean {
  const { permission, authenticated } = route
  if (!authenticated || permission === 'view' || permission === 'options') return false
  const asked = rulesAsked<PlacedRule>(acl, ruleSide(route))
  if (asked === null) return true
  const first = asked.find(
    ({ rule }) =>
      rule.permissions.includes(permission) &&
      (rule.principal.kind === 'everyone' || rule.principal.kind === 'callable'),
  )
  return first?.rule.principal.kind === 'everyone' && first.rule.effect === 'allow'
}
