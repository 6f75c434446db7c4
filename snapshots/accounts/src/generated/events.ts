import { models } from './models/index.js'
import type { PaperTypes } from './models/paper.js'
import type { Person, PersonTypes } from './models/person.js'
import type { SealTypes } from './models/seal.js'
import type { TeamTypes } from './models/team.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request, without the password. */
export type Caller = Omit<Person, 'password'>

/** The event that handlers of Paper receive. For a single tag, use `PaperEvent<'before_create'>`. */
export type PaperEvent<Tag extends EventTag = EventTag> = HandlerEvent<PaperTypes, Tag, Repositories, Caller>

/** The event that handlers of Person receive. For a single tag, use `PersonEvent<'before_create'>`. */
export type PersonEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PersonTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Seal receive. For a single tag, use `SealEvent<'before_create'>`. */
export type SealEvent<Tag extends EventTag = EventTag> = HandlerEvent<SealTypes, Tag, Repositories, Caller>

/** The event that handlers of Team receive. For a single tag, use `TeamEvent<'before_create'>`. */
export type TeamEvent<Tag extends EventTag = EventTag> = HandlerEvent<TeamTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Paper: PaperTypes
  Person: PersonTypes
  Seal: SealTypes
  Team: TeamTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Paper', 'before_create', { fields: { … } })`.
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
