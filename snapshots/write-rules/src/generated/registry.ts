import type * as events from './events.js'
import type { Order } from './models/order.js'
import type { Repositories } from './repositories/index.js'
import type { PrincipalFunction } from './runtime/auth/principals.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  number_invoice: (event: events.InvoiceEvent<'before_create'>) => unknown
  is_customer: PrincipalFunction<events.Caller, Order, Repositories>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  number_invoice: { kind: 'handler', file: 'src/handlers/number-invoice.ts' },
  is_customer: { kind: 'principal', file: 'src/principals/is-customer.ts' },
})
