import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Paper, PaperWhere } from './paper.js'

/** Seal schema, as stored. */
export interface Seal {
  colour: string | null
  id: number
  paper: number | null
}

/** What creating one takes. */
export interface SealCreate {
  colour?: string | null
  paper?: number | null
}

/** What a body can set, virtual fields included. */
export interface SealFields {
  colour: string | null
  paper: number | null
}

/** What seal can be filtered by. */
export interface SealWhere extends Logical<SealWhere> {
  colour?: string | null | TextFilter
  id?: Seal['id'] | OrderedFilter<Seal['id']>
  paper?: ToOneFilter<PaperWhere, number>
}

/** Seal as repositories and events know it. */
export interface SealTypes extends ModelTypes {
  Name: 'Seal'
  Row: Seal
  Key: number
  Unique: { id: number }
  Fields: SealFields
  Create: SealCreate
  Update: Partial<SealCreate>
  Where: SealWhere
  Sortable: 'colour' | 'id'
  Relations: {
    paper: Paper | null
  }
}

/** Seal schema: its fields, columns and relations. */
export const sealModel: ModelSpec = {
  name: 'Seal',
  var: 'seal',
  table: 'seal',
  key: 'id',
  fields: {
    colour: { type: 'string', column: 'colour' },
    id: { type: 'id_field', column: 'id', unique: true },
  },
  relations: {
    paper: {
      model: 'Paper',
      side: 'holder',
      many: false,
      unique: true,
      column: 'paper_id',
      keyType: 'id_field',
      inverse: 'seal',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ colour: at(0), id: at(1), paper: at(2) }),
  foreignKeys: { paper_id: 'paper' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { colour: { type: ['string', 'null'] }, paper: { type: ['integer', 'null'] } },
    title: 'Seal schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/seals/:id',
}
