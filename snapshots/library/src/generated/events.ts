import { models } from './models/index.js'
import type { AuthorTypes } from './models/author.js'
import type { BookTypes } from './models/book.js'
import type { CategoryTypes } from './models/category.js'
import type { CoverTypes } from './models/cover.js'
import type { ReviewTypes } from './models/review.js'
import type { SampleTypes } from './models/sample.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request. The API has no users. */
export type Caller = never

/** The event that handlers of Author receive. For a single tag, use `AuthorEvent<'before_create'>`. */
export type AuthorEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AuthorTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Book receive. For a single tag, use `BookEvent<'before_create'>`. */
export type BookEvent<Tag extends EventTag = EventTag> = HandlerEvent<BookTypes, Tag, Repositories, Caller>

/** The event that handlers of Category receive. For a single tag, use `CategoryEvent<'before_create'>`. */
export type CategoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CategoryTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Cover receive. For a single tag, use `CoverEvent<'before_create'>`. */
export type CoverEvent<Tag extends EventTag = EventTag> = HandlerEvent<CoverTypes, Tag, Repositories, Caller>

/** The event that handlers of Review receive. For a single tag, use `ReviewEvent<'before_create'>`. */
export type ReviewEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ReviewTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Sample receive. For a single tag, use `SampleEvent<'before_create'>`. */
export type SampleEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  SampleTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, keyed by name. */
export interface EventModels {
  Author: AuthorTypes
  Book: BookTypes
  Category: CategoryTypes
  Cover: CoverTypes
  Review: ReviewTypes
  Sample: SampleTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Author', 'before_create', { fields: { … } })`.
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
