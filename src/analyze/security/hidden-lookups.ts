import { type Caller, callerText } from '../../access/caller.js'
import { verdictOn } from '../../access/verdict.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Model, Service } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import type { SpannedRoute } from '../routes/source.js'

/**
 * Warns about paths that find items by a field that callers cannot see, whose status tells these callers which values there
 * are, and about lists in an order by such a field, which these callers cannot use.
 */
export function reportHiddenLookups(
  service: Service,
  routes: readonly Pick<SpannedRoute, 'id' | 'at'>[],
  collector: Collector,
): void {
  const reported = new Set<string>()
  for (const route of service.routes) {
    const { id, model, lookup, contract } = route
    const callerWithout = (field: string): Caller | undefined =>
      CALLERS.find(
        (each) =>
          !isVisible(modelOf(service, model), field, each) && verdictOn(route, each, service).kind !== 'deny',
      )
    for (const sorted of contract?.order?.split(',') ?? []) {
      const field = sorted.replace(/^-/, '')
      const caller = callerWithout(field)
      if (caller === undefined) continue
      collector.report('SVC5059', {
        message: `${id} sorts by "${field}", which "${callerText(caller)}" cannot see, so that the request is a 403 for these callers`,
        at: routes.find((each) => each.id === id)?.at ?? null,
        help: `Let these callers see "${field}", or sort by another field`,
      })
    }
    if (lookup === undefined || reported.has(`${model} ${lookup.field}`)) continue
    const caller = callerWithout(lookup.field)
    if (caller === undefined) continue
    reported.add(`${model} ${lookup.field}`)
    collector.report('SVC5053', {
      message: `${id} finds items by "${lookup.field}", which "${callerText(caller)}" cannot see, so that its status tells which values there are`,
      at: routes.find((each) => each.id === id)?.at ?? null,
      help: `Let these callers see "${lookup.field}", or make it "writeOnly" if only those who know a value can use it`,
    })
  }
}

const CALLERS: readonly Caller[] = [{ kind: 'anonymous' }, { kind: 'authenticated' }]

function isVisible({ visibility }: Model, field: string, { kind }: Caller): boolean {
  const shown = kind === 'anonymous' ? visibility.public : visibility.authenticated
  return !visibility.hidden.includes(field) && shown?.includes(field) !== false
}
