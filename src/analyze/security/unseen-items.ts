import { type Caller, includes } from '../../access/caller.js'
import { ruleSide } from '../../access/required.js'
import { verdictOf } from '../../access/verdict.js'
import { principalText } from '../../access/write-rules.js'
import type { Collector } from '../../diagnostics/collector.js'
import { type Acl, isPositive, type Model, type Principal, type RowRule } from '../../ir/index.js'
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

/**
 * Warns about operations that create items which their creators cannot view, because each rule that would allow it needs
 * related items, and a new item has none.
 */
export function reportUnseenNewItems({ models, routes, acls, schemas, collector }: RuleSource): void {
  for (const route of routes.filter(({ action, contract }) => action === 'create' && contract?.required)) {
    const model = models.find(({ id }) => id === route.model)
    const schema = schemas.get(route.model)
    // A handler can create the related items, and change the response.
    if (model?.rowRules === undefined || schema === undefined || schema.eventHandlers.length > 0) continue
    const callers = model.rowRules
      .filter(({ permissions }) => permissions.includes('create'))
      .flatMap(({ principal }) => callersOf(principal))
      .filter(
        (caller) => verdictOf(aclOf({ acls }, route.acl), ruleSide(route), 'create', caller).kind !== 'deny',
      )
    for (const caller of callers) {
      const rules = model.rowRules.filter(
        ({ permissions, principal }) => permissions.includes('view') && includes(principal, caller),
      )
      const lists = rules.map((rule) => neededList(rule, model, route.contract?.written ?? []))
      const [list] = lists
      if (list === undefined || lists.includes(undefined)) continue
      collector.report('SVC8087', {
        message: `A new item of ${model.id} has no "${list}", without which no row rule allows its creator to view it, so the response of ${route.id} lacks all values of the item`,
        at: schema.rowRules?.[model.rowRules.findIndex((rule) => rules.includes(rule))]?.at ?? null,
        help: `Add a rule that selects new items, such as one with a field whose default is a value of the caller, create the related items in an "after_create" handler and set the values of the response there, or write "x-operation: own" in ${route.id}`,
      })
      break
    }
  }
}

/** Returns the list of related items without which a rule does not select an item, unless a request can fill it. */
function neededList(
  { filters }: RowRule,
  { relations }: Model,
  written: readonly string[],
): string | undefined {
  return filters
    .filter(isPositive)
    .map(({ path: [name = ''] }) => name)
    .find((name) => {
      const end = relations.find((each) => each.name === name)
      return end !== undefined && (end.side === 'one' || end.many) && !written.includes(name)
    })
}

/** Returns the callers whom a principal means. The rules for anonymous callers and those for others can differ. */
function callersOf(principal: Principal): readonly Caller[] {
  if (principal.kind === 'callable') return []
  const authenticated = { kind: 'authenticated' } as const
  return principal.kind === 'everyone' ? [{ kind: 'anonymous' }, authenticated] : [principal]
}
