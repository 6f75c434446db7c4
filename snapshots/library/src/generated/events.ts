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

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Author is given; `AuthorEvent<'before_create'>` for one tag. */
export type AuthorEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AuthorTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Book is given; `BookEvent<'before_create'>` for one tag. */
export type BookEvent<Tag extends EventTag = EventTag> = HandlerEvent<BookTypes, Tag, Repositories, Caller>

/** What a handler of Category is given; `CategoryEvent<'before_create'>` for one tag. */
export type CategoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CategoryTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Cover is given; `CoverEvent<'before_create'>` for one tag. */
export type CoverEvent<Tag extends EventTag = EventTag> = HandlerEvent<CoverTypes, Tag, Repositories, Caller>

/** What a handler of Review is given; `ReviewEvent<'before_create'>` for one tag. */
export type ReviewEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ReviewTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Sample is given; `SampleEvent<'before_create'>` for one tag. */
export type SampleEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  SampleTypes,
  Tag,
  Repositories,
  Caller
>

/** What events know of each model. */
interface EventModels {
  Author: AuthorTypes
  Book: BookTypes
  Category: CategoryTypes
  Cover: CoverTypes
  Review: ReviewTypes
  Sample: SampleTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Author', 'before_create', { fields: { … } })`.
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
