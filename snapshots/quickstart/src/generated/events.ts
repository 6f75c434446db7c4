import { models } from './models/index.js'
import type { StoryTypes } from './models/story.js'
import type { UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Story is given; `StoryEvent<'before_create'>` for one tag. */
export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<StoryTypes, Tag, Repositories, Caller>

/** What a handler of User is given; `UserEvent<'before_create'>` for one tag. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** What events know of each model. */
interface EventModels {
  Story: StoryTypes
  User: UserTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Story', 'before_create', { fields: { … } })`.
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
