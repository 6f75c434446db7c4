import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Article, ArticleWhere } from './article.js'

/** Author, as stored. */
export interface Author {
  id: number
  name: string | null
}

/** What creating one takes. */
export interface AuthorCreate {
  name?: string | null
  articles?: number[]
}

/** What a body can set, virtual fields included. */
export interface AuthorFields {
  name: string | null
  articles: number[]
}

/** What author can be filtered by. */
export interface AuthorWhere extends Logical<AuthorWhere> {
  id?: Author['id'] | OrderedFilter<Author['id']>
  name?: string | null | TextFilter
  articles?: ToManyFilter<ArticleWhere>
}

/** Author as repositories and events know it. */
export interface AuthorTypes extends ModelTypes {
  Name: 'Author'
  Row: Author
  Key: number
  Unique: { id: number }
  Fields: AuthorFields
  Create: AuthorCreate
  Update: Partial<AuthorCreate>
  Where: AuthorWhere
  Sortable: 'id' | 'name'
  Relations: {
    articles: Article[]
  }
}

/** Author: its fields, columns and relations. */
export const authorModel: ModelSpec = {
  name: 'Author',
  var: 'author',
  table: 'author',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true }, name: { type: 'string', column: 'name' } },
  relations: {
    articles: {
      model: 'Article',
      side: 'one',
      many: true,
      unique: false,
      column: 'author_id',
      keyType: 'id_field',
      inverse: 'author',
      required: false,
      onDelete: 'cascade',
    },
  },
  row: (at) => ({ id: at(0), name: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      articles: { items: { type: 'integer' }, type: ['array', 'null'] },
      name: { type: ['string', 'null'] },
    },
    title: 'Author',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/authors/:id',
}
