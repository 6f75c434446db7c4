import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** An owned as stored; relations are keys. */
export type Owned = {
  id: number
  label: string | null
  hub: string | null
}

/** Values for a new owned. */
export type OwnedCreate = {
  label?: string | null
  hub?: string | null
}

/** Changes to an owned. */
export type OwnedUpdate = { [Field in keyof OwnedCreate]?: OwnedCreate[Field] }

/** Values that a request can set on an owned. */
export type OwnedFields = Required<OwnedCreate>

/** An owned in a response, without fields that the caller cannot see or did not select. */
export type OwnedDocument = {
  _type: 'Owned'
  _pk: string
  _self: string | null
} & Partial<Owned>

/** A filter for owneds. */
export interface OwnedWhere extends Logical<OwnedWhere> {
  id?: Owned['id'] | OrderedFilter<Owned['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Owned for its repository, routes and events. */
export interface OwnedTypes extends ModelTypes {
  Name: 'Owned'
  Row: Owned
  Key: number
  Unique: { id: number }
  Fields: OwnedFields
  Create: OwnedCreate
  Update: OwnedUpdate
  Document: OwnedDocument
  Where: OwnedWhere
  Sortable: Exclude<keyof Owned, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub | null
  }
}

/** The fields, relations and schema of Owned. */
export const ownedModel: TypedModel<OwnedTypes> = {
  name: 'Owned',
  var: 'owned',
  table: 'owned',
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
      inverse: 'owned',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { hub_name: 'hub' },
  additionalProperties: false,
  path: '/owneds/:id',
}
