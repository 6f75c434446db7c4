import type { Seller2 } from '../actions/types.js'
import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import { uuid } from '../runtime/values/made.js'
import type { Coupon, CouponWhere } from './coupon.js'
import type { Product, ProductWhere } from './product.js'

/** A seller as stored; relations are keys. */
export type Seller = {
  id: string
  name: string
}

/** Values for a new seller. */
export type SellerCreate = {
  name: string
}

/** Changes to a seller. */
export type SellerUpdate = { [Field in keyof SellerCreate]?: SellerCreate[Field] }

/** Values of a seller that only the service sets. */
export type SellerReadOnly = {
  id?: string
  coupons?: string[]
  products?: string[]
}

/** Values that a request can set on a seller. */
export type SellerFields = Required<SellerCreate & SellerReadOnly>

/** A seller in a response, without fields that the caller cannot see or did not select. */
export type SellerDocument = {
  _type: 'Seller'
  _pk: string
  _self: string | null
} & Partial<Seller> &
  Seller2

/** A filter for sellers. */
export interface SellerWhere extends Logical<SellerWhere> {
  id?: string | null | TextFilter
  name?: string | null | TextFilter
  coupons?: ToManyFilter<CouponWhere>
  products?: ToManyFilter<ProductWhere>
}

/** The types of Seller for its repository, routes and events. */
export interface SellerTypes extends ModelTypes {
  Name: 'Seller'
  Row: Seller
  Key: string
  Unique: { id: string }
  Fields: SellerFields
  Create: SellerCreate & SellerReadOnly
  Update: Partial<SellerCreate & SellerReadOnly>
  Document: SellerDocument
  Where: SellerWhere
  Sortable: keyof Seller
  Incrementable: never
  Dates: never
  Relations: {
    coupons: Coupon[]
    products: Product[]
  }
}

/** The fields, relations and schema of Seller. */
export const sellerModel: TypedModel<SellerTypes> = {
  name: 'Seller',
  var: 'seller',
  table: 'seller',
  key: 'id',
  fields: {
    id: { type: 'string', column: 'id', required: true, unique: true, default: { make: uuid } },
    name: { type: 'string', column: 'name', required: true, maxLength: 80 },
  },
  relations: {
    coupons: {
      model: 'Coupon',
      side: 'one',
      many: true,
      unique: false,
      column: 'seller',
      keyType: 'string',
      inverse: 'seller',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
    products: {
      model: 'Product',
      side: 'one',
      many: true,
      unique: false,
      column: 'seller_id',
      keyType: 'string',
      inverse: 'seller_id',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  writeRules: { coupons: { readOnly: true }, id: { readOnly: true }, products: { readOnly: true } },
  required: ['name'],
  schema: { properties: { id: { format: 'uuid' }, name: { minLength: 1 } } },
  additionalProperties: true,
  createsOne: true,
  path: '/sellers/:id',
}
