import type { Seller } from '../actions/types.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { uuid } from '../runtime/values/made.js'
import type { StoredCouponTypes, StoredCouponWhere } from './coupon.js'
import type { StoredProductTypes, StoredProductWhere } from './product.js'

/** A seller as stored; relations are keys. */
export type StoredSeller = {
  id: string
  name: string
}

/** Values for a new seller. */
export type StoredSellerCreate = {
  name: string
}

/** Changes to a seller. */
export type StoredSellerUpdate = { [Field in keyof StoredSellerCreate]?: StoredSellerCreate[Field] }

/** Values of a seller that only the service sets. */
export type StoredSellerReadOnly = {
  id?: string
  coupons?: string[]
  products?: string[]
}

/** Values that a request can set on a seller. */
export type StoredSellerFields = Required<StoredSellerCreate & StoredSellerReadOnly>

/** A seller in a response, without fields that the caller cannot see or did not select. */
export type StoredSellerDocument = {
  _type: 'Seller'
  _pk: string
  _self: string | null
} & Partial<StoredSeller> &
  Seller

/** A filter for sellers. */
export interface StoredSellerWhere extends Logical<StoredSellerWhere> {
  id?: string | null | TextFilter
  name?: string | null | TextFilter
  coupons?: ToManyFilter<StoredCouponWhere>
  products?: ToManyFilter<StoredProductWhere>
}

/** The types of StoredSeller for its repository, routes and events. */
export interface StoredSellerTypes extends ModelTypes {
  Name: 'Seller'
  Row: StoredSeller
  Key: string
  Unique: { id: string }
  Fields: StoredSellerFields
  Create: StoredSellerCreate & StoredSellerReadOnly
  Update: Partial<StoredSellerCreate & StoredSellerReadOnly>
  Document: StoredSellerDocument
  Where: StoredSellerWhere
  Sortable: keyof StoredSeller
  Incrementable: never
  Dates: never
  Queries: {
    index: {
      limit: number
    }
  }
  Relations: {
    coupons: StoredCouponTypes[]
    products: StoredProductTypes[]
  }
}

/** The fields, relations and schema of StoredSeller. */
export const sellerModel: TypedModel<StoredSellerTypes> = {
  name: 'Seller',
  var: 'seller',
  table: 'seller',
  key: 'id',
  fields: {
    id: {
      type: 'string',
      column: 'id',
      required: true,
      unique: true,
      default: { make: uuid },
      schema: { format: 'uuid' },
    },
    name: { type: 'string', column: 'name', required: true, maxLength: 80, schema: { minLength: 1 } },
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
  additionalProperties: true,
  createsOne: true,
  exactNumbers: rejectLostDigits,
  path: ['/sellers/', 'id'],
}
