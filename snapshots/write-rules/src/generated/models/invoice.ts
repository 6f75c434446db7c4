import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { OrderTypes, OrderWhere } from './order.js'

/** An invoice as stored; relations are keys. */
export type Invoice = {
  id: number
  note: string | null
  number: number
  order: number
}

/** Values for a new invoice. */
export type InvoiceCreate = {
  note?: string | null
}

/** Changes to an invoice. */
export type InvoiceUpdate = { [Field in keyof InvoiceCreate]?: InvoiceCreate[Field] }

/** Values of an invoice that only the service sets. */
export type InvoiceReadOnly = {
  number: number
  order: number
}

/** Values that a request can set on an invoice. */
export type InvoiceFields = Required<InvoiceCreate & InvoiceReadOnly>

/** An invoice in a response, without fields that the caller cannot see or did not select. */
export type InvoiceDocument = {
  _type: 'Invoice'
  _pk: string
  _self: string | null
} & Partial<Invoice>

/** A filter for invoices. */
export interface InvoiceWhere extends Logical<InvoiceWhere> {
  id?: Invoice['id'] | OrderedFilter<Invoice['id']>
  note?: string | null | TextFilter
  number?: number | null | OrderedFilter<number>
  order?: ToOneFilter<OrderWhere, number>
}

/** The types of Invoice for its repository, routes and events. */
export interface InvoiceTypes extends ModelTypes {
  Name: 'Invoice'
  Row: Invoice
  Key: number
  Unique: { id: number }
  Fields: InvoiceFields
  Create: InvoiceCreate & InvoiceReadOnly
  Update: Partial<InvoiceCreate & InvoiceReadOnly>
  Document: InvoiceDocument
  Where: InvoiceWhere
  Sortable: Exclude<keyof Invoice, 'order'>
  Incrementable: 'number'
  Dates: never
  Relations: {
    order: OrderTypes
  }
}

/** The fields, relations and schema of Invoice. */
export const invoiceModel: TypedModel<InvoiceTypes> = {
  name: 'Invoice',
  var: 'invoice',
  table: 'invoice',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    note: { type: 'string', column: 'note' },
    number: { type: 'integer', column: 'number', required: true, unique: true },
  },
  relations: {
    order: {
      model: 'Order',
      side: 'holder',
      many: false,
      unique: false,
      column: 'order_id',
      keyType: 'id_field',
      inverse: 'invoices',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { order_id: 'order' },
  writeRules: { number: { readOnly: true }, order: { readOnly: true } },
  required: ['number', 'order'],
  additionalProperties: false,
  path: ['/invoices/', 'id'],
}
