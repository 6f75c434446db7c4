import { type Caller, callersOf, callerText, includes } from '../../access/caller.js'
import { verdictOf, verdictOn } from '../../access/verdict.js'
import { viewAction, viewRoute } from '../../access/view-operation.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Route, Service } from '../../ir/index.js'
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
    const callers = callersOf(service).filter(
      (caller) => !canView(service, from, caller) && showing.some((route) => shows(service, route, caller)),
    )
    const [first] = showing
    if (first === undefined || callers.length === 0) continue
    const view = viewRoute(service, from) ?? viewAction(service, from)
    collector.report('SVC8113', {
      message: `The ${showing.length === 1 ? 'response' : 'responses'} of ${listed(showing.map(({ id }) => id))} ${showing.length === 1 ? 'requires' : 'require'} "${backref}", but ${listed(callers.map((caller) => `"${callerText(caller)}"`))} cannot view items of ${from}`,
      at: routes.find(({ id }) => id === first.id)?.at ?? null,
      help: `Allow "view"${view === undefined ? '' : ` in the rules of ${view.id} (those of "item" do not open a list)`} and in a row rule of ${from} if it has any, or do not require "${backref}"`,
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
  const { rowRules } = modelOf(service, model)
  return (
    rowRules === undefined ||
    rowRules.some(
      ({ principal, permissions }) =>
        permissions.includes('view') && (principal.kind === 'callable' || includes(principal, caller)),
    )
  )
}
