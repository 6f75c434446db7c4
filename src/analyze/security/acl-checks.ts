import { permissionsOf, ruleSide } from '../../access/required.js'
import { rulesFor, verdictOf } from '../../access/verdict.js'
import { principalText } from '../../access/write-rules.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Permission, Principal, AclRule } from '../../ir/index.js'
import type { SpannedAcl, SpannedRule } from './acl-rules.js'
import type { GuardedRoute } from '../routes/source.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { groupedBy } from '../../ir/lookup.js'
import type { Caller } from '../../access/caller.js'
import { createsItem, type EventSource } from '../handlers/events.js'

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
    case 'anonymous':
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

const NAMED = 4

/** Warns once about each group in the rules that is not a choice in the auth model's groups field. */
export function reportUnknownGroups(
  rules: readonly SpannedRule[],
  groups: ReadonlySet<string>,
  collector: Collector,
): void {
  const unknown = rules.flatMap(({ rule: { principal }, at }) =>
    principal.kind === 'group' && !groups.has(principal.name) ? [{ name: principal.name, at }] : [],
  )
  for (const [name, uses] of groupedBy(unknown, (use) => use.name)) {
    const spans = uses.map((use) => use.at)
    const [at = null, ...others] = spans.toSorted((a, b) => a.start - b.start)
    collector.report('SVC5016', {
      message: unknownGroup(name, groups),
      at,
      related: others.map((other) => ({ message: 'Also used here', at: other })),
      help: () => groupHelp(name, groups),
    })
  }
}

/** Returns why no user can be in a group. */
export function unknownGroup(name: string, groups: ReadonlySet<string>): string {
  const reason =
    groups.size === 0
      ? 'the auth model has no "groups" field'
      : 'the "groups" field of the auth model does not allow it'
  return `Unknown group "${name}"; ${reason}`
}

/** Returns how to make a group known, or the name of a group that might be meant. */
export function groupHelp(name: string, groups: ReadonlySet<string>): string {
  if (groups.size === 0) return 'Add a "groups" field, a list of strings, to the auth model'
  return didYouMean(name, groups) ?? `Use one of ${[...groups].join(', ')}`
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
  const { permission, authenticated, callersOnly } = route
  if (!authenticated || callersOnly === true || permission === 'view' || permission === 'options')
    return false
  const asked = rulesFor<SpannedRule>(acl, ruleSide(route))
  if (asked === null) return true
  const first = asked.find(
    ({ rule }) =>
      rule.permissions.includes(permission) &&
      (rule.principal.kind === 'everyone' || rule.principal.kind === 'callable'),
  )
  return first?.rule.principal.kind === 'everyone' && first.rule.effect === 'allow'
}

/**
 * Warns about requests that create an item at its own path, with an ACL that has rules of the item only. Creations check the
 * rules of the collection, so that every caller can create it.
 */
export function reportOpenCreations(
  acls: ReadonlyMap<string, SpannedAcl>,
  routes: readonly GuardedRoute[],
  collector: Collector,
): void {
  for (const route of routes) {
    const acl = acls.get(route.acl)
    if (acl === undefined || acl.collection !== null || acl.item === null) continue
    if (!('action' in route) || isOpenToChanges(acl, route)) continue
    if (!createsItem(route) && !(route.kind === 'singular' && route.action === 'create')) continue
    collector.report('SVC5052', {
      message: `Everyone who can send ${route.id} can create the item, because "${route.acl}" has no rules of "collection"`,
      at: route.at,
      related: [{ message: `"${route.acl}" declared here`, at: acl.scheme.nameAt }],
      help: 'Add rules of "collection", as in "collection: allow g:admin create"',
    })
  }
}

/**
 * Warns about PATCH, PUT and DELETE routes of collections through which a caller can change items protected by item
 * rules. Such requests check only the collection rules. Routes with a handler that runs before the action are
 * not reported, because the handler might restrict the query.
 */
export function reportBulkRoutes(
  acls: ReadonlyMap<string, SpannedAcl>,
  routes: readonly GuardedRoute[],
  events: EventSource,
  collector: Collector,
): void {
  for (const route of routes) {
    const acl = acls.get(route.acl)
    if (acl === undefined || acl.item === null || !isUnrestricted(route, events)) continue
    const rules = { collection: rulesIn(acl.collection), item: rulesIn(acl.item) }
    const first = (rules.collection ?? []).find(({ effect, principal }) => {
      const caller = effect === 'allow' ? callerOf(principal) : null
      if (caller === null) return false
      const verdict = verdictOf(rules, 'item', route.permission, caller)
      const isProtected =
        verdict.kind === 'deny' || (verdict.kind === 'depends' && verdict.otherwise === 'deny')
      return isProtected && verdictOf(rules, 'collection', route.permission, caller).kind === 'allow'
    })
    if (first === undefined) continue
    collector.report('SVC5020', {
      message: `${route.id} does not check the item rules of "${route.acl}", so "${principalText(first.principal)}" can ${route.permission} all items`,
      at: route.at,
      related: [{ message: `"${route.acl}" declared here`, at: acl.scheme.nameAt }],
      help: `Remove "${route.permission}" from the collection rule, or restrict the query in a before_${route.permission}_many handler`,
    })
  }
}

/** Returns true if a route changes all items selected by a query and no handler can restrict that query. */
function isUnrestricted(route: GuardedRoute, events: EventSource): boolean {
  if (!('action' in route) || (route.action !== 'update_many' && route.action !== 'delete_many')) return false
  const tagged = events.get(route.model) ?? []
  return !tagged.some(({ tag, handlers }) => tag.name === `before_${route.action}` && handlers.length > 0)
}

function rulesIn(rules: SpannedAcl['item']): readonly AclRule[] | null {
  return rules?.map(({ rule }) => rule) ?? null
}

function callerOf(principal: Principal): Caller | null {
  switch (principal.kind) {
    case 'everyone':
    case 'anonymous':
      return { kind: 'anonymous' }
    case 'authenticated':
      return { kind: 'authenticated' }
    case 'group':
    case 'user':
      return principal
    case 'callable':
      return null
  }
}

/** Warns about ACLs that are used by routes but have no rules. */
export function reportNoRules(
  acls: Iterable<SpannedAcl>,
  used: ReadonlySet<string>,
  collector: Collector,
): void {
  for (const { scheme, collection, item } of acls) {
    if (collection !== null || item !== null || !used.has(scheme.name)) continue
    collector.report('SVC5018', {
      message: `"${scheme.name}" has no rules; everyone has all permissions on collections, and nobody has any on items`,
      at: scheme.nameAt,
      help: 'Add "settings" with "collection" and "item", as in "collection: allow authenticated view"',
    })
  }
}
