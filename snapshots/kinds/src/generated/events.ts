import { models } from './models/index.js'
import type { BigTypes } from './models/big.js'
import type { EntryTypes } from './models/entry.js'
import type { ListingTypes } from './models/listing.js'
import type { TokenTypes } from './models/token.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Big is given; `BigEvent<'before_create'>` for one tag. */
export type BigEvent<Tag extends EventTag = EventTag> = HandlerEvent<BigTypes, Tag, Repositories, Caller>

/** What a handler of Entry is given; `EntryEvent<'before_create'>` for one tag. */
export type EntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<EntryTypes, Tag, Repositories, Caller>

/** What a handler of Listing is given; `ListingEvent<'before_create'>` for one tag. */
export type ListingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ListingTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Token is given; `TokenEvent<'before_create'>` for one tag. */
export type TokenEvent<Tag extends EventTag = EventTag> = HandlerEvent<TokenTypes, Tag, Repositories, Caller>

/** What events know of each model. */
interface EventModels {
  Big: BigTypes
  Entry: EntryTypes
  Listing: ListingTypes
  Token: TokenTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Big', 'before_create', { fields: { … } })`.
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
