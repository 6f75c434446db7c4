import { models } from './models/index.js'
import type { PaperTypes } from './models/paper.js'
import type { Person, PersonTypes } from './models/person.js'
import type { SealTypes } from './models/seal.js'
import type { TeamTypes } from './models/team.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request, without the password. */
export type Caller = Omit<Person, 'password'>

/** What a handler of Paper is given; `PaperEvent<'before_create'>` for one tag. */
export type PaperEvent<Tag extends EventTag = EventTag> = HandlerEvent<PaperTypes, Tag, Repositories, Caller>

/** What a handler of Person is given; `PersonEvent<'before_create'>` for one tag. */
export type PersonEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PersonTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Seal is given; `SealEvent<'before_create'>` for one tag. */
export type SealEvent<Tag extends EventTag = EventTag> = HandlerEvent<SealTypes, Tag, Repositories, Caller>

/** What a handler of Team is given; `TeamEvent<'before_create'>` for one tag. */
export type TeamEvent<Tag extends EventTag = EventTag> = HandlerEvent<TeamTypes, Tag, Repositories, Caller>

/** What events know of each model. */
interface EventModels {
  Paper: PaperTypes
  Person: PersonTypes
  Seal: SealTypes
  Team: TeamTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Paper', 'before_create', { fields: { … } })`.
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
