import type { Relation, RowRule, RuleFilter, Service } from '../ir/index.js'
import { modelOf } from '../ir/lookup.js'
import { type Caller, includes } from './caller.js'

/** Returns the row rules that let a caller view items of a model, or undefined if it has none. */
export function viewRules(service: Service, model: string, caller: Caller): readonly RowRule[] | undefined {
  return modelOf(service, model).rowRules?.filter(
    ({ principal, permissions }) =>
      permissions.includes('view') && (principal.kind === 'callable' || includes(principal, caller)),
  )
}

/**
 * Returns the row rules with which a caller can view items that refer to an item which the caller might not be able to view, as
 * the filters of the rules tell. What functions select is not known.
 */
export function rulesWithoutRelated(
  service: Service,
  relation: Relation,
  caller: Caller,
): readonly RowRule[] {
  const seen = viewRules(service, relation.from, caller)
  if (seen === undefined) return []
  const everything: RowRule[] = [
    {
      principal: { kind: 'everyone' },
      permissions: ['view'],
      filters: [],
      function: null,
      loc: relation.loc,
    },
  ]
  return (viewRules(service, relation.to, caller) ?? everything).filter(
    (rule) =>
      rule.function === null &&
      !seen.some((other) => covers(other, rule, relation, modelOf(service, relation.from).key)),
  )
}

/** Returns whether a rule selects the item, with this primary key, to which each row of another rule refers. */
function covers(rule: RowRule, { filters }: RowRule, { backref, field }: Relation, key: string): boolean {
  const held = filters.map(keyOf)
  return rule.filters.every(
    (filter) =>
      held.includes(
        keyOf({
          ...filter,
          path: [backref, ...filter.path.filter((name, index) => index > 0 || name !== key)],
        }),
      ) ||
      // Equal filters usually mean the tenant of both items.
      held.includes(keyOf(filter)) ||
      (filter.path[0] === field && held.includes(keyOf({ ...filter, path: filter.path.slice(1) }))),
  )
}

function keyOf({ path, op, value }: RuleFilter): string {
  return JSON.stringify([path, op, value])
}
