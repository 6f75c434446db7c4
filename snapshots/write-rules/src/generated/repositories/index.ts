import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { customerRepository, type CustomerRepository } from './customer.js'
import { invoiceRepository, type InvoiceRepository } from './invoice.js'
import { orderRepository, type OrderRepository } from './order.js'
import { parcelRepository, type ParcelRepository } from './parcel.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly customer: CustomerRepository
  readonly invoice: InvoiceRepository
  readonly order: OrderRepository
  readonly parcel: ParcelRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get customer() {
      return customerRepository(session)
    },
    get invoice() {
      return invoiceRepository(session)
    },
    get order() {
      return orderRepository(session)
    },
    get parcel() {
      return parcelRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
