import type { Customer, CustomerCreate, CustomerReadOnly } from '../../src/generated/models/customer.js'
import type { Invoice, InvoiceCreate, InvoiceReadOnly } from '../../src/generated/models/invoice.js'
import type { Order, OrderCreate, OrderReadOnly } from '../../src/generated/models/order.js'
import type { Parcel, ParcelCreate } from '../../src/generated/models/parcel.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a customer. The given values override the sample. */
export async function customer(
  items: Repositories,
  given: Partial<CustomerCreate & CustomerReadOnly> = {},
): Promise<Customer> {
  return items.customer.create({ data: { ...samples.customer.first, ...given } })
}

/** Creates an invoice with its required relations. The given values override the sample. */
export async function invoice(
  items: Repositories,
  given: Partial<InvoiceCreate & InvoiceReadOnly> = {},
): Promise<Invoice> {
  const links = {
    order: given.order ?? ((await items.order.findFirst()) ?? (await order(items))).id,
  }
  return items.invoice.create({ data: { ...samples.invoice.first, number: 1, ...given, ...links } })
}

/** Creates an order. The given values override the sample. */
export async function order(
  items: Repositories,
  given: Partial<OrderCreate & OrderReadOnly> = {},
): Promise<Order> {
  return items.order.create({ data: { ...samples.order.first, ...given } })
}

/** Creates a parcel. The given values override the sample. */
export async function parcel(items: Repositories, given: Partial<ParcelCreate> = {}): Promise<Parcel> {
  return items.parcel.create({ data: { ...samples.parcel.first, ...given } })
}
