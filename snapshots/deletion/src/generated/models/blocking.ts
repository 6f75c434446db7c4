import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** A blocking as stored; relations are keys. */
export type Blocking = {
  id: number
  label: string | null
  hub: string | null
}

/** Values for a new blocking. */
export type BlockingCreate = {
  label?: string | null
  hub?: string | null
}

/** Changes to a blocking. */
export type BlockingUpdate = { [Field in keyof BlockingCreate]?: BlockingCreate[Field] }

/** Values that a request can set on a blocking. */
export type BlockingFields = Required<BlockingCreate>

/** A blocking in a response, without fields that the caller cannot see or did not select. */
export type BlockingDocument = {
  _type: 'Blocking'
  _pk: string
  _self: string | null
} & Partial<Blocking>

/** A filter for blockings. */
export interface BlockingWhere extends Logical<BlockingWhere> {
  id?: Blocking['id'] | OrderedFilter<Blocking['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Blocking for its repository, routes and events. */
export interface BlockingTypes extends ModelTypes {
  Name: 'Blocking'
  Row: Blocking
  Key: number
  Unique: { id: number }
  Fields: BlockingFields
  Create: BlockingCreate
  Update: BlockingUpdate
  Document: BlockingDocument
  Where: BlockingWhere
  Sortable: Exclude<keyof Blocking, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub | null
  }
}

/** The fields, relations and schema of Blocking. */
export const blockingModel: TypedModel<BlockingTypes> = {
  name: 'Blocking',
  var: 'blocking',
  table: 'blocking',
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
      inverse: 'blocking',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { hub_name: 'hub' },
  additionalProperties: false,
  path: '/blockings/:id',
}
