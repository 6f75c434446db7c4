import { uuid } from '../runtime/model.js'
import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Entry, EntryWhere } from './entry.js'

/** Token, as stored. */
export interface Token {
  key: string
  label: string | null
  number: number
}

/** What creating one takes. */
export interface TokenCreate {
  key?: string
  label?: string | null
  entries?: number[]
}

/** What a body can set, virtual fields included. */
export interface TokenFields {
  key: string
  label: string | null
  entries: number[]
}

/** What token can be filtered by. */
export interface TokenWhere extends Logical<TokenWhere> {
  key?: string | null | TextFilter
  label?: string | null | TextFilter
  number?: Token['number'] | OrderedFilter<Token['number']>
  entries?: ToManyFilter<EntryWhere>
}

/** Token as repositories and events know it. */
export interface TokenTypes extends ModelTypes {
  Name: 'Token'
  Row: Token
  Key: string
  Unique: { key: string }
  Fields: TokenFields
  Create: TokenCreate
  Update: Partial<TokenCreate>
  Where: TokenWhere
  Sortable: 'key' | 'label' | 'number'
  Relations: {
    entries: Entry[]
  }
}

/** Token: its fields, columns and relations. */
export const tokenModel: ModelSpec = {
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
  row: (at) => ({ key: at(0), label: at(1), number: at(2) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      entries: { items: { type: 'integer' }, type: ['array', 'null'] },
      key: { type: 'string' },
      label: { type: ['string', 'null'] },
    },
    title: 'Token',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/tokens/:key',
}
