import { type Caller, callersOf, callerText, includes } from '../../access/caller.js'
import { verdictOf, verdictOn } from '../../access/verdict.js'
import { viewAction, viewRoute } from '../../access/view-operation.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Route, RowRule, Service } from '../../ir/index.js'
import { aclOf, modelOf } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import type { SpannedRoute } from '../routes/routes.js'

/**
 * Warns about related items that responses require and that callers who can view the item are not allowed to view. Documents do
 * not contain them.
 */
export function reportHiddenRelated(
  service: Service,
  routes: readonly Pick<SpannedRoute, 'id' | 'at'>[],
  collector: Collector,
): void {
  for (const { to, from, backref, required } of service.relations) {
    const showing = service.routes.filter(
      ({ model, permission, contract }) =>
        required && model === to && permission === 'view' && contract?.required?.includes(backref) === true,
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
    // Rules with conditions on both sides usually select the same: the items of a tenant.
    const limited = callers.filter(
      (caller) =>
        !excluded.includes(caller) && hasAllRows(service, to, caller) && !hasAllRows(service, from, caller),
    )
    if (limited.length > 0)
      collector.report('SVC8113', {
        message: `${responses}, but ${names(limited)} can view all items of ${to} and only some of ${from}`,
        at,
        help: `Write a row rule of ${from} that allows "view" without a condition, one of ${to} that selects the items with a "${backref}" that the caller can view, or do not require "${backref}"`,
      })
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

/** Returns whether a caller can view all items of a model. What functions decide is not known. */
function hasAllRows(service: Service, model: string, caller: Caller): boolean {
  return viewRules(service, model, caller)?.every(({ filters }) => filters.length > 0) !== true
}

/** Returns the row rules that let a caller view items of a model, or undefined if it has none. */
function viewRules(service: Service, model: string, caller: Caller): readonly RowRule[] | undefined {
  return modelOf(service, model).rowRules?.filter(
    ({ principal, permissions }) =>
      permissions.includes('view') && (principal.kind === 'callable' || includes(principal, caller)),
  )
}
