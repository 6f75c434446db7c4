import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Book, BookWhere } from './book.js'

/** Cover, as stored. */
export interface Cover {
  colour: string | null
  id: number
  book: number | null
}

/** What creating one takes. */
export interface CoverCreate {
  colour?: string | null
  book?: number | null
}

/** What a body can set, virtual fields included. */
export interface CoverFields {
  colour: string | null
  book: number | null
}

/** What cover can be filtered by. */
export interface CoverWhere extends Logical<CoverWhere> {
  colour?: string | null | TextFilter
  id?: Cover['id'] | OrderedFilter<Cover['id']>
  book?: ToOneFilter<BookWhere, number>
}

/** Cover as repositories and events know it. */
export interface CoverTypes extends ModelTypes {
  Name: 'Cover'
  Row: Cover
  Key: number
  Unique: { id: number }
  Fields: CoverFields
  Create: CoverCreate
  Update: Partial<CoverCreate>
  Where: CoverWhere
  Sortable: 'colour' | 'id'
  Relations: {
    book: Book | null
  }
}

/** Cover: its fields, columns and relations. */
export const coverModel: ModelSpec = {
  name: 'Cover',
  var: 'cover',
  table: 'cover',
  key: 'id',
  fields: {
    colour: { type: 'string', column: 'colour' },
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
  row: (at) => ({ colour: at(0), id: at(1), book: at(2) }),
  foreignKeys: { book_id: 'book' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { book: { type: ['integer', 'null'] }, colour: { type: ['string', 'null'] } },
    title: 'Cover',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/covers/:id',
}
