import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Entry, EntryWhere } from './entry.js'

/** Big, as stored. */
export interface Big {
  key: number | string
  label: string | null
}

/** What creating one takes. */
export interface BigCreate {
  key: number | string
  label?: string | null
  entries?: number[]
}

/** What a body can set, virtual fields included. */
export interface BigFields {
  key: number | string
  label: string | null
  entries: number[]
}

/** What big can be filtered by. */
export interface BigWhere extends Logical<BigWhere> {
  key?: number | string | null | OrderedFilter<number | string>
  label?: string | null | TextFilter
  entries?: ToManyFilter<EntryWhere>
}

/** Big as repositories and events know it. */
export interface BigTypes extends ModelTypes {
  Name: 'Big'
  Row: Big
  Key: number | string
  Unique: { key: number | string }
  Fields: BigFields
  Create: BigCreate
  Update: Partial<BigCreate>
  Where: BigWhere
  Sortable: 'key' | 'label'
  Relations: {
    entries: Entry[]
  }
}

/** Big: its fields, columns and relations. */
export const bigModel: ModelSpec = {
  name: 'Big',
  var: 'big',
  table: 'big',
  key: 'key',
  fields: {
    key: { type: 'big_integer', column: 'key', required: true, unique: true },
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
  row: (at) => ({ key: at(0), label: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      entries: { items: { type: 'integer' }, type: ['array', 'null'] },
      key: { type: ['string', 'integer'] },
      label: { type: ['string', 'null'] },
    },
    required: ['key'],
    title: 'Big',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/bigs/:key',
}
