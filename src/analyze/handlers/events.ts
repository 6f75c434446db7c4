import type { Collector } from '../../diagnostics/collector.js'
import {
  AUTH_ACTIONS,
  type AuthHandlers,
  EVENT_ACTIONS,
  EVENT_TAGS,
  type EventAction,
  type RouteHandlers,
  SET_ACTIONS,
} from '../../ir/index.js'
import type { ModelSchema, TaggedHandlers } from '../../schema/model-schema.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { AuthModel } from '../security/auth-model.js'
import type { PlacedRoute } from '../routes/routes.js'

/** The handlers in the schemas, keyed by model. */
export type EventSource = ReadonlyMap<string, readonly TaggedHandlers[]>

/**
 * Returns the handlers with valid tags, keyed by model. Reports unknown tags, and authentication tags on models other
 * than the auth model.
 */
export function eventsOf(
  schemas: ReadonlyMap<string, ModelSchema>,
  authModel: AuthModel | null,
  collector: Collector,
): EventSource {
  return new Map(
    [...schemas].map(([model, { eventHandlers }]) => [
      model,
      eventHandlers.filter(({ tag }) => isKnown(tag, collector) && fires(tag, model, authModel, collector)),
    ]),
  )
}

/** Returns the handlers for an action, in the order of the tags in the schema (SPEC 13.1). */
export function handlersOf(model: string, action: EventAction, events: EventSource): RouteHandlers {
  return {
    before: namesFor('before', model, action, events),
    after: namesFor('after', model, action, events),
  }
}

/**
 * Returns the handlers for a route. Changing an attribute is an `update` of its item. Reading an attribute triggers no
 * event (SPEC 13.1).
 */
export function routeHandlers(
  { model, kind, method, action }: PlacedRoute,
  events: EventSource,
): RouteHandlers {
  if (kind !== 'attribute') return handlersOf(model, action, events)
  return method === 'POST' ? handlersOf(model, 'update', events) : { before: [], after: [] }
}

/** Returns the handlers for login, logout and registration. */
export function authHandlers(model: string, events: EventSource): AuthHandlers {
  return {
    login: handlersOf(model, 'login', events),
    logout: handlersOf(model, 'logout', events),
    register: handlersOf(model, 'register', events),
  }
}

function namesFor(
  when: 'before' | 'after',
  model: string,
  action: EventAction,
  events: EventSource,
): readonly string[] {
  const handlers = events.get(model) ?? []
  if (handlers.length === 0) return []
  const tags = [`${when}_${action}`, ...(SET_ACTIONS.has(action) ? [`${when}_set`] : [])]
  const listed = handlers.filter(({ tag }) => tags.includes(tag.name))
  return listed.flatMap((tagged) => tagged.handlers.map(({ name }) => name))
}

function isKnown(tag: TaggedHandlers['tag'], collector: Collector): boolean {
  if (EVENT_TAGS.some((known) => known === tag.name)) return true
  const message = `Unknown event tag "${tag.name}"`
  const help = () =>
    didYouMean(tag.name, EVENT_TAGS) ??
    `A tag is before_ or after_ followed by one of ${[...EVENT_ACTIONS, 'set'].join(', ')}`
  collector.report('SVC6001', { message, at: tag.at, help })
  return false
}

function fires(
  tag: TaggedHandlers['tag'],
  model: string,
  authModel: AuthModel | null,
  collector: Collector,
): boolean {
  const isAuth = AUTH_ACTIONS.some((action) => tag.name.endsWith(`_${action}`))
  if (!isAuth || authModel?.model === model) return true
  const message = `"${tag.name}" never occurs for ${model}, because it is not the auth model`
  collector.report('SVC6005', { message, at: tag.at })
  return false
}
