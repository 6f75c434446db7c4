import { models } from './models/index.js'
import type { IndexTypes } from './models/index2.js'
import type { SessionModelTypes } from './models/session.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Index is given; `IndexEvent<'before_create'>` for one tag. */
export type IndexEvent<Tag extends EventTag = EventTag> = HandlerEvent<IndexTypes, Tag, Repositories, Caller>

/** What a handler of SessionModel is given; `SessionModelEvent<'before_create'>` for one tag. */
export type SessionModelEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  SessionModelTypes,
  Tag,
  Repositories,
  Caller
>

/** What events know of each model. */
interface EventModels {
  Index: IndexTypes
  Session: SessionModelTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Index', 'before_create', { fields: { … } })`.
 * @param model name of the model
 * @param tag of the action, `before_create` rather than `before_set`
 * @param parts what the handler reads; what is left out is not there
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
