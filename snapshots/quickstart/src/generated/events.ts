import type { StoryTypes } from './models/story.js'
import type { UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import type { EventTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request. */
export type Caller = never

/** What a handler of Story is given; `StoryEvent<'before_create'>` for one tag. */
export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<StoryTypes, Tag, Repositories, Caller>

/** What a handler of User is given; `UserEvent<'before_create'>` for one tag. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>
