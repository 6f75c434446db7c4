import { rulesAsked, ruleSide } from '../../access/verdict.js'
import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { PlacedRule } from './acl-rules.js'
import type { PlacedAcl } from './acls.js'
import type { PlacedRoute } from '../routes/routes.js'

/** Routes that a message names. */
const NAMED = 4

/** Warns of rules about groups that nobody can be in: the auth model does not have them among its choices. */
export function reportUnknownGroups(
  rules: readonly PlacedRule[],
  groups: ReadonlySet<string>,
  collector: Collector,
): void {
  const known = [...groups]
  const all = groups.size === 0 ? 'Give the auth model a list "groups"' : `The groups are ${known.join(', ')}`
  for (const { rule, at } of rules) {
    const { principal } = rule
    if (principal.kind !== 'group' || groups.has(principal.name)) continue
    collector.report('SVC5016', {
      message: `Nobody can be in the group "${principal.name}": the auth model does not have it`,
      at,
      help: () => didYouMean(principal.name, known) ?? all,
    })
  }
}

/** Warns of routes by which callers who have not logged in may change something: one warning for each ACL, at the first. */
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
      message: `Anyone, logged in or not, may use ${named(open)}`,
      at: first.at,
      related: [{ message: `"${name}" is here`, at: acl.scheme.nameAt }],
      help: 'Allow "authenticated" in place of "everyone"; a blank "collection" allows everyone all',
    })
  }
}

function named(routes: readonly PlacedRoute[]): string {
  const names = routes.slice(0, NAMED).map(({ id }) => id)
  return [...names, ...(routes.length > NAMED ? [`and ${routes.length - NAMED} more`] : [])].join(', ')
}

/** What only functions decide about is not known. */
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
