import { models } from './models/index.js'
import type { EntryTypes } from './models/entry.js'
import type { NoteTypes } from './models/note.js'
import type { TaskTypes } from './models/task.js'
import type { TeamTypes } from './models/team.js'
import type { User, UserTypes } from './models/user.js'
import type { Repositories } from './repositories/index.js'
import { type TestEventParts, makeTestEvent } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request, without the password. */
export type Caller = Omit<User, 'password'>

/** The event that handlers of Entry receive. For a single tag, use `EntryEvent<'before_create'>`. */
export type EntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<EntryTypes, Tag, Repositories, Caller>

/** The event that handlers of Note receive. For a single tag, use `NoteEvent<'before_create'>`. */
export type NoteEvent<Tag extends EventTag = EventTag> = HandlerEvent<NoteTypes, Tag, Repositories, Caller>

/** The event that handlers of Task receive. For a single tag, use `TaskEvent<'before_create'>`. */
export type TaskEvent<Tag extends EventTag = EventTag> = HandlerEvent<TaskTypes, Tag, Repositories, Caller>

/** The event that handlers of Team receive. For a single tag, use `TeamEvent<'before_create'>`. */
export type TeamEvent<Tag extends EventTag = EventTag> = HandlerEvent<TeamTypes, Tag, Repositories, Caller>

/** The event that handlers of User receive. For a single tag, use `UserEvent<'before_create'>`. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Entry: EntryTypes
  Note: NoteTypes
  Task: TaskTypes
  Team: TeamTypes
  User: UserTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Entry', 'before_create', { fields: { … } })`.
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
