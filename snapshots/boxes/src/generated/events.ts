import { models } from './models/index.js'
import type { BoxTypes } from './models/box.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request. The API has no users. */
export type Caller = never

/** The event that handlers of Box receive. For a single tag, use `BoxEvent<'before_create'>`. */
export type BoxEvent<Tag extends EventTag = EventTag> = HandlerEvent<BoxTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Box: BoxTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Box', 'before_create', { fields: { … } })`.
 * @param tag an action's tag: `before_create`, not `before_set`
 * @param parts the parts of the event read by the handler
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
