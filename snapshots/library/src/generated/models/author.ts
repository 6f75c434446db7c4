import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import { addNested } from '../runtime/http/nested-documents.js'
import type { Json } from '../runtime/json.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { BookDocument, BookTypes, BookWhere } from './book.js'
import type { ReviewTypes, ReviewWhere } from './review.js'

/** Possible items of `tags`. */
export const authorTags = ['poet', 'critic', 'novelist'] as const
export type AuthorTag = (typeof authorTags)[number]

/** An author as stored; relations are keys. */
export type Author = {
  email: string | null
  links: { [k: string]: Json } | null
  name: string
  tags: AuthorTag[] | null
}

/** Values for a new author. */
export type AuthorCreate = {
  email?: string | null
  links?: { [k: string]: Json } | null
  name: string
  tags?: AuthorTag[] | null
  books?: number[]
  edited_reviews?: number[]
  written_reviews?: number[]
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
  books?: (number | BookDocument)[]
  books_total?: number
  edited_reviews?: number[]
  edited_reviews_total?: number
  written_reviews?: number[]
  written_reviews_total?: number
} & Partial<Author>

/** A filter for authors. */
export interface AuthorWhere extends Logical<AuthorWhere> {
  email?: string | null | TextFilter
  links?: PresenceFilter
  name?: string | null | TextFilter
  tags?: ListFilter<AuthorTag>
  books?: ToManyFilter<BookWhere>
  edited_reviews?: ToManyFilter<ReviewWhere>
  written_reviews?: ToManyFilter<ReviewWhere>
}

/** The types of Author for its repository, routes and events. */
export interface AuthorTypes extends ModelTypes {
  Name: 'Author'
  Row: Author
  Key: string
  Unique: { name: string }
  Fields: AuthorFields
  Create: AuthorCreate
  Update: AuthorUpdate
  Document: AuthorDocument
  Where: AuthorWhere
  Sortable: keyof Author
  Incrementable: never
  Dates: never
  Relations: {
    books: BookTypes[]
    edited_reviews: ReviewTypes[]
    written_reviews: ReviewTypes[]
  }
}

/** The fields, relations and schema of Author. */
export const authorModel: TypedModel<AuthorTypes> = {
  name: 'Author',
  var: 'author',
  table: 'author',
  key: 'name',
  fields: {
    email: { type: 'string', column: 'email', unique: true, schema: { format: 'email' } },
    links: { type: 'dict', column: 'links' },
    name: { type: 'string', column: 'name', required: true, unique: true, maxLength: 40 },
    tags: { type: 'list', column: 'tags', choices: authorTags, itemType: 'string' },
  },
  relations: {
    books: {
      model: 'Book',
      side: 'one',
      many: true,
      unique: false,
      column: 'author_name',
      keyType: 'id_field',
      inverse: 'author',
      required: false,
      onDelete: 'restrict',
    },
    edited_reviews: {
      model: 'Review',
      side: 'one',
      many: true,
      unique: false,
      column: 'editor_name',
      keyType: 'id_field',
      inverse: 'editor',
      required: false,
      onDelete: 'nullify',
    },
    written_reviews: {
      model: 'Review',
      side: 'one',
      many: true,
      unique: false,
      column: 'writer_name',
      keyType: 'id_field',
      inverse: 'writer',
      required: false,
      onDelete: 'cascade',
    },
  },
  foreignKeys: {},
  required: ['name'],
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  nested: { names: ['books'], depth: 1, add: addNested },
  path: ['/authors/', 'name'],
}
