import { models } from './models/index.js'
import type { ProfileTypes } from './models/profile.js'
import type { StoryTypes } from './models/story.js'
import type { User, UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { type TestEventParts, makeTestEvent } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent, OpenModel } from './runtime/events/types.js'

/** The user who sent a request, without the password. */
export type Caller = Omit<User, 'password'>

/** The event that handlers of Profile receive. For a single tag, use `ProfileEvent<'before_create'>`. */
export type ProfileEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ProfileTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Story receive. For a single tag, use `StoryEvent<'before_create'>`. */
export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  StoryTypes & OpenModel,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of User receive. For a single tag, use `UserEvent<'before_create'>`. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Profile: ProfileTypes
  Story: StoryTypes & OpenModel
  User: UserTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Profile', 'before_create', { fields: { … } })`.
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
