import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { ArticleTypes, ArticleWhere } from './article.js'

/** An author as stored; relations are keys. */
export type Author = {
  id: number
  name: string | null
}

/** Values for a new author. */
export type AuthorCreate = {
  name?: string | null
  articles?: number[]
}

/** Changes to an author. */
export type AuthorUpdate = { [Field in keyof AuthorCreate]?: AuthorCreate[Field] }

/** Values that a request can set on an author. */
export type AuthorFields = Required<AuthorCreate>

/** An author in a response, without fields that the caller cannot see or did not select. */
export type AuthorDocument = {
  _type: 'Author'
  _pk: string
  _self: string | null
  articles?: number[]
  articles_total?: number
} & Partial<Author>

/** A filter for authors. */
export interface AuthorWhere extends Logical<AuthorWhere> {
  id?: Author['id'] | OrderedFilter<Author['id']>
  name?: string | null | TextFilter
  articles?: ToManyFilter<ArticleWhere>
}

/** The types of Author for its repository, routes and events. */
export interface AuthorTypes extends ModelTypes {
  Name: 'Author'
  Row: Author
  Key: number
  Unique: { id: number }
  Fields: AuthorFields
  Create: AuthorCreate
  Update: AuthorUpdate
  Document: AuthorDocument
  Where: AuthorWhere
  Sortable: keyof Author
  Incrementable: never
  Dates: never
  Relations: {
    articles: ArticleTypes[]
  }
}

/** The fields, relations and schema of Author. */
export const authorModel: TypedModel<AuthorTypes> = {
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
  foreignKeys: {},
  additionalProperties: false,
  path: ['/authors/', 'id'],
}
