import { ruleSide } from '../../access/required.js'
import { rulesFor } from '../../access/verdict.js'
import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { groupedBy } from '../../ir/lookup.js'
import type { SpannedRule } from './acl-rules.js'
import type { SpannedAcl } from './acls.js'
import type { GuardedRoute } from '../routes/routes.js'

const NAMED = 4

/** Warns once about each group in the rules that is not a choice in the auth model's groups field. */
export function reportUnknownGroups(
  rules: readonly SpannedRule[],
  groups: ReadonlySet<string>,
  collector: Collector,
): void {
  const known = [...groups]
  const all =
    groups.size === 0 ? 'Add a "groups" list field to the auth model' : `Use one of ${known.join(', ')}`
  const unknown = rules.flatMap(({ rule: { principal }, at }) =>
    principal.kind === 'group' && !groups.has(principal.name) ? [{ name: principal.name, at }] : [],
  )
  for (const [name, uses] of groupedBy(unknown, (use) => use.name)) {
    const spans = uses.map((use) => use.at)
    const [at = null, ...others] = spans.toSorted((a, b) => a.start - b.start)
    collector.report('SVC5016', {
      message: `Unknown group "${name}"; the "groups" field of the auth model does not allow it`,
      at,
      related: others.map((other) => ({ message: 'Also used here', at: other })),
      help: () => didYouMean(name, known) ?? all,
    })
  }
}

/** Warns once for each ACL that lets unauthenticated callers change data. */
export function reportOpenRoutes(
  acls: ReadonlyMap<string, SpannedAcl>,
  routes: readonly GuardedRoute[],
  collector: Collector,
): void {
  for (const [name, acl] of acls) {
    const open = routes
      .filter((route) => route.acl === name && isOpenToChanges(acl, route))
      .sort((a, b) => a.at.start - b.at.start)
    const [first] = open
    if (first === undefined) continue
    collector.report('SVC5017', {
      message: `Unauthenticated callers can use ${named(open)}`,
      at: first.at,
      related: [{ message: `"${name}" declared here`, at: acl.scheme.nameAt }],
      help: 'Allow "authenticated" instead of "everyone"; an empty "collection" grants everyone all permissions',
    })
  }
}

function named(routes: readonly GuardedRoute[]): string {
  const names = routes.slice(0, NAMED).map(({ id }) => id)
  return [...names, ...(routes.length > NAMED ? [`and ${routes.length - NAMED} more`] : [])].join(', ')
}

/** Returns whether an ACL lets everyone change data through a route, whatever the functions in its rules return. */
function isOpenToChanges(acl: SpannedAcl, route: GuardedRoute): boolean {
  const { permission, authenticated } = route
  if (!authenticated || permission === 'view' || permission === 'options') return false
  const asked = rulesFor<SpannedRule>(acl, ruleSide(route))
  if (asked === null) return true
  const first = asked.find(
    ({ rule }) =>
      rule.permissions.includes(permission) &&
      (rule.principal.kind === 'everyone' || rule.principal.kind === 'callable'),
  )
  return first?.rule.principal.kind === 'everyone' && first.rule.effect === 'allow'
}
