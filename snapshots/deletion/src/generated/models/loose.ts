import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** A loose as stored; relations are keys. */
export type Loose = {
  id: number
  label: string | null
  hub: string | null
}

/** Values for a new loose. */
export type LooseCreate = {
  label?: string | null
  hub?: string | null
}

/** Changes to a loose. */
export type LooseUpdate = { [Field in keyof LooseCreate]?: LooseCreate[Field] }

/** Values that a request can set on a loose. */
export type LooseFields = Required<LooseCreate>

/** A loose in a response, without fields that the caller cannot see or did not select. */
export type LooseDocument = {
  _type: 'Loose'
  _pk: string
  _self: string | null
} & Partial<Loose>

/** A filter for looses. */
export interface LooseWhere extends Logical<LooseWhere> {
  id?: Loose['id'] | OrderedFilter<Loose['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Loose for its repository, routes and events. */
export interface LooseTypes extends ModelTypes {
  Name: 'Loose'
  Row: Loose
  Key: number
  Unique: { id: number }
  Fields: LooseFields
  Create: LooseCreate
  Update: LooseUpdate
  Document: LooseDocument
  Where: LooseWhere
  Sortable: Exclude<keyof Loose, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub | null
  }
}

/** The fields, relations and schema of Loose. */
export const looseModel: TypedModel<LooseTypes> = {
  name: 'Loose',
  var: 'loose',
  table: 'loose',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    label: { type: 'string', column: 'label' },
  },
  relations: {
    hub: {
      model: 'Hub',
      side: 'holder',
      many: false,
      unique: false,
      column: 'hub_name',
      keyType: 'string',
      inverse: 'loose',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { hub_name: 'hub' },
  additionalProperties: false,
  path: '/looses/:id',
}
