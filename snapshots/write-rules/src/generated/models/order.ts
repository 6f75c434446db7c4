import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type { Json } from '../runtime/json.js'
import { now } from '../runtime/model.js'
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
import { decimalRule } from '../runtime/values/exact-numbers.js'
import { uuid } from '../runtime/values/made.js'
import type { CustomerTypes, CustomerWhere } from './customer.js'
import type { InvoiceTypes, InvoiceWhere } from './invoice.js'
import type { ParcelTypes, ParcelWhere } from './parcel.js'

/** Possible values of `status`. */
export const orderStatuses = ['open', 'paid'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** An order as stored; relations are keys. */
export type Order = {
  changed_at: string | null
  history: string[] | null
  id: number
  labels: { [k: string]: Json } | null
  /** The number on the invoice */
  number: string
  price: number | string | null
  /** The progress of the order. */
  status: OrderStatus | null
  title: string
  customer: string | null
}

/** Values for a new order. */
export type OrderCreate = {
  labels?: { [k: string]: Json } | null
  price?: number | string | null
  /** The progress of the order. */
  status?: OrderStatus | null
  title: string
  customer?: string | null
  invoices?: number[]
  parcels?: number[]
}

/** Changes to an order. */
export type OrderUpdate = { [Field in keyof OrderCreate]?: OrderCreate[Field] }

/** Values of an order that only the service sets. */
export type OrderReadOnly = {
  changed_at?: string | null
  history?: string[] | null
  /** The number on the invoice */
  number?: string
}

/** Values that a request can set on an order. */
export type OrderFields = Required<OrderCreate & OrderReadOnly>

/** An order in a response, without fields that the caller cannot see or did not select. */
export type OrderDocument = {
  _type: 'Order'
  _pk: string
  _self: string | null
  parcels?: number[]
  parcels_total?: number
} & Partial<Order>

/** A filter for orders. */
export interface OrderWhere extends Logical<OrderWhere> {
  changed_at?: string | null | OrderedFilter<string>
  history?: ListFilter<NonNullable<Order['history']>[number]>
  id?: Order['id'] | OrderedFilter<Order['id']>
  labels?: PresenceFilter
  number?: string | null | TextFilter
  price?: number | string | null | OrderedFilter<number | string>
  status?: OrderStatus | null | AnyFilter<OrderStatus>
  title?: string | null | TextFilter
  customer?: ToOneFilter<CustomerWhere, string>
  invoices?: ToManyFilter<InvoiceWhere>
  parcels?: ToManyFilter<ParcelWhere>
}

/** The types of Order for its repository, routes and events. */
export interface OrderTypes extends ModelTypes {
  Name: 'Order'
  Row: Order
  Key: number
  Unique: { id: number }
  Fields: OrderFields
  Create: OrderCreate & OrderReadOnly
  Update: Partial<OrderCreate & OrderReadOnly>
  Document: OrderDocument
  Where: OrderWhere
  Sortable: Exclude<keyof Order, 'customer'>
  Incrementable: 'price'
  Dates: 'changed_at'
  Relations: {
    customer: CustomerTypes | null
    invoices: InvoiceTypes[]
    parcels: ParcelTypes[]
  }
}

/** The fields, relations and schema of Order. */
export const orderModel: TypedModel<OrderTypes> = {
  name: 'Order',
  var: 'order',
  table: 'order',
  key: 'id',
  fields: {
    changed_at: { type: 'datetime', column: 'changed_at', default: { make: now }, onUpdate: { make: now } },
    history: { type: 'list', column: 'history', itemType: 'string' },
    id: { type: 'id_field', column: 'id', unique: true },
    labels: { type: 'dict', column: 'labels' },
    number: { type: 'string', column: 'number', required: true, default: { make: uuid } },
    price: { type: 'decimal', rule: decimalRule, column: 'price' },
    status: { type: 'choice', column: 'status', choices: orderStatuses, default: { value: 'open' } },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    customer: {
      model: 'Customer',
      side: 'holder',
      many: false,
      unique: false,
      column: 'customer_name',
      keyType: 'string',
      inverse: 'orders',
      required: false,
      onDelete: 'nullify',
    },
    invoices: {
      model: 'Invoice',
      side: 'one',
      many: true,
      unique: false,
      column: 'order_id',
      keyType: 'id_field',
      inverse: 'order',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
    parcels: {
      model: 'Parcel',
      side: 'one',
      many: true,
      unique: false,
      column: 'order_id',
      keyType: 'id_field',
      inverse: 'order',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { customer_name: 'customer' },
  writeRules: {
    changed_at: { readOnly: true },
    customer: { writeOnce: true },
    history: { readOnly: true },
    labels: { writeOnce: true },
    number: { readOnly: true },
    parcels: { writableBy: true },
    price: { writeOnce: true },
    status: { writableBy: true },
  },
  required: ['title'],
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  path: ['/orders/', 'id'],
}
