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

/** The user who makes a request, without the password. */
export type Caller = never

/** The event that a handler of Author receives; `AuthorEvent<'before_create'>` for a single tag. */
export type AuthorEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AuthorTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Book receives; `BookEvent<'before_create'>` for a single tag. */
export type BookEvent<Tag extends EventTag = EventTag> = HandlerEvent<BookTypes, Tag, Repositories, Caller>

/** The event that a handler of Category receives; `CategoryEvent<'before_create'>` for a single tag. */
export type CategoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CategoryTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Cover receives; `CoverEvent<'before_create'>` for a single tag. */
export type CoverEvent<Tag extends EventTag = EventTag> = HandlerEvent<CoverTypes, Tag, Repositories, Caller>

/** The event that a handler of Review receives; `ReviewEvent<'before_create'>` for a single tag. */
export type ReviewEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ReviewTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Sample receives; `SampleEvent<'before_create'>` for a single tag. */
export type SampleEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  SampleTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, by name. */
export interface EventModels {
  Author: AuthorTypes
  Book: BookTypes
  Category: CategoryTypes
  Cover: CoverTypes
  Review: ReviewTypes
  Sample: SampleTypes
}

/**
 * Creates an event to test a handler without a service: `testEvent('Author', 'before_create', { fields: { … } })`.
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
