import { models } from './models/index.js'
import type { StoryTypes } from './models/story.js'
import type { UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who makes a request, without the password. */
export type Caller = never

/** The event that a handler of Story receives; `StoryEvent<'before_create'>` for a single tag. */
export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<StoryTypes, Tag, Repositories, Caller>

/** The event that a handler of User receives; `UserEvent<'before_create'>` for a single tag. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The types of each model, by name. */
export interface EventModels {
  Story: StoryTypes
  User: UserTypes
}

/**
 * Creates an event to test a handler without a service: `testEvent('Story', 'before_create', { fields: { … } })`.
 * @param tag the tag of an action: `before_create`, not `before_set`
 * @param parts the parts of the event that the handler reads
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
