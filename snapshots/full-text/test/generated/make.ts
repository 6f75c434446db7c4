import type { Article, ArticleCreate } from '../../src/generated/models/article.js'
import type { Author, AuthorCreate } from '../../src/generated/models/author.js'
import type { Draft, DraftCreate } from '../../src/generated/models/draft.js'
import type { Page, PageCreate } from '../../src/generated/models/page.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an article. The given values override the sample. */
export async function article(items: Repositories, given: Partial<ArticleCreate> = {}): Promise<Article> {
  return items.article.create({ data: { ...samples.article.first, ...given } })
}

/** Creates an author. The given values override the sample. */
export async function author(items: Repositories, given: Partial<AuthorCreate> = {}): Promise<Author> {
  return items.author.create({ data: { ...samples.author.first, ...given } })
}

/** Creates a draft. The given values override the sample. */
export async function draft(items: Repositories, given: Partial<DraftCreate> = {}): Promise<Draft> {
  return items.draft.create({ data: { ...samples.draft.first, ...given } })
}

/** Creates a page. The given values override the sample. */
export async function page(items: Repositories, given: Partial<PageCreate> = {}): Promise<Page> {
  return items.page.create({ data: { ...samples.page.first, ...given } })
}
