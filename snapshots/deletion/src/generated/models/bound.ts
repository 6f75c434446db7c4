import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** A bound as stored; relations are keys. */
export type Bound = {
  id: number
  label: string | null
  hub: string
}

/** Values for a new bound. */
export type BoundCreate = {
  label?: string | null
  hub: string
}

/** Changes to a bound. */
export type BoundUpdate = { [Field in keyof BoundCreate]?: BoundCreate[Field] }

/** Values that a request can set on a bound. */
export type BoundFields = Required<BoundCreate>

/** A bound in a response, without fields that the caller cannot see or did not select. */
export type BoundDocument = {
  _type: 'Bound'
  _pk: string
  _self: string | null
} & Partial<Bound>

/** A filter for bounds. */
export interface BoundWhere extends Logical<BoundWhere> {
  id?: Bound['id'] | OrderedFilter<Bound['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Bound for its repository, routes and events. */
export interface BoundTypes extends ModelTypes {
  Name: 'Bound'
  Row: Bound
  Key: number
  Unique: { id: number }
  Fields: BoundFields
  Create: BoundCreate
  Update: BoundUpdate
  Document: BoundDocument
  Where: BoundWhere
  Sortable: Exclude<keyof Bound, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub
  }
}

/** The fields, relations and schema of Bound. */
export const boundModel: TypedModel<BoundTypes> = {
  name: 'Bound',
  var: 'bound',
  table: 'bound',
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
      inverse: 'bound',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { hub_name: 'hub' },
  required: ['hub'],
  additionalProperties: false,
  path: '/bounds/:id',
}
