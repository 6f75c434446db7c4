import type { Product2 } from '../actions/types.js'
import { dictMerging } from '../runtime/body/dicts.js'
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
} from '../runtime/repository/repository.js'
import { uuid } from '../runtime/values/made.js'
import type { Seller, SellerWhere } from './seller.js'

/** Possible values of `condition`. */
export const productConditions = ['new', 'used'] as const
export type ProductCondition = (typeof productConditions)[number]

/** Possible values of `object`. */
export const productObjects = ['product'] as const
export type ProductObject = (typeof productObjects)[number]

/** A product as stored; relations are keys. */
export type Product = {
  added: string | null
  condition: ProductCondition | null
  fairs: string[] | null
  hidden: boolean | null
  id: string
  labels: string[] | null
  object: ProductObject
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
export type ProductCreate = {
  added?: string | null
  condition?: ProductCondition | null
  fairs?: string[] | null
  hidden?: boolean | null
  labels?: string[] | null
  object?: ProductObject
  opens?: string | null
  price: number | string
  released?: string | null
  size?: Product['size']
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
export type ProductUpdate = { [Field in keyof ProductCreate]?: ProductCreate[Field] }

/** Values of a product that only the service sets. */
export type ProductReadOnly = {
  id?: string
  products?: string[]
}

/** Values that a request can set on a product. */
export type ProductFields = Required<ProductCreate & ProductReadOnly>

/** A product in a response, without fields that the caller cannot see or did not select. */
export type ProductDocument = {
  _type: 'Product'
  _pk: string
  _self: string | null
} & Partial<Product> &
  Product2

/** A filter for products. */
export interface ProductWhere extends Logical<ProductWhere> {
  added?: string | null | OrderedFilter<string>
  condition?: ProductCondition | null | AnyFilter<ProductCondition>
  fairs?: ListFilter<NonNullable<Product['fairs']>[number]>
  hidden?: boolean | null | AnyFilter<boolean>
  id?: string | null | TextFilter
  labels?: ListFilter<NonNullable<Product['labels']>[number]>
  object?: ProductObject | null | AnyFilter<ProductObject>
  opens?: string | null | TextFilter
  price?: number | string | null | OrderedFilter<number | string>
  released?: string | null | OrderedFilter<string>
  size?: PresenceFilter
  stock?: number | null | OrderedFilter<number>
  thumbnail?: PresenceFilter
  title?: string | null | TextFilter
  variants?: ListFilter<NonNullable<Product['variants']>[number]>
  views?: number | string | null | OrderedFilter<number | string>
  weight?: number | null | OrderedFilter<number>
  products?: ToManyFilter<ProductWhere>
  replaces?: ToOneFilter<ProductWhere, string>
  seller_id?: ToOneFilter<SellerWhere, string>
}

/** The types of Product for its repository, routes and events. */
export interface ProductTypes extends ModelTypes {
  Name: 'Product'
  Row: Product
  Key: string
  Unique: { id: string }
  Fields: ProductFields
  Create: ProductCreate & ProductReadOnly
  Update: Partial<ProductCreate & ProductReadOnly>
  Document: ProductDocument
  Where: ProductWhere
  Sortable: Exclude<keyof Product, 'replaces' | 'seller_id'>
  Incrementable: 'price' | 'stock' | 'views' | 'weight'
  Dates: 'added' | 'released'
  Queries: {
    index: {
      limit: number
    }
  }
  Relations: {
    products: Product[]
    replaces: Product | null
    seller_id: Seller
  }
}

/** The fields, relations and schema of Product. */
export const productModel: TypedModel<ProductTypes> = {
  name: 'Product',
  var: 'product',
  table: 'product',
  key: 'id',
  fields: {
    added: { type: 'datetime', column: 'added' },
    condition: { type: 'choice', column: 'condition', choices: productConditions },
    fairs: { type: 'list', column: 'fairs', itemType: 'date' },
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
    opens: { type: 'string', column: 'opens' },
    price: { type: 'decimal', column: 'price', required: true, scale: 2 },
    released: { type: 'date', column: 'released' },
    size: { type: 'dict', column: 'size' },
    stock: { type: 'integer', column: 'stock', default: { value: 0 } },
    thumbnail: { type: 'binary', column: 'thumbnail' },
    title: { type: 'string', column: 'title', required: true, maxLength: 120 },
    variants: { type: 'list', column: 'variants', itemType: 'dict' },
    views: { type: 'big_integer', column: 'views' },
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
  schema: {
    properties: {
      fairs: { items: { format: 'date' } },
      opens: { format: 'time' },
      price: { minimum: 0, type: ['string', 'number'] },
      released: { anyOf: [{ allOf: [{ format: 'date', type: 'string' }] }, { type: 'null' }] },
      size: { properties: { unit: { enum: ['cm', 'in'], type: 'string' }, width: { type: 'integer' } } },
      thumbnail: { format: 'byte' },
      title: { minLength: 1 },
      variants: {
        items: { properties: { unit: { enum: ['cm', 'in'], type: 'string' }, width: { type: 'integer' } } },
      },
      views: { format: 'int64', type: ['string', 'integer'] },
    },
  },
  additionalProperties: true,
  createsOne: true,
  dicts: dictMerging,
  path: '/catalog/articles/:id',
}
