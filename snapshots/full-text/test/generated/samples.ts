import type { ArticleCreate } from '../../src/generated/models/article.js'
import type { AuthorCreate } from '../../src/generated/models/author.js'
import type { DraftCreate } from '../../src/generated/models/draft.js'
import type { PageCreate } from '../../src/generated/models/page.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  article: {
    first: { body: 'body-1', number: 1, rank: 'rank-1', status: 'draft', tags: ['tags-1'], title: 'title-1' },
    second: {
      body: 'body-2',
      number: 2,
      rank: 'rank-2',
      status: 'in print',
      tags: ['tags-2'],
      title: 'title-2',
    },
  },
  author: { first: { name: 'name-1' }, second: { name: 'name-2' } },
  draft: {
    first: { body: 'body-1', number: 1, rank: 'rank-1', status: 'draft', tags: ['tags-1'], title: 'title-1' },
    second: {
      body: 'body-2',
      number: 2,
      rank: 'rank-2',
      status: 'in print',
      tags: ['tags-2'],
      title: 'title-2',
    },
  },
  page: {
    first: { body: 'body-1', number: 1, slug: 'slug-1' },
    second: { body: 'body-2', number: 2, slug: 'slug-2' },
  },
} satisfies {
  article: Readonly<Record<string, ArticleCreate>>
  author: Readonly<Record<string, AuthorCreate>>
  draft: Readonly<Record<string, DraftCreate>>
  page: Readonly<Record<string, PageCreate>>
}
