import type { CustomerCreate } from '../../src/generated/models/customer.js'
import type { InvoiceCreate } from '../../src/generated/models/invoice.js'
import type { OrderCreate } from '../../src/generated/models/order.js'
import type { ParcelCreate } from '../../src/generated/models/parcel.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  customer: {
    first: { name: 'name-1', password: 'password-1', username: 'username-1' },
    second: { name: 'name-2', password: 'password-2', username: 'username-2' },
  },
  invoice: { first: { note: 'note-1' }, second: { note: 'note-2' } },
  order: {
    first: { labels: {}, price: 1, title: 'title-1' },
    second: { labels: {}, price: 2, title: 'title-2' },
  },
  parcel: { first: { weight: 1 }, second: { weight: 2 } },
} satisfies {
  customer: Readonly<Record<string, CustomerCreate>>
  invoice: Readonly<Record<string, InvoiceCreate>>
  order: Readonly<Record<string, OrderCreate>>
  parcel: Readonly<Record<string, ParcelCreate>>
}
