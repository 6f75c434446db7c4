import type { Collector } from '../../diagnostics/collector.js'
import {
  type Action,
  AUTH_ACTIONS,
  CHANGE_TAG,
  type AuthHandlers,
  EVENT_ACTIONS,
  type EventAction,
  HANDLER_TAGS,
  type RouteHandlers,
  SET_ACTIONS,
} from '../../ir/index.js'
import type { ModelSchema } from '../../schema/index.js'
import type { TaggedHandlers } from '../../schema/root-keys.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { groupedBy } from '../../ir/lookup.js'
import type { SpannedRoute } from '../routes/source.js'

export type EventSource = ReadonlyMap<string, readonly TaggedHandlers[]>

/**
 * Returns the handlers with valid tags, keyed by model. Reports unknown tags, and authentication tags on models other
 * than the auth model.
 * @param users the auth model, or null if there is none
 */
export function eventsOf(
  schemas: ReadonlyMap<string, ModelSchema>,
  users: string | null,
  collector: Collector,
): EventSource {
  return new Map(
    [...schemas].map(([model, { eventHandlers }]) => [
      model,
      eventHandlers.filter(({ tag }) => isKnown(tag, collector) && fires(tag, model, users, collector)),
    ]),
  )
}

/** Returns the handlers for an action, in the order of the tags in the schema. */
export function handlersOf(model: string, action: EventAction, events: EventSource): RouteHandlers {
  return {
    before: namesFor('before', model, action, events),
    after: namesFor('after', model, action, events),
  }
}

export function routeHandlers(route: SpannedRoute, events: EventSource): RouteHandlers {
  const action = eventOf(route)
  return action === null ? { before: [], after: [] } : handlersOf(route.model, action, events)
}

/** Returns whether a PUT creates the item at its path if there is none. */
export function createsItem({ contract }: SpannedRoute): boolean {
  return contract?.created !== undefined
}

/** Returns the actions whose events a route can trigger. */
function eventsAt(route: SpannedRoute): readonly Action[] {
  const action = eventOf(route)
  return [...(action === null ? [] : [action]), ...(createsItem(route) ? ['create' as const] : [])]
}

/** Returns the action whose event a route triggers. Changing an attribute is an `update`; reading it triggers none. */
function eventOf({ kind, method, action }: SpannedRoute): Action | null {
  if (kind !== 'attribute') return action
  return method === 'POST' ? 'update' : null
}

/**
 * Warns about tags that never occur because the model has no route that triggers them. After errors, routes may be
 * missing, so nothing is reported.
 * @param users the auth model, or null if there is none
 */
export function reportIdleTags(
  events: EventSource,
  routes: readonly SpannedRoute[],
  users: string | null,
  collector: Collector,
): void {
  if (collector.hasErrors) return
  const byModel = groupedBy(routes, ({ model }) => model)
  for (const [model, tagged] of events) {
    if (tagged.length === 0) continue
    const actions = [
      ...(byModel.get(model) ?? []).flatMap(eventsAt),
      ...(model === users ? AUTH_ACTIONS : []),
    ]
    const triggered = new Set([
      CHANGE_TAG,
      ...WHEN.flatMap((when) => actions.flatMap((action) => tagsOf(when, action))),
    ])
    for (const { tag } of tagged.filter((each) => !triggered.has(each.tag.name))) {
      collector.report('SVC6005', {
        message: `"${tag.name}" never occurs for ${model}, because no route triggers it`,
        at: tag.at,
        help: 'Add a route that triggers it, or remove the tag',
      })
    }
  }
}

/** Returns the names of the handlers of changed rows, in order, keyed by model. */
export function changeHandlers(events: EventSource): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...events]
      .map(([model, tagged]): [string, readonly string[]] => [
        model,
        tagged
          .filter(({ tag }) => tag.name === CHANGE_TAG)
          .flatMap(({ handlers }) => handlers.map(({ name }) => name)),
      ])
      .filter(([, names]) => names.length > 0),
  )
}

export function authHandlers(model: string, events: EventSource): AuthHandlers {
  return {
    login: handlersOf(model, 'login', events),
    logout: handlersOf(model, 'logout', events),
    register: handlersOf(model, 'register', events),
  }
}

const WHEN = ['before', 'after'] as const

function tagsOf(when: (typeof WHEN)[number], action: EventAction): readonly string[] {
  return [`${when}_${action}`, ...(SET_ACTIONS.includes(action) ? [`${when}_set`] : [])]
}

function namesFor(
  when: (typeof WHEN)[number],
  model: string,
  action: EventAction,
  events: EventSource,
): readonly string[] {
  const handlers = events.get(model) ?? []
  if (handlers.length === 0) return []
  const tags = tagsOf(when, action)
  const listed = handlers.filter(({ tag }) => tags.includes(tag.name))
  return listed.flatMap((tagged) => tagged.handlers.map(({ name }) => name))
}

function isKnown(tag: TaggedHandlers['tag'], collector: Collector): boolean {
  if (HANDLER_TAGS.includes(tag.name)) return true
  const message = `Unknown event tag "${tag.name}"`
  const help = () =>
    didYouMean(tag.name, HANDLER_TAGS) ??
    `A tag is ${CHANGE_TAG}, or before_ or after_ followed by one of ${[...EVENT_ACTIONS, 'set'].join(', ')}`
  collector.report('SVC6001', { message, at: tag.at, help })
  return false
}

function fires(
  tag: TaggedHandlers['tag'],
  model: string,
  users: string | null,
  collector: Collector,
): boolean {
  const isAuth = AUTH_ACTIONS.some((action) => tag.name.endsWith(`_${action}`))
  if (!isAuth || users === model) return true
  const message = `"${tag.name}" never occurs for ${model}, because it is not the auth model`
  collector.report('SVC6005', { message, at: tag.at })
  return false
}
