import { deleteWithRelated } from '../runtime/repository/deletion.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** A holding as stored; relations are keys. */
export type Holding = {
  id: number
  label: string | null
  hub: string | null
}

/** Values for a new holding. */
export type HoldingCreate = {
  label?: string | null
  hub?: string | null
}

/** Changes to a holding. */
export type HoldingUpdate = { [Field in keyof HoldingCreate]?: HoldingCreate[Field] }

/** Values that a request can set on a holding. */
export type HoldingFields = Required<HoldingCreate>

/** A holding in a response, without fields that the caller cannot see or did not select. */
export type HoldingDocument = {
  _type: 'Holding'
  _pk: string
  _self: string | null
} & Partial<Holding>

/** A filter for holdings. */
export interface HoldingWhere extends Logical<HoldingWhere> {
  id?: Holding['id'] | OrderedFilter<Holding['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Holding for its repository, routes and events. */
export interface HoldingTypes extends ModelTypes {
  Name: 'Holding'
  Row: Holding
  Key: number
  Unique: { id: number }
  Fields: HoldingFields
  Create: HoldingCreate
  Update: HoldingUpdate
  Document: HoldingDocument
  Where: HoldingWhere
  Sortable: Exclude<keyof Holding, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub | null
  }
}

/** The fields, relations and schema of Holding. */
export const holdingModel: TypedModel<HoldingTypes> = {
  name: 'Holding',
  var: 'holding',
  table: 'holding',
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
      inverse: 'holding',
      required: false,
      onDelete: 'restrict',
    },
  },
  deleteRows: deleteWithRelated,
  foreignKeys: { hub_name: 'hub' },
  additionalProperties: false,
  path: '/holdings/:id',
}
