import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { OrderTypes, OrderWhere } from './order.js'

/** A parcel as stored; relations are keys. */
export type Parcel = {
  id: number
  weight: number | null
  order: number | null
}

/** Values for a new parcel. */
export type ParcelCreate = {
  weight?: number | null
  order?: number | null
}

/** Changes to a parcel. */
export type ParcelUpdate = { [Field in keyof ParcelCreate]?: ParcelCreate[Field] }

/** Values that a request can set on a parcel. */
export type ParcelFields = Required<ParcelCreate>

/** A parcel in a response, without fields that the caller cannot see or did not select. */
export type ParcelDocument = {
  _type: 'Parcel'
  _pk: string
  _self: string | null
} & Partial<Parcel>

/** A filter for parcels. */
export interface ParcelWhere extends Logical<ParcelWhere> {
  id?: Parcel['id'] | OrderedFilter<Parcel['id']>
  weight?: number | null | OrderedFilter<number>
  order?: ToOneFilter<OrderWhere, number>
}

/** The types of Parcel for its repository, routes and events. */
export interface ParcelTypes extends ModelTypes {
  Name: 'Parcel'
  Row: Parcel
  Key: number
  Unique: { id: number }
  Fields: ParcelFields
  Create: ParcelCreate
  Update: ParcelUpdate
  Document: ParcelDocument
  Where: ParcelWhere
  Sortable: Exclude<keyof Parcel, 'order'>
  Incrementable: 'weight'
  Dates: never
  Relations: {
    order: OrderTypes | null
  }
}

/** The fields, relations and schema of Parcel. */
export const parcelModel: TypedModel<ParcelTypes> = {
  name: 'Parcel',
  var: 'parcel',
  table: 'parcel',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    weight: { type: 'integer', column: 'weight' },
  },
  relations: {
    order: {
      model: 'Order',
      side: 'holder',
      many: false,
      unique: false,
      column: 'order_id',
      keyType: 'id_field',
      inverse: 'parcels',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { order_id: 'order' },
  additionalProperties: false,
  path: ['/parcels/', 'id'],
}
