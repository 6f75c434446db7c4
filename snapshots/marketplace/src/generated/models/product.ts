import type { Product } from '../actions/types.js'
import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type { Json } from '../runtime/json.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { binaryRule } from '../runtime/values/binary.js'
import { bigIntegerRule, decimalRule } from '../runtime/values/exact-numbers.js'
import { uuid } from '../runtime/values/made.js'
import type { StoredSellerTypes, StoredSellerWhere } from './seller.js'

/** Possible values of `condition`. */
export const productConditions = ['new', 'used'] as const
export type StoredProductCondition = (typeof productConditions)[number]

/** Possible values of `object`. */
export const productObjects = ['product'] as const
export type StoredProductObject = (typeof productObjects)[number]

/** A product as stored; relations are keys. */
export type StoredProduct = {
  added: string | null
  condition: StoredProductCondition | null
  fairs: string[] | null
  hidden: boolean | null
  id: string
  labels: string[] | null
  object: StoredProductObject
  opens: string | null
  price: number | string
  released: string | null
  size:
    | ({
        unit?: 'cm' | 'in'
        width?: number
      } & { [k: string]: Json })
    | null
  stock: number | null
  thumbnail: string | null
  title: string
  variants: { [k: string]: Json }[] | null
  views: number | string | null
  weight: number | null
  replaces: string | null
  seller_id: string
}

/** Values for a new product. */
export type StoredProductCreate = {
  added?: string | null
  condition?: StoredProductCondition | null
  fairs?: string[] | null
  hidden?: boolean | null
  labels?: string[] | null
  object?: StoredProductObject
  opens?: string | null
  price: number | string
  released?: string | null
  size?: StoredProduct['size']
  stock?: number | null
  thumbnail?: string | null
  title: string
  variants?: { [k: string]: Json }[] | null
  views?: number | string | null
  weight?: number | null
  replaces?: string | null
  seller_id: string
}

/** Changes to a product. */
export type StoredProductUpdate = { [Field in keyof StoredProductCreate]?: StoredProductCreate[Field] }

/** Values of a product that only the service sets. */
export type StoredProductReadOnly = {
  id?: string
  products?: string[]
}

/** Values that a request can set on a product. */
export type StoredProductFields = Required<StoredProductCreate & StoredProductReadOnly>

/** A product in a response, without fields that the caller cannot see or did not select. */
export type StoredProductDocument = {
  _type: 'Product'
  _pk: string
  _self: string | null
} & Partial<StoredProduct> &
  Product

/** A filter for products. */
export interface StoredProductWhere extends Logical<StoredProductWhere> {
  added?: string | null | OrderedFilter<string>
  condition?: StoredProductCondition | null | AnyFilter<StoredProductCondition>
  fairs?: ListFilter<NonNullable<StoredProduct['fairs']>[number]>
  hidden?: boolean | null | AnyFilter<boolean>
  id?: string | null | TextFilter
  labels?: ListFilter<NonNullable<StoredProduct['labels']>[number]>
  object?: StoredProductObject | null | AnyFilter<StoredProductObject>
  opens?: string | null | TextFilter
  price?: number | string | null | OrderedFilter<number | string>
  released?: string | null | OrderedFilter<string>
  size?: PresenceFilter
  stock?: number | null | OrderedFilter<number>
  thumbnail?: PresenceFilter
  title?: string | null | TextFilter
  variants?: ListFilter<NonNullable<StoredProduct['variants']>[number]>
  views?: number | string | null | OrderedFilter<number | string>
  weight?: number | null | OrderedFilter<number>
  products?: ToManyFilter<StoredProductWhere>
  replaces?: ToOneFilter<StoredProductWhere, string>
  seller_id?: ToOneFilter<StoredSellerWhere, string>
}

/** The types of StoredProduct for its repository, routes and events. */
export interface StoredProductTypes extends ModelTypes {
  Name: 'Product'
  Row: StoredProduct
  Key: string
  Unique: { id: string }
  Fields: StoredProductFields
  Create: StoredProductCreate & StoredProductReadOnly
  Update: Partial<StoredProductCreate & StoredProductReadOnly>
  Document: StoredProductDocument
  Where: StoredProductWhere
  Sortable: Exclude<keyof StoredProduct, 'replaces' | 'seller_id'>
  Incrementable: 'price' | 'stock' | 'views' | 'weight'
  Dates: 'added' | 'released'
  Queries: {
    index: {
      limit: number
    }
  }
  Relations: {
    products: StoredProductTypes[]
    replaces: StoredProductTypes | null
    seller_id: StoredSellerTypes
  }
}

/** The fields, relations and schema of StoredProduct. */
export const productModel: TypedModel<StoredProductTypes> = {
  name: 'Product',
  var: 'product',
  table: 'product',
  key: 'id',
  fields: {
    added: { type: 'datetime', column: 'added' },
    condition: { type: 'choice', column: 'condition', choices: productConditions },
    fairs: { type: 'list', column: 'fairs', itemType: 'date', schema: { items: { format: 'date' } } },
    hidden: { type: 'boolean', column: 'hidden', default: { value: false } },
    id: { type: 'string', column: 'id', required: true, unique: true, default: { make: uuid } },
    labels: { type: 'list', column: 'labels', index: true, itemType: 'string' },
    object: {
      type: 'choice',
      column: 'object',
      required: true,
      choices: productObjects,
      default: { value: 'product' },
    },
    opens: { type: 'string', column: 'opens', schema: { format: 'time' } },
    price: {
      type: 'decimal',
      rule: decimalRule,
      column: 'price',
      required: true,
      scale: 2,
      schema: { minimum: 0, type: ['string', 'number'] },
    },
    released: {
      type: 'date',
      column: 'released',
      schema: { anyOf: [{ allOf: [{ format: 'date', type: 'string' }] }, { type: 'null' }] },
    },
    size: {
      type: 'dict',
      column: 'size',
      schema: { properties: { unit: { enum: ['cm', 'in'], type: 'string' }, width: { type: 'integer' } } },
    },
    stock: { type: 'integer', column: 'stock', default: { value: 0 } },
    thumbnail: { type: 'binary', rule: binaryRule, column: 'thumbnail', schema: { format: 'byte' } },
    title: { type: 'string', column: 'title', required: true, maxLength: 120, schema: { minLength: 1 } },
    variants: {
      type: 'list',
      column: 'variants',
      itemType: 'dict',
      schema: {
        items: { properties: { unit: { enum: ['cm', 'in'], type: 'string' }, width: { type: 'integer' } } },
      },
    },
    views: {
      type: 'big_integer',
      rule: bigIntegerRule,
      column: 'views',
      schema: { format: 'int64', type: ['string', 'integer'] },
    },
    weight: { type: 'float', column: 'weight' },
  },
  relations: {
    products: {
      model: 'Product',
      side: 'one',
      many: true,
      unique: false,
      column: 'replaces',
      keyType: 'string',
      inverse: 'replaces',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
    replaces: {
      model: 'Product',
      side: 'holder',
      many: false,
      unique: false,
      column: 'replaces',
      keyType: 'string',
      inverse: 'products',
      required: false,
      onDelete: 'nullify',
    },
    seller_id: {
      model: 'Seller',
      side: 'holder',
      many: false,
      unique: false,
      column: 'seller_id',
      keyType: 'string',
      inverse: 'products',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  writeRules: { id: { readOnly: true }, products: { readOnly: true } },
  required: ['price', 'seller_id', 'title'],
  additionalProperties: true,
  createsOne: true,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  path: ['/catalog/articles/', 'id'],
}
