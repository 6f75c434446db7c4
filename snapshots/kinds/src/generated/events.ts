import { models } from './models/index.js'
import type { BigTypes } from './models/big.js'
import type { EntryTypes } from './models/entry.js'
import type { ListingTypes } from './models/listing.js'
import type { TokenTypes } from './models/token.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who makes a request, without the password. */
export type Caller = never

/** The event that a handler of Big receives; `BigEvent<'before_create'>` for a single tag. */
export type BigEvent<Tag extends EventTag = EventTag> = HandlerEvent<BigTypes, Tag, Repositories, Caller>

/** The event that a handler of Entry receives; `EntryEvent<'before_create'>` for a single tag. */
export type EntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<EntryTypes, Tag, Repositories, Caller>

/** The event that a handler of Listing receives; `ListingEvent<'before_create'>` for a single tag. */
export type ListingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ListingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Token receives; `TokenEvent<'before_create'>` for a single tag. */
export type TokenEvent<Tag extends EventTag = EventTag> = HandlerEvent<TokenTypes, Tag, Repositories, Caller>

/** The types of each model, by name. */
export interface EventModels {
  Big: BigTypes
  Entry: EntryTypes
  Listing: ListingTypes
  Token: TokenTypes
}

/**
 * Creates an event to test a handler without a service: `testEvent('Big', 'before_create', { fields: { … } })`.
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
