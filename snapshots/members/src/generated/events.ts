import { models } from './models/index.js'
import type { CommentTypes } from './models/comment.js'
import type { DraftTypes } from './models/draft.js'
import type { NoticeTypes } from './models/notice.js'
import type { PageTypes } from './models/page.js'
import type { ProfileTypes } from './models/profile.js'
import type { StoryTypes } from './models/story.js'
import type { User, UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who makes a request, without the password. */
export type Caller = Omit<User, 'password'>

/** The event that a handler of Comment receives; `CommentEvent<'before_create'>` for a single tag. */
export type CommentEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CommentTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Draft receives; `DraftEvent<'before_create'>` for a single tag. */
export type DraftEvent<Tag extends EventTag = EventTag> = HandlerEvent<DraftTypes, Tag, Repositories, Caller>

/** The event that a handler of Notice receives; `NoticeEvent<'before_create'>` for a single tag. */
export type NoticeEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  NoticeTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Page receives; `PageEvent<'before_create'>` for a single tag. */
export type PageEvent<Tag extends EventTag = EventTag> = HandlerEvent<PageTypes, Tag, Repositories, Caller>

/** The event that a handler of Profile receives; `ProfileEvent<'before_create'>` for a single tag. */
export type ProfileEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ProfileTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Story receives; `StoryEvent<'before_create'>` for a single tag. */
export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<StoryTypes, Tag, Repositories, Caller>

/** The event that a handler of User receives; `UserEvent<'before_create'>` for a single tag. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The types of each model, by name. */
export interface EventModels {
  Comment: CommentTypes
  Draft: DraftTypes
  Notice: NoticeTypes
  Page: PageTypes
  Profile: ProfileTypes
  Story: StoryTypes
  User: UserTypes
}

/**
 * Creates an event to test a handler without a service: `testEvent('Comment', 'before_create', { fields: { … } })`.
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
