import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { bigIntegerRule } from '../runtime/values/exact-numbers.js'
import type { BigTypes, BigWhere } from './big.js'
import type { TokenTypes, TokenWhere } from './token.js'

/** An entry as stored; relations are keys. */
export type Entry = {
  id: number
  big: number | string | null
  token: string | null
}

/** Values for a new entry. */
export type EntryCreate = {
  big?: number | string | null
  token?: string | null
}

/** Changes to an entry. */
export type EntryUpdate = { [Field in keyof EntryCreate]?: EntryCreate[Field] }

/** Values that a request can set on an entry. */
export type EntryFields = Required<EntryCreate>

/** An entry in a response, without fields that the caller cannot see or did not select. */
export type EntryDocument = {
  _type: 'Entry'
  _pk: string
  _self: string | null
} & Partial<Entry>

/** A filter for entries. */
export interface EntryWhere extends Logical<EntryWhere> {
  id?: Entry['id'] | OrderedFilter<Entry['id']>
  big?: ToOneFilter<BigWhere, number | string>
  token?: ToOneFilter<TokenWhere, string>
}

/** The types of Entry for its repository, routes and events. */
export interface EntryTypes extends ModelTypes {
  Name: 'Entry'
  Row: Entry
  Key: number
  Unique: { id: number }
  Fields: EntryFields
  Create: EntryCreate
  Update: EntryUpdate
  Document: EntryDocument
  Where: EntryWhere
  Sortable: Exclude<keyof Entry, 'big' | 'token'>
  Incrementable: never
  Dates: never
  Relations: {
    big: BigTypes | null
    token: TokenTypes | null
  }
}

/** The fields, relations and schema of Entry. */
export const entryModel: TypedModel<EntryTypes> = {
  name: 'Entry',
  var: 'entry',
  table: 'entry',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true } },
  relations: {
    big: {
      model: 'Big',
      side: 'holder',
      many: false,
      unique: false,
      column: 'big_key',
      keyType: 'big_integer',
      inverse: 'entries',
      required: false,
      onDelete: 'nullify',
      keyRule: bigIntegerRule,
    },
    token: {
      model: 'Token',
      side: 'holder',
      many: false,
      unique: false,
      column: 'token_key',
      keyType: 'string',
      inverse: 'entries',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { big_key: 'big', token_key: 'token' },
  additionalProperties: false,
  path: ['/entries/', 'id'],
}
