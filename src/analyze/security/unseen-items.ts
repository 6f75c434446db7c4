import { type Caller, includes } from '../../access/caller.js'
import { ruleSide } from '../../access/required.js'
import { verdictOf } from '../../access/verdict.js'
import { principalText } from '../../access/write-rules.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Acl, Model, Principal } from '../../ir/index.js'
import { aclOf } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'
import type { SpannedRoute } from '../routes/source.js'

interface RuleSource {
  readonly models: readonly Model[]
  readonly routes: readonly SpannedRoute[]
  readonly acls: readonly Acl[]
  readonly schemas: ReadonlyMap<string, ModelSchema>
  readonly collector: Collector
}

/**
 * Warns about row rules that let callers write items for whom no rule allows `view`, if operations return these items as
 * the document declares.
 */
export function reportUnseenItems({ models, routes, acls, schemas, collector }: RuleSource): void {
  for (const { id, rowRules = [] } of models)
    for (const [index, { principal, permissions }] of rowRules.entries()) {
      const unseen = callersOf(principal).filter(
        (caller) =>
          !rowRules.some((rule) => rule.permissions.includes('view') && includes(rule.principal, caller)),
      )
      const operations = routes.filter(
        (route) =>
          route.model === id &&
          route.permission !== 'view' &&
          permissions.some((permission) => permission === route.permission) &&
          // A contract has required members, even none, if its response contains the item.
          route.contract?.required !== undefined &&
          unseen.some(
            (caller) =>
              verdictOf(aclOf({ acls }, route.acl), ruleSide(route), route.permission, caller).kind !==
              'deny',
          ),
      )
      if (operations.length === 0) continue
      const names = listed(operations.map((route) => route.id))
      collector.report('SVC8087', {
        message: `No row rule of ${id} allows "${principalText(principal)}" to view items, so the response of ${names} lacks all values of the item`,
        at: schemas.get(id)?.rowRules?.[index]?.at ?? null,
        help: `Add "view" to the rule if these callers may view all items that it selects, write "x-operation: own" in ${names} to answer with code of yours, or declare no content there`,
      })
    }
}

/** Returns the callers whom a principal means. The rules for anonymous callers and those for others can differ. */
function callersOf(principal: Principal): readonly Caller[] {
  if (principal.kind === 'callable') return []
  const authenticated = { kind: 'authenticated' } as const
  return principal.kind === 'everyone' ? [{ kind: 'anonymous' }, authenticated] : [principal]
}
