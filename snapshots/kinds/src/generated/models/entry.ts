import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, ToOneFilter } from '../runtime/repository/repository.js'
import type { Big, BigWhere } from './big.js'
import type { Token, TokenWhere } from './token.js'

/** Entry, as stored. */
export interface Entry {
  id: number
  big: number | string | null
  token: string | null
}

/** What creating one takes. */
export interface EntryCreate {
  big?: number | string | null
  token?: string | null
}

/** What a body can set, virtual fields included. */
export interface EntryFields {
  big: number | string | null
  token: string | null
}

/** What entry can be filtered by. */
export interface EntryWhere extends Logical<EntryWhere> {
  id?: Entry['id'] | OrderedFilter<Entry['id']>
  big?: ToOneFilter<BigWhere, number | string>
  token?: ToOneFilter<TokenWhere, string>
}

/** Entry as repositories and events know it. */
export interface EntryTypes extends ModelTypes {
  Name: 'Entry'
  Row: Entry
  Key: number
  Unique: { id: number }
  Fields: EntryFields
  Create: EntryCreate
  Update: Partial<EntryCreate>
  Where: EntryWhere
  Sortable: 'id'
  Relations: {
    big: Big | null
    token: Token | null
  }
}

/** Entry: its fields, columns and relations. */
export const entryModel: ModelSpec = {
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
  row: (at) => ({ id: at(0), big: at(1), token: at(2) }),
  foreignKeys: { big_key: 'big', token_key: 'token' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { big: { type: ['string', 'integer', 'null'] }, token: { type: ['string', 'null'] } },
    title: 'Entry',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/entries/:id',
}
