import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Book, BookWhere } from './book.js'

/** A shelf as stored; relations are keys. */
export type Shelf = {
  code: string
}

/** Values for a new shelf. */
export type ShelfCreate = {
  code: string
  books?: number[]
}

/** Changes to a shelf. */
export type ShelfUpdate = { [Field in keyof ShelfCreate]?: ShelfCreate[Field] }

/** Values that a request can set on a shelf. */
export type ShelfFields = Required<ShelfCreate>

/** A shelf in a response, without fields that the caller cannot see or did not select. */
export type ShelfDocument = {
  _type: 'Shelf'
  _pk: string
  _self: string | null
  books?: number[]
  books_total?: number
} & Partial<Shelf>

/** A filter for shelves. */
export interface ShelfWhere extends Logical<ShelfWhere> {
  code?: string | null | TextFilter
  books?: ToManyFilter<BookWhere>
}

/** The types of Shelf for its repository, routes and events. */
export interface ShelfTypes extends ModelTypes {
  Name: 'Shelf'
  Row: Shelf
  Key: string
  Unique: { code: string }
  Fields: ShelfFields
  Create: ShelfCreate
  Update: ShelfUpdate
  Document: ShelfDocument
  Where: ShelfWhere
  Sortable: keyof Shelf
  Incrementable: never
  Dates: never
  Relations: {
    books: Book[]
  }
}

/** The fields, relations and schema of Shelf. */
export const shelfModel: TypedModel<ShelfTypes> = {
  name: 'Shelf',
  var: 'shelf',
  table: 'shelf',
  key: 'code',
  fields: { code: { type: 'string', column: 'code', required: true, unique: true } },
  relations: {
    books: {
      model: 'Book',
      side: 'one',
      many: true,
      unique: false,
      column: 'shelf_code',
      keyType: 'id_field',
      inverse: 'shelf',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  required: ['code'],
  additionalProperties: false,
  path: '/shelves/:code',
}
