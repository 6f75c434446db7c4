import { models } from './models/index.js'
import type { ArticleTypes } from './models/article.js'
import type { AuthorTypes } from './models/author.js'
import type { DraftTypes } from './models/draft.js'
import type { PageTypes } from './models/page.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request. The API has no users. */
export type Caller = never

/** The event that handlers of Article receive. For a single tag, use `ArticleEvent<'before_create'>`. */
export type ArticleEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ArticleTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Author receive. For a single tag, use `AuthorEvent<'before_create'>`. */
export type AuthorEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  AuthorTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Draft receive. For a single tag, use `DraftEvent<'before_create'>`. */
export type DraftEvent<Tag extends EventTag = EventTag> = HandlerEvent<DraftTypes, Tag, Repositories, Caller>

/** The event that handlers of Page receive. For a single tag, use `PageEvent<'before_create'>`. */
export type PageEvent<Tag extends EventTag = EventTag> = HandlerEvent<PageTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Article: ArticleTypes
  Author: AuthorTypes
  Draft: DraftTypes
  Page: PageTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Article', 'before_create', { fields: { … } })`.
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
