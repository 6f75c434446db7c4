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

/** Who makes a request, without the password. */
export type Caller = Omit<User, 'password'>

/** What a handler of Comment is given; `CommentEvent<'before_create'>` for one tag. */
export type CommentEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CommentTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Draft is given; `DraftEvent<'before_create'>` for one tag. */
export type DraftEvent<Tag extends EventTag = EventTag> = HandlerEvent<DraftTypes, Tag, Repositories, Caller>

/** What a handler of Notice is given; `NoticeEvent<'before_create'>` for one tag. */
export type NoticeEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  NoticeTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Page is given; `PageEvent<'before_create'>` for one tag. */
export type PageEvent<Tag extends EventTag = EventTag> = HandlerEvent<PageTypes, Tag, Repositories, Caller>

/** What a handler of Profile is given; `ProfileEvent<'before_create'>` for one tag. */
export type ProfileEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ProfileTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Story is given; `StoryEvent<'before_create'>` for one tag. */
export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<StoryTypes, Tag, Repositories, Caller>

/** What a handler of User is given; `UserEvent<'before_create'>` for one tag. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** What events know of each model. */
interface EventModels {
  Comment: CommentTypes
  Draft: DraftTypes
  Notice: NoticeTypes
  Page: PageTypes
  Profile: ProfileTypes
  Story: StoryTypes
  User: UserTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Comment', 'before_create', { fields: { … } })`.
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
