import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { AuthorTypes, AuthorWhere } from './author.js'

/** Possible values of `status`. */
export const articleStatuses = ['draft', 'in print'] as const
export type ArticleStatus = (typeof articleStatuses)[number]

/** An article as stored; relations are keys. */
export type Article = {
  body: string | null
  id: number
  number: number | null
  rank: string | null
  status: ArticleStatus | null
  tags: string[] | null
  title: string | null
  author: number | null
}

/** Values for a new article. */
export type ArticleCreate = {
  body?: string | null
  number?: number | null
  rank?: string | null
  status?: ArticleStatus | null
  tags?: string[] | null
  title?: string | null
  author?: number | null
}

/** Changes to an article. */
export type ArticleUpdate = { [Field in keyof ArticleCreate]?: ArticleCreate[Field] }

/** Values that a request can set on an article. */
export type ArticleFields = Required<ArticleCreate>

/** An article in a response, without fields that the caller cannot see or did not select. */
export type ArticleDocument = {
  _type: 'Article'
  _pk: string
  _self: string | null
} & Partial<Article>

/** A filter for articles. */
export interface ArticleWhere extends Logical<ArticleWhere> {
  body?: string | null | TextFilter
  id?: Article['id'] | OrderedFilter<Article['id']>
  number?: number | null | OrderedFilter<number>
  rank?: string | null | TextFilter
  status?: ArticleStatus | null | AnyFilter<ArticleStatus>
  tags?: ListFilter<NonNullable<Article['tags']>[number]>
  title?: string | null | TextFilter
  author?: ToOneFilter<AuthorWhere, number>
}

/** The types of Article for its repository, routes and events. */
export interface ArticleTypes extends ModelTypes {
  Name: 'Article'
  Row: Article
  Key: number
  Unique: { id: number }
  Fields: ArticleFields
  Create: ArticleCreate
  Update: ArticleUpdate
  Document: ArticleDocument
  Where: ArticleWhere
  Sortable: Exclude<keyof Article, 'author'>
  Incrementable: 'number'
  Dates: never
  Relations: {
    author: AuthorTypes | null
  }
}

/** The fields, relations and schema of Article. */
export const articleModel: TypedModel<ArticleTypes> = {
  name: 'Article',
  var: 'article',
  table: 'article',
  key: 'id',
  fields: {
    body: { type: 'text', column: 'body', words: true },
    id: { type: 'id_field', column: 'id', unique: true },
    number: { type: 'integer', column: 'number' },
    rank: { type: 'string', column: 'rank', index: true },
    status: { type: 'choice', column: 'status', choices: articleStatuses },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    title: { type: 'string', column: 'title', maxLength: 300 },
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
  foreignKeys: { author_id: 'author' },
  additionalProperties: false,
  search: true,
  path: ['/articles/', 'id'],
}
