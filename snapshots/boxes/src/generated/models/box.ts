import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'

/** A box as stored; relations are keys. */
export type Box = {
  code: string
  id: number
  label: string
  note: string | null
}

/** Values for a new box. */
export type BoxCreate = {
  code: string
  label: string
  note?: string | null
}

/** Changes to a box. */
export type BoxUpdate = { [Field in keyof BoxCreate]?: BoxCreate[Field] }

/** Values that a request can set on a box. */
export type BoxFields = Required<BoxCreate>

/** A box in a response, without fields that the caller cannot see or did not select. */
export type BoxDocument = {
  _type: 'Box'
  _pk: string
  _self: string | null
} & Partial<Omit<Box, 'code'>>

/** A filter for boxes. */
export interface BoxWhere extends Logical<BoxWhere> {
  code?: string | null | TextFilter
  id?: Box['id'] | OrderedFilter<Box['id']>
  label?: string | null | TextFilter
  note?: string | null | TextFilter
}

/** The types of Box for its repository, routes and events. */
export interface BoxTypes extends ModelTypes {
  Name: 'Box'
  Row: Box
  Key: number
  Unique: { id: number }
  Fields: BoxFields
  Create: BoxCreate
  Update: BoxUpdate
  Document: BoxDocument
  Where: BoxWhere
  Sortable: keyof Box
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Box. */
export const boxModel: TypedModel<BoxTypes> = {
  name: 'Box',
  var: 'box',
  table: 'box',
  key: 'id',
  fields: {
    code: { type: 'string', column: 'code', required: true, writeOnly: true },
    id: { type: 'id_field', column: 'id', unique: true },
    label: { type: 'string', column: 'label', required: true, schema: { minLength: 1 } },
    note: { type: 'text', column: 'note' },
  },
  relations: {},
  foreignKeys: {},
  writeRules: { id: { readOnly: true } },
  required: ['code', 'label'],
  additionalProperties: false,
  createsOne: true,
  path: ['/boxes/', 'id'],
}
