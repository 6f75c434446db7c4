import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { uuid } from '../runtime/values/made.js'
import type { EntryTypes, EntryWhere } from './entry.js'

/** A token as stored; relations are keys. */
export type Token = {
  key: string
  label: string | null
  number: number
}

/** Values for a new token. */
export type TokenCreate = {
  key?: string
  label?: string | null
  entries?: number[]
}

/** Changes to a token. */
export type TokenUpdate = { [Field in keyof TokenCreate]?: TokenCreate[Field] }

/** Values that a request can set on a token. */
export type TokenFields = Required<TokenCreate>

/** A token in a response, without fields that the caller cannot see or did not select. */
export type TokenDocument = {
  _type: 'Token'
  _pk: string
  _self: string | null
  entries?: number[]
  entries_total?: number
} & Partial<Token>

/** A filter for tokens. */
export interface TokenWhere extends Logical<TokenWhere> {
  key?: string | null | TextFilter
  label?: string | null | TextFilter
  number?: Token['number'] | OrderedFilter<Token['number']>
  entries?: ToManyFilter<EntryWhere>
}

/** The types of Token for its repository, routes and events. */
export interface TokenTypes extends ModelTypes {
  Name: 'Token'
  Row: Token
  Key: string
  Unique: { key: string }
  Fields: TokenFields
  Create: TokenCreate
  Update: TokenUpdate
  Document: TokenDocument
  Where: TokenWhere
  Sortable: keyof Token
  Incrementable: never
  Dates: never
  Relations: {
    entries: EntryTypes[]
  }
}

/** The fields, relations and schema of Token. */
export const tokenModel: TypedModel<TokenTypes> = {
  name: 'Token',
  var: 'token',
  table: 'token',
  key: 'key',
  fields: {
    key: { type: 'string', column: 'key', required: true, unique: true, default: { make: uuid } },
    label: { type: 'string', column: 'label' },
    number: { type: 'id_field', column: 'number' },
  },
  relations: {
    entries: {
      model: 'Entry',
      side: 'one',
      many: true,
      unique: false,
      column: 'token_key',
      keyType: 'id_field',
      inverse: 'token',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  additionalProperties: false,
  path: ['/tokens/', 'key'],
}
