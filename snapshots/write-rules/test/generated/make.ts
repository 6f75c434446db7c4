import type { Customer, CustomerCreate } from '../../src/generated/models/customer.js'
import type { Order, OrderCreate } from '../../src/generated/models/order.js'
import type { Parcel, ParcelCreate } from '../../src/generated/models/parcel.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a Customer. Given values override the sample. */
export async function customer(items: Repositories, given: Partial<CustomerCreate> = {}): Promise<Customer> {
  return items.customer.create({ data: { ...samples.customer.first, ...given } })
}

/** Creates a Order. Given values override the sample. */
export async function order(items: Repositories, given: Partial<OrderCreate> = {}): Promise<Order> {
  return items.order.create({ data: { ...samples.order.first, ...given } })
}

/** Creates a Parcel. Given values override the sample. */
export async function parcel(items: Repositories, given: Partial<ParcelCreate> = {}): Promise<Parcel> {
  return items.parcel.create({ data: { ...samples.parcel.first, ...given } })
}
