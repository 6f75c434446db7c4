import { type Action, ACTIONS, type Model, type Relation, traitsOf } from '../../ir/index.js'
import { writeRuleOf } from '../../ir/lookup.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { SpannedRoute } from '../routes/source.js'
import type { EventSource } from './events.js'

/** An action that writes items without running another action's handlers, and the routes with this action. */
interface Bypass {
  readonly action: string
  readonly routes: readonly string[]
}

/** The actions whose bodies can set fields and relationships. */
const SETTING: readonly Action[] = ACTIONS.filter((action) => traitsOf(action).sets)

/** Returns the actions that change or delete items as PATCH or DELETE of an item does, but have handlers of their own. */
function variantsOf(action: Action): readonly Action[] {
  if (action === 'delete') return ['delete_many']
  return action === 'update' ? SETTING.filter((each) => each !== 'update' && each !== 'create') : []
}

/**
 * Warns about routes that write a model without running its `update`, `create` or `delete` handlers: PUT, bulk requests,
 * and registration. Handlers that `set` also lists run for every write.
 * @param users the auth model, or null if there is no registration
 */
export function reportBypassedHandlers(
  events: EventSource,
  routes: readonly SpannedRoute[],
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
          help:
            action === 'delete'
              ? `Add ${names}`
              : `Use "${when}_set", which runs for every write, or add ${names}`,
        })
      }
    }
  }
}

/** The tags whose handlers expect to run whenever an item is changed. */
const CHANGE_TAG = /^(?:before|after)_(?:set|update)$/

export interface LinkSource {
  readonly events: EventSource
  readonly routes: readonly SpannedRoute[]
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
  readonly schemas: ReadonlyMap<string, ModelSchema>
  readonly collector: Collector
}

/** Warns about relationships that requests can set without running the handlers of writes at the other end. */
export function reportBypassingLinks(source: LinkSource): void {
  const { events, routes, models, relations, schemas, collector } = source
  for (const { from, field, to, backref } of relations) {
    const model = models.find(({ id }) => id === from)
    const writes = routes.filter(
      (route) => route.model === from && SETTING.includes(route.action) && route.attribute === null,
    )
    const handled = (events.get(to) ?? []).filter(
      ({ tag, handlers }) => CHANGE_TAG.test(tag.name) && handlers.length > 0,
    )
    if (model === undefined || writes.length === 0 || handled.length === 0) continue
    if (writeRuleOf(model, field)?.readOnly === true) continue
    const property = schemas.get(from)?.properties.find(({ name }) => name === field)
    const tags = handled.map(({ tag }) => `"${tag.name}"`).join(', ')
    collector.report('SVC6009', {
      message: `${writes.map(({ id }) => id).join(', ')} can set "${field}" and thereby change "${backref}" of ${to}, without running its handlers of ${tags}`,
      at: property?.nameAt ?? null,
      related: handled
        .slice(0, 1)
        .map(({ tag }) => ({ message: `Handlers of ${to} declared here`, at: tag.at })),
      help: `Add "readOnly": true to "${field}" of ${from}, so that only requests for ${to} can change it`,
    })
  }
}
