import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Shelf, ShelfWhere } from './shelf.js'

/** A book as stored; relations are keys. */
export type Book = {
  id: number
  note: string | null
  status: string | null
  title: string
  shelf: string | null
}

/** Values for a new book. */
export type BookCreate = {
  note?: string | null
  status?: string | null
  title: string
  shelf?: string | null
}

/** Changes to a book. */
export type BookUpdate = { [Field in keyof BookCreate]?: BookCreate[Field] }

/** Values that a request can set on a book. */
export type BookFields = Required<BookCreate>

/** A book in a response, without fields that the caller cannot see or did not select. */
export type BookDocument = {
  _type: 'Book'
  _pk: string
  _self: string | null
} & Partial<Book>

/** A filter for books. */
export interface BookWhere extends Logical<BookWhere> {
  id?: Book['id'] | OrderedFilter<Book['id']>
  note?: string | null | TextFilter
  status?: string | null | TextFilter
  title?: string | null | TextFilter
  shelf?: ToOneFilter<ShelfWhere, string>
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
  Sortable: Exclude<keyof Book, 'shelf'>
  Incrementable: never
  Dates: never
  Queries: {
    index: {
      currency?: 'eur' | 'usd' | 'gbp'
      rate?: number
      since?: Date
      wide?: boolean
      ids?: number[]
    }
    create: {
      notify: boolean
    }
    delete_many: {
      reason?: string
    }
    show: {
      currency?: 'eur' | 'usd'
    }
  }
  Relations: {
    shelf: Shelf | null
  }
}

/** The fields, relations and schema of Book. */
export const bookModel: TypedModel<BookTypes> = {
  name: 'Book',
  var: 'book',
  table: 'book',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    note: { type: 'string', column: 'note' },
    status: { type: 'string', column: 'status' },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    shelf: {
      model: 'Shelf',
      side: 'holder',
      many: false,
      unique: false,
      column: 'shelf_code',
      keyType: 'string',
      inverse: 'books',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { shelf_code: 'shelf' },
  required: ['title'],
  additionalProperties: false,
  path: '/books/:id',
}
