import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Paper, PaperWhere } from './paper.js'

/** A seal as stored; relations are keys. */
export type Seal = {
  color: string | null
  id: number
  paper: number | null
}

/** Values for a new seal. */
export type SealCreate = {
  color?: string | null
  paper?: number | null
}

/** Changes to a seal. */
export type SealUpdate = { [Field in keyof SealCreate]?: SealCreate[Field] }

/** Values that a request can set on a seal. */
export type SealFields = Required<SealCreate>

/** A seal in a response, without fields that the caller cannot see or did not select. */
export type SealDocument = {
  _type: 'Seal'
  _pk: string
  _self: string | null
} & Partial<Seal>

/** A filter for seals. */
export interface SealWhere extends Logical<SealWhere> {
  color?: string | null | TextFilter
  id?: Seal['id'] | OrderedFilter<Seal['id']>
  paper?: ToOneFilter<PaperWhere, number>
}

/** The types of Seal for its repository, routes and events. */
export interface SealTypes extends ModelTypes {
  Name: 'Seal'
  Row: Seal
  Key: number
  Unique: { id: number }
  Fields: SealFields
  Create: SealCreate
  Update: SealUpdate
  Document: SealDocument
  Where: SealWhere
  Sortable: Exclude<keyof Seal, 'paper'>
  Incrementable: never
  Dates: never
  Relations: {
    paper: Paper | null
  }
}

/** The fields, relations and schema of Seal. */
export const sealModel: TypedModel<SealTypes> = {
  name: 'Seal',
  var: 'seal',
  table: 'seal',
  key: 'id',
  fields: {
    color: { type: 'string', column: 'color' },
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
  foreignKeys: { paper_id: 'paper' },
  additionalProperties: false,
  path: '/seals/:id',
}
