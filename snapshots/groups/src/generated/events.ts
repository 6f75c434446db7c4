import { models } from './models/index.js'
import type { BookingTypes } from './models/booking.js'
import type { MembershipTypes } from './models/membership.js'
import type { PersonTypes } from './models/person.js'
import type { ProjectTypes } from './models/project.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request. The API has no users. */
export type Caller = never

/** The event that handlers of Booking receive. For a single tag, use `BookingEvent<'before_create'>`. */
export type BookingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  BookingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Membership receive. For a single tag, use `MembershipEvent<'before_create'>`. */
export type MembershipEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  MembershipTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Person receive. For a single tag, use `PersonEvent<'before_create'>`. */
export type PersonEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PersonTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Project receive. For a single tag, use `ProjectEvent<'before_create'>`. */
export type ProjectEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ProjectTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, keyed by name. */
export interface EventModels {
  Booking: BookingTypes
  Membership: MembershipTypes
  Person: PersonTypes
  Project: ProjectTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Booking', 'before_create', { fields: { … } })`.
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
