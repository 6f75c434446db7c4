import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { SessionTypes, SessionWhere } from './session.js'

/** An index as stored; relations are keys. */
export type Index = {
  '*/ evil() /*': number | null
  id: number
  new: string | null
}

/** Values for a new index. */
export type IndexCreate = {
  '*/ evil() /*'?: number | null
  new?: string | null
}

/** Changes to an index. */
export type IndexUpdate = { [Field in keyof IndexCreate]?: IndexCreate[Field] }

/** Values that a request can set on an index. */
export type IndexFields = Required<IndexCreate>

/** An index in a response, without fields that the caller cannot see or did not select. */
export type IndexDocument = {
  _type: 'Index'
  _pk: string
  _self: string | null
} & Partial<Index>

/** A filter for indices. */
export interface IndexWhere extends Logical<IndexWhere> {
  '*/ evil() /*'?: number | null | OrderedFilter<number>
  id?: Index['id'] | OrderedFilter<Index['id']>
  new?: ToOneFilter<SessionWhere, string>
}

/** The types of Index for its repository, routes and events. */
export interface IndexTypes extends ModelTypes {
  Name: 'Index'
  Row: Index
  Key: number
  Unique: { id: number }
  Fields: IndexFields
  Create: IndexCreate
  Update: IndexUpdate
  Document: IndexDocument
  Where: IndexWhere
  Sortable: Exclude<keyof Index, 'new'>
  Incrementable: '*/ evil() /*'
  Dates: never
  Relations: {
    new: SessionTypes | null
  }
}

/** The fields, relations and schema of Index. */
export const indexModel: TypedModel<IndexTypes> = {
  name: 'Index',
  var: 'index',
  table: 'index',
  key: 'id',
  fields: {
    '*/ evil() /*': { type: 'integer', column: 'f_evil__0c20577f', index: true },
    id: { type: 'id_field', column: 'id', unique: true },
  },
  relations: {
    new: {
      model: 'Session',
      side: 'holder',
      many: false,
      unique: false,
      column: 'session_class',
      keyType: 'string',
      inverse: 'entries',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { session_class: 'new' },
  additionalProperties: false,
  path: ['/indices/', 'id'],
}
