import { models } from './models/index.js'
import type { NoteTypes } from './models/note.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Note is given; `NoteEvent<'before_create'>` for one tag. */
export type NoteEvent<Tag extends EventTag = EventTag> = HandlerEvent<NoteTypes, Tag, Repositories, Caller>

/** What events know of each model. */
interface EventModels {
  Note: NoteTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Note', 'before_create', { fields: { … } })`.
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
