import { type Action, ACTION_TRAITS, ACTIONS } from '../../ir/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { PlacedRoute } from '../routes/routes.js'
import type { EventSource } from './events.js'

/** An action that writes items without running another action's handlers, and the routes with this action. */
interface Bypass {
  readonly action: string
  readonly routes: readonly string[]
}

function variantsOf(action: Action): readonly Action[] {
  return ACTIONS.filter((each) => ACTION_TRAITS[each].variantOf === action)
}

/**
 * Warns about routes that write a model without running its `update` or `create` handlers: PUT, bulk writes, and
 * registration. Handlers that `set` also lists run for every write.
 * @param users the auth model, or null if there is no registration
 */
export function reportBypassedHandlers(
  events: EventSource,
  routes: readonly PlacedRoute[],
  users: string | null,
  collector: Collector,
): void {
  for (const [model, tagged] of events) {
    const ofModel = routes.filter((route) => route.model === model)
    const tags = new Map(tagged.map(({ tag, handlers }) => [tag.name, { tag, handlers }]))
    const namesIn = (tag: string): readonly string[] => tags.get(tag)?.handlers.map(({ name }) => name) ?? []
    for (const when of ['before', 'after']) {
      const always = new Set(namesIn(`${when}_set`))
      const routesOf = (action: Action): Bypass => ({
        action,
        routes: ofModel.filter((route) => route.action === action).map(({ id }) => id),
      })
      const registration = { action: 'register', routes: users === model ? ['POST /auth/register'] : [] }
      const writes: readonly (readonly [string, readonly Bypass[]])[] = [
        ...ACTIONS.map((action) => [action, variantsOf(action).map(routesOf)] as const),
        ['create', [registration]],
      ]
      for (const [action, others] of writes) {
        const missing = others.filter(
          (other) => other.routes.length > 0 && namesIn(`${when}_${other.action}`).length === 0,
        )
        const found = tags.get(`${when}_${action}`)
        if (found === undefined || missing.length === 0) continue
        if (found.handlers.every(({ name }) => always.has(name))) continue
        const names = missing.map((other) => `"${when}_${other.action}"`).join(' and ')
        collector.report('SVC6007', {
          message: `The "${when}_${action}" handlers of ${model} do not run for ${missing.flatMap((other) => other.routes).join(', ')}`,
          at: found.tag.at,
          help: `Use "${when}_set", which runs for every write, or add ${names}`,
        })
      }
    }
  }
}
