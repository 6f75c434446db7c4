import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { AuthorTypes, AuthorWhere } from './author.js'
import type { BookTypes, BookWhere } from './book.js'

/** A review as stored; relations are keys. */
export type Review = {
  id: number
  stars: number | null
  text: string | null
  book: number | null
  editor: string | null
  writer: string
}

/** Values for a new review. */
export type ReviewCreate = {
  stars?: number | null
  text?: string | null
  book?: number | null
  editor?: string | null
  writer: string
}

/** Changes to a review. */
export type ReviewUpdate = { [Field in keyof ReviewCreate]?: ReviewCreate[Field] }

/** Values that a request can set on a review. */
export type ReviewFields = Required<ReviewCreate>

/** A review in a response, without fields that the caller cannot see or did not select. */
export type ReviewDocument = {
  _type: 'Review'
  _pk: string
  _self: string | null
} & Partial<Review>

/** A filter for reviews. */
export interface ReviewWhere extends Logical<ReviewWhere> {
  id?: Review['id'] | OrderedFilter<Review['id']>
  stars?: number | null | OrderedFilter<number>
  text?: string | null | TextFilter
  book?: ToOneFilter<BookWhere, number>
  editor?: ToOneFilter<AuthorWhere, string>
  writer?: ToOneFilter<AuthorWhere, string>
}

/** The types of Review for its repository, routes and events. */
export interface ReviewTypes extends ModelTypes {
  Name: 'Review'
  Row: Review
  Key: number
  Unique: { id: number }
  Fields: ReviewFields
  Create: ReviewCreate
  Update: ReviewUpdate
  Document: ReviewDocument
  Where: ReviewWhere
  Sortable: Exclude<keyof Review, 'book' | 'editor' | 'writer'>
  Incrementable: 'stars'
  Dates: never
  Relations: {
    book: BookTypes | null
    editor: AuthorTypes | null
    writer: AuthorTypes
  }
}

/** The fields, relations and schema of Review. */
export const reviewModel: TypedModel<ReviewTypes> = {
  name: 'Review',
  var: 'review',
  table: 'review',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    stars: { type: 'small_integer', column: 'stars', schema: { maximum: 5, minimum: 1 } },
    text: { type: 'text', column: 'text' },
  },
  relations: {
    book: {
      model: 'Book',
      side: 'holder',
      many: false,
      unique: false,
      column: 'book_id',
      keyType: 'id_field',
      inverse: 'reviews',
      required: false,
      onDelete: 'nullify',
    },
    editor: {
      model: 'Author',
      side: 'holder',
      many: false,
      unique: false,
      column: 'editor_name',
      keyType: 'string',
      inverse: 'edited_reviews',
      required: false,
      onDelete: 'nullify',
    },
    writer: {
      model: 'Author',
      side: 'holder',
      many: false,
      unique: false,
      column: 'writer_name',
      keyType: 'string',
      inverse: 'written_reviews',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { editor_name: 'editor', writer_name: 'writer', book_id: 'book' },
  required: ['writer'],
  additionalProperties: false,
  path: ['/reviews/', 'id'],
}
