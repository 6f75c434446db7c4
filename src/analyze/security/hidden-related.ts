import { type Caller, callersOf, callerText } from '../../access/caller.js'
import { rulesWithoutRelated, viewRules } from '../../access/related-rows.js'
import { rowRuleText, rowsText } from '../../access/row-rules.js'
import { verdictOf, verdictOn } from '../../access/verdict.js'
import { viewAction, viewRoute } from '../../access/view-operation.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Route, RowRule, Service } from '../../ir/index.js'
import { aclOf } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import type { SpannedRoute } from '../routes/source.js'

/**
 * Warns about related items that responses require and that callers who can view the item are not allowed to view. Documents do
 * not contain them.
 */
export function reportHiddenRelated(
  service: Service,
  routes: readonly Pick<SpannedRoute, 'id' | 'at'>[],
  collector: Collector,
): void {
  for (const relation of service.relations) {
    const { to, from, backref } = relation
    const showing = service.routes.filter(
      ({ model, permission, contract }) =>
        model === to && permission === 'view' && contract?.required?.includes(backref) === true,
    )
    const callers = callersOf(service).filter((caller) =>
      showing.some((route) => shows(service, route, caller)),
    )
    const [first] = showing
    if (first === undefined) continue
    const at = routes.find(({ id }) => id === first.id)?.at ?? null
    const responses = `The ${showing.length === 1 ? 'response' : 'responses'} of ${listed(showing.map(({ id }) => id))} ${showing.length === 1 ? 'requires' : 'require'} "${backref}"`
    const names = (some: readonly Caller[]): string => listed(some.map((caller) => `"${callerText(caller)}"`))
    const excluded = callers.filter((caller) => !canView(service, from, caller))
    const view = viewRoute(service, from) ?? viewAction(service, from)
    if (excluded.length > 0)
      collector.report('SVC8113', {
        message: `${responses}, but ${names(excluded)} cannot view items of ${from}`,
        at,
        help: `Allow "view"${view === undefined ? '' : ` in the rules of ${view.id} (those of "item" do not open a list)`} and in a row rule of ${from} if it has any, or do not require "${backref}"`,
      })
    const limited = callers
      .filter((caller) => !excluded.includes(caller))
      .flatMap((caller) => {
        const [rule] = rulesWithoutRelated(service, relation, caller)
        return rule === undefined ? [] : [{ caller, rule }]
      })
    const [some] = limited
    if (some !== undefined)
      collector.report('SVC8113', {
        message: `${responses}, but ${names(limited.map(({ caller }) => caller))} can view ${rowsOf(some.rule)} of ${to}, and no row rule shows the ${from} of each`,
        at,
        help: `Write a row rule of ${from}, such as "${rowRuleText(withPrefix(some.rule, relation.field))}", let the row rules of ${to} select only items whose "${backref}" the caller can view, or do not require "${backref}"`,
      })
  }
}

/** Returns the rows of a rule as a message describes them. */
function rowsOf(rule: RowRule): string {
  const rows = rowsText(rule)
  return rule.filters.length === 0 ? 'all items' : `items with "${rows}"`
}

/** Returns a rule for the items to which the rows of another rule refer. */
function withPrefix(rule: RowRule, field: string): RowRule {
  return {
    ...rule,
    permissions: ['view'],
    filters: rule.filters.map((filter) => ({ ...filter, path: [field, ...filter.path] })),
  }
}

function shows(service: Service, route: Route, caller: Caller): boolean {
  return verdictOn(route, caller, service).kind === 'allow' && hasRows(service, route.model, caller)
}

/** Returns whether the rules let a caller view some items of a model. What functions decide is not known. */
function canView(service: Service, model: string, caller: Caller): boolean {
  const view = viewRoute(service, model) ?? viewAction(service, model)
  const isAllowed =
    view === undefined || verdictOf(aclOf(service, view.acl), 'item', 'view', caller).kind !== 'deny'
  return isAllowed && hasRows(service, model, caller)
}

function hasRows(service: Service, model: string, caller: Caller): boolean {
  return viewRules(service, model, caller)?.length !== 0
}
