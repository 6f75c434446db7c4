import { models } from './models/index.js'
import type { ArticleTypes } from './models/article.js'
import type { AuthorTypes } from './models/author.js'
import type { DraftTypes } from './models/draft.js'
import type { PageTypes } from './models/page.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Article is given; `ArticleEvent<'before_create'>` for one tag. */
export type ArticleEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ArticleTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Author is given; `AuthorEvent<'before_create'>` for one tag. */
export type AuthorEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AuthorTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Draft is given; `DraftEvent<'before_create'>` for one tag. */
export type DraftEvent<Tag extends EventTag = EventTag> = HandlerEvent<DraftTypes, Tag, Repositories, Caller>

/** What a handler of Page is given; `PageEvent<'before_create'>` for one tag. */
export type PageEvent<Tag extends EventTag = EventTag> = HandlerEvent<PageTypes, Tag, Repositories, Caller>

/** What events know of each model. */
interface EventModels {
  Article: ArticleTypes
  Author: AuthorTypes
  Draft: DraftTypes
  Page: PageTypes
}

/**
 * An event to test a handler with, without a service: `testEvent('Article', 'before_create', { fields: { … } })`.
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
