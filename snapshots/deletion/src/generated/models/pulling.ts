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

/** A pulling as stored; relations are keys. */
export type Pulling = {
  id: number
  label: string | null
  hub: string | null
}

/** Values for a new pulling. */
export type PullingCreate = {
  label?: string | null
  hub?: string | null
}

/** Changes to a pulling. */
export type PullingUpdate = { [Field in keyof PullingCreate]?: PullingCreate[Field] }

/** Values that a request can set on a pulling. */
export type PullingFields = Required<PullingCreate>

/** A pulling in a response, without fields that the caller cannot see or did not select. */
export type PullingDocument = {
  _type: 'Pulling'
  _pk: string
  _self: string | null
} & Partial<Pulling>

/** A filter for pullings. */
export interface PullingWhere extends Logical<PullingWhere> {
  id?: Pulling['id'] | OrderedFilter<Pulling['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Pulling for its repository, routes and events. */
export interface PullingTypes extends ModelTypes {
  Name: 'Pulling'
  Row: Pulling
  Key: number
  Unique: { id: number }
  Fields: PullingFields
  Create: PullingCreate
  Update: PullingUpdate
  Document: PullingDocument
  Where: PullingWhere
  Sortable: Exclude<keyof Pulling, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub | null
  }
}

/** The fields, relations and schema of Pulling. */
export const pullingModel: TypedModel<PullingTypes> = {
  name: 'Pulling',
  var: 'pulling',
  table: 'pulling',
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
      inverse: 'pulling',
      required: false,
      onDelete: 'cascade',
    },
  },
  deleteRows: deleteWithRelated,
  foreignKeys: { hub_name: 'hub' },
  additionalProperties: false,
  path: '/pullings/:id',
}
