import { rejectLostDigits } from '../runtime/body/digits.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { bigIntegerRule } from '../runtime/values/exact-numbers.js'
import type { EntryTypes, EntryWhere } from './entry.js'

/** A big as stored; relations are keys. */
export type Big = {
  key: number | string
  label: string | null
}

/** Values for a new big. */
export type BigCreate = {
  key: number | string
  label?: string | null
  entries?: number[]
}

/** Changes to a big. */
export type BigUpdate = { [Field in keyof BigCreate]?: BigCreate[Field] }

/** Values that a request can set on a big. */
export type BigFields = Required<BigCreate>

/** A big in a response, without fields that the caller cannot see or did not select. */
export type BigDocument = {
  _type: 'Big'
  _pk: string
  _self: string | null
  entries?: number[]
  entries_total?: number
} & Partial<Big>

/** A filter for bigs. */
export interface BigWhere extends Logical<BigWhere> {
  key?: number | string | null | OrderedFilter<number | string>
  label?: string | null | TextFilter
  entries?: ToManyFilter<EntryWhere>
}

/** The types of Big for its repository, routes and events. */
export interface BigTypes extends ModelTypes {
  Name: 'Big'
  Row: Big
  Key: number | string
  Unique: { key: number | string }
  Fields: BigFields
  Create: BigCreate
  Update: BigUpdate
  Document: BigDocument
  Where: BigWhere
  Sortable: keyof Big
  Incrementable: never
  Dates: never
  Relations: {
    entries: EntryTypes[]
  }
}

/** The fields, relations and schema of Big. */
export const bigModel: TypedModel<BigTypes> = {
  name: 'Big',
  var: 'big',
  table: 'big',
  key: 'key',
  fields: {
    key: { type: 'big_integer', rule: bigIntegerRule, column: 'key', required: true, unique: true },
    label: { type: 'string', column: 'label' },
  },
  relations: {
    entries: {
      model: 'Entry',
      side: 'one',
      many: true,
      unique: false,
      column: 'big_key',
      keyType: 'id_field',
      inverse: 'big',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  required: ['key'],
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  path: ['/bigs/', 'key'],
}
