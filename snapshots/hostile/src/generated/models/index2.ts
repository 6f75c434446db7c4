import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, ToOneFilter } from '../runtime/repository/repository.js'
import type { SessionModel, SessionModelWhere } from './session.js'

/** Index, as stored. */
export interface Index {
  '*/ evil() /*': number | null
  id: number
  new: string | null
}

/** What creating one takes. */
export interface IndexCreate {
  '*/ evil() /*'?: number | null
  new?: string | null
}

/** What a body can set, virtual fields included. */
export interface IndexFields {
  '*/ evil() /*': number | null
  new: string | null
}

/** What index can be filtered by. */
export interface IndexWhere extends Logical<IndexWhere> {
  '*/ evil() /*'?: number | null | OrderedFilter<number>
  id?: Index['id'] | OrderedFilter<Index['id']>
  new?: ToOneFilter<SessionModelWhere, string>
}

/** Index as repositories and events know it. */
export interface IndexTypes extends ModelTypes {
  Name: 'Index'
  Row: Index
  Key: number
  Unique: { id: number }
  Fields: IndexFields
  Create: IndexCreate
  Update: Partial<IndexCreate>
  Where: IndexWhere
  Sortable: '*/ evil() /*' | 'id'
  Relations: {
    new: SessionModel | null
  }
}

/** Index: its fields, columns and relations. */
export const indexModel: ModelSpec = {
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
  row: (at) => ({ '*/ evil() /*': at(0), id: at(1), new: at(2) }),
  foreignKeys: { session_class: 'new' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { '*/ evil() /*': { type: ['integer', 'null'] }, new: { type: ['string', 'null'] } },
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/indices/:id',
}
