import { rulesOfRoute } from '../../access/row-rules.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Service } from '../../ir/index.js'
import type { SpannedAction } from '../actions/custom-action.js'
import type { SpannedRoute } from '../routes/source.js'

/** Warns about operations that nobody can use, because no row rule of their model has their permission. */
export function reportUnruledOperations(
  service: Service,
  operations: readonly Pick<SpannedRoute | SpannedAction, 'id' | 'at'>[],
  collector: Collector,
): void {
  for (const route of [...service.routes, ...service.actions]) {
    const ruled = rulesOfRoute(service, route)
    if (ruled === undefined || ruled.rules.length > 0) continue
    collector.report('SVC5006', {
      message: `Nobody has permission to use ${route.id}; no row rule of ${ruled.model} allows ${ruled.permission}`,
      at: operations.find(({ id }) => id === route.id)?.at ?? null,
      help: `Add a row rule that allows ${ruled.permission}, for example only to admins`,
    })
  }
}
