import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { BookTypes, BookWhere } from './book.js'

/** A cover as stored; relations are keys. */
export type Cover = {
  color: string | null
  id: number
  book: number | null
}

/** Values for a new cover. */
export type CoverCreate = {
  color?: string | null
  book?: number | null
}

/** Changes to a cover. */
export type CoverUpdate = { [Field in keyof CoverCreate]?: CoverCreate[Field] }

/** Values that a request can set on a cover. */
export type CoverFields = Required<CoverCreate>

/** A cover in a response, without fields that the caller cannot see or did not select. */
export type CoverDocument = {
  _type: 'Cover'
  _pk: string
  _self: string | null
} & Partial<Cover>

/** A filter for covers. */
export interface CoverWhere extends Logical<CoverWhere> {
  color?: string | null | TextFilter
  id?: Cover['id'] | OrderedFilter<Cover['id']>
  book?: ToOneFilter<BookWhere, number>
}

/** The types of Cover for its repository, routes and events. */
export interface CoverTypes extends ModelTypes {
  Name: 'Cover'
  Row: Cover
  Key: number
  Unique: { id: number }
  Fields: CoverFields
  Create: CoverCreate
  Update: CoverUpdate
  Document: CoverDocument
  Where: CoverWhere
  Sortable: Exclude<keyof Cover, 'book'>
  Incrementable: never
  Dates: never
  Relations: {
    book: BookTypes | null
  }
}

/** The fields, relations and schema of Cover. */
export const coverModel: TypedModel<CoverTypes> = {
  name: 'Cover',
  var: 'cover',
  table: 'cover',
  key: 'id',
  fields: {
    color: { type: 'string', column: 'color' },
    id: { type: 'id_field', column: 'id', unique: true },
  },
  relations: {
    book: {
      model: 'Book',
      side: 'holder',
      many: false,
      unique: true,
      column: 'book_id',
      keyType: 'id_field',
      inverse: 'cover',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { book_id: 'book' },
  additionalProperties: false,
  path: ['/covers/', 'id'],
}
