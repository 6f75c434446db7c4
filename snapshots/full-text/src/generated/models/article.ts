import type { ModelSpec } from '../runtime/model.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Author, AuthorWhere } from './author.js'

/** Article, as stored. */
export interface Article {
  body: string | null
  id: number
  number: number | null
  rank: string | null
  status: 'draft' | 'in print' | null
  tags: string[] | null
  title: string | null
  author: number | null
}

/** What creating one takes. */
export interface ArticleCreate {
  body?: string | null
  number?: number | null
  rank?: string | null
  status?: 'draft' | 'in print' | null
  tags?: string[] | null
  title?: string | null
  author?: number | null
}

/** What a body can set, virtual fields included. */
export interface ArticleFields {
  body: string | null
  number: number | null
  rank: string | null
  status: 'draft' | 'in print' | null
  tags: string[] | null
  title: string | null
  author: number | null
}

/** What article can be filtered by. */
export interface ArticleWhere extends Logical<ArticleWhere> {
  body?: string | null | TextFilter
  id?: Article['id'] | OrderedFilter<Article['id']>
  number?: number | null | OrderedFilter<number>
  rank?: string | null | TextFilter
  status?: Article['status'] | AnyFilter<NonNullable<Article['status']>>
  tags?: ListFilter<NonNullable<Article['tags']>[number]>
  title?: string | null | TextFilter
  author?: ToOneFilter<AuthorWhere, number>
}

/** Article as repositories and events know it. */
export interface ArticleTypes extends ModelTypes {
  Name: 'Article'
  Row: Article
  Key: number
  Unique: { id: number }
  Fields: ArticleFields
  Create: ArticleCreate
  Update: Partial<ArticleCreate>
  Where: ArticleWhere
  Sortable: 'body' | 'id' | 'number' | 'rank' | 'status' | 'tags' | 'title'
  Relations: {
    author: Author | null
  }
}

/** Article: its fields, columns and relations. */
export const articleModel: ModelSpec = {
  name: 'Article',
  var: 'article',
  table: 'article',
  key: 'id',
  fields: {
    body: { type: 'text', column: 'body', words: true },
    id: { type: 'id_field', column: 'id', unique: true },
    number: { type: 'integer', column: 'number' },
    rank: { type: 'string', column: 'rank', index: true, words: true },
    status: { type: 'choice', column: 'status', words: true, choices: ['draft', 'in print'] },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    title: { type: 'string', column: 'title', words: true, maxLength: 300 },
  },
  relations: {
    author: {
      model: 'Author',
      side: 'holder',
      many: false,
      unique: false,
      column: 'author_id',
      keyType: 'id_field',
      inverse: 'articles',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({
    body: at(0),
    id: at(1),
    number: at(2),
    rank: at(3),
    status: at(4),
    tags: at(5),
    title: at(6),
    author: at(7),
  }),
  foreignKeys: { author_id: 'author' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      author: { type: ['integer', 'null'] },
      body: { type: ['string', 'null'] },
      number: { type: 'integer' },
      rank: { type: ['string', 'null'] },
      status: { enum: ['draft', 'in print', null] },
      tags: { type: ['array', 'null'] },
      title: { maxLength: 300, type: ['string', 'null'] },
    },
    title: 'Article',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/articles/:id',
}
