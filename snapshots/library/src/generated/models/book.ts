import { rejectLostDigits } from '../runtime/body/digits.js'
import { addNested } from '../runtime/http/nested-documents.js'
import { now } from '../runtime/model.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { decimalRule } from '../runtime/values/exact-numbers.js'
import type { AuthorDocument, AuthorTypes, AuthorWhere } from './author.js'
import type { CoverTypes, CoverWhere } from './cover.js'
import type { ReviewDocument, ReviewTypes, ReviewWhere } from './review.js'

/** Possible values of `genre`. */
export const bookGenres = ['prose', 'verse'] as const
export type BookGenre = (typeof bookGenres)[number]

/** A book as stored; relations are keys. */
export type Book = {
  changed_at: string | null
  created_at: string | null
  genre: BookGenre | null
  id: number
  in_print: boolean | null
  keywords: string[] | null
  pages: number | null
  price: number | string | null
  published: string | null
  title: string
  author: string | null
}

/** Values for a new book. */
export type BookCreate = {
  changed_at?: string | null
  created_at?: string | null
  genre?: BookGenre | null
  in_print?: boolean | null
  keywords?: string[] | null
  pages?: number | null
  price?: number | string | null
  published?: string | null
  title: string
  author?: string | null
  cover?: number | null
  reviews?: number[]
}

/** Changes to a book. */
export type BookUpdate = { [Field in keyof BookCreate]?: BookCreate[Field] }

/** Values that a request can set on a book, including virtual fields. */
export type BookFields = Required<BookCreate> & {
  note_to_staff: string
}

/** A book in a response, without fields that the caller cannot see or did not select. */
export type BookDocument = {
  _type: 'Book'
  _pk: string
  _self: string | null
  author?: string | AuthorDocument | null
  cover?: number | null
  reviews?: (number | ReviewDocument)[]
  reviews_total?: number
} & Partial<Omit<Book, 'author'>>

/** A filter for books. */
export interface BookWhere extends Logical<BookWhere> {
  changed_at?: string | null | OrderedFilter<string>
  created_at?: string | null | OrderedFilter<string>
  genre?: BookGenre | null | AnyFilter<BookGenre>
  id?: Book['id'] | OrderedFilter<Book['id']>
  in_print?: boolean | null | AnyFilter<boolean>
  keywords?: ListFilter<NonNullable<Book['keywords']>[number]>
  pages?: number | null | OrderedFilter<number>
  price?: number | string | null | OrderedFilter<number | string>
  published?: string | null | OrderedFilter<string>
  title?: string | null | TextFilter
  author?: ToOneFilter<AuthorWhere, string>
  cover?: ToOneFilter<CoverWhere, number>
  reviews?: ToManyFilter<ReviewWhere>
}

/** The types of Book for its repository, routes and events. */
export interface BookTypes extends ModelTypes {
  Name: 'Book'
  Row: Book
  Key: number
  Unique: { id: number }
  Fields: BookFields
  Create: BookCreate
  Update: BookUpdate
  Document: BookDocument
  Where: BookWhere
  Sortable: Exclude<keyof Book, 'author'>
  Incrementable: 'pages' | 'price'
  Dates: 'changed_at' | 'created_at' | 'published'
  Relations: {
    author: AuthorTypes | null
    cover: CoverTypes | null
    reviews: ReviewTypes[]
  }
}

/** The fields, relations and schema of Book. */
export const bookModel: TypedModel<BookTypes> = {
  name: 'Book',
  var: 'book',
  table: 'book',
  key: 'id',
  fields: {
    changed_at: { type: 'datetime', column: 'changed_at', onUpdate: { make: now } },
    created_at: { type: 'datetime', column: 'created_at', default: { make: now } },
    genre: { type: 'choice', column: 'genre', choices: bookGenres, default: { value: 'prose' } },
    id: { type: 'id_field', column: 'id', unique: true },
    in_print: { type: 'boolean', column: 'in_print', default: { value: true } },
    keywords: { type: 'list', column: 'keywords', itemType: 'string' },
    pages: { type: 'integer', column: 'pages', schema: { exclusiveMinimum: 0 } },
    price: { type: 'decimal', rule: decimalRule, column: 'price', precision: 30, scale: 10 },
    published: { type: 'date', column: 'published' },
    title: { type: 'string', column: 'title', required: true, schema: { minLength: 1 } },
    note_to_staff: { type: 'string', column: null, schema: { type: 'string' } },
  },
  relations: {
    author: {
      model: 'Author',
      side: 'holder',
      many: false,
      unique: false,
      column: 'author_name',
      keyType: 'string',
      inverse: 'books',
      required: false,
      onDelete: 'nullify',
    },
    cover: {
      model: 'Cover',
      side: 'one',
      many: false,
      unique: true,
      column: 'book_id',
      keyType: 'id_field',
      inverse: 'book',
      required: false,
      onDelete: 'cascade',
    },
    reviews: {
      model: 'Review',
      side: 'one',
      many: true,
      unique: false,
      column: 'book_id',
      keyType: 'id_field',
      inverse: 'book',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { author_name: 'author' },
  required: ['title'],
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  nested: { names: ['author', 'reviews'], depth: 2, add: addNested },
  path: ['/books/', 'id'],
}
