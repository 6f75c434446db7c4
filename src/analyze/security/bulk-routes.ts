import type { Caller } from '../../access/caller.js'
import { verdictOf } from '../../access/verdict.js'
import { principalText } from '../../access/write-rules.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { AclRule, Principal } from '../../ir/index.js'
import type { EventSource } from '../handlers/events.js'
import type { GuardedRoute } from '../routes/routes.js'
import type { SpannedAcl } from './acls.js'

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
