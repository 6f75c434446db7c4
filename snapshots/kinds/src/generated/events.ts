import { models } from './models/index.js'
import type { BigTypes } from './models/big.js'
import type { EntryTypes } from './models/entry.js'
import type { ListingTypes } from './models/listing.js'
import type { TokenTypes } from './models/token.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request. The API has no users. */
export type Caller = never

/** The event that handlers of Big receive. For a single tag, use `BigEvent<'before_create'>`. */
export type BigEvent<Tag extends EventTag = EventTag> = HandlerEvent<BigTypes, Tag, Repositories, Caller>

/** The event that handlers of Entry receive. For a single tag, use `EntryEvent<'before_create'>`. */
export type EntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<EntryTypes, Tag, Repositories, Caller>

/** The event that handlers of Listing receive. For a single tag, use `ListingEvent<'before_create'>`. */
export type ListingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ListingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Token receive. For a single tag, use `TokenEvent<'before_create'>`. */
export type TokenEvent<Tag extends EventTag = EventTag> = HandlerEvent<TokenTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Big: BigTypes
  Entry: EntryTypes
  Listing: ListingTypes
  Token: TokenTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Big', 'before_create', { fields: { … } })`.
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
