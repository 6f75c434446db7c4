import { models } from './models/index.js'
import type { Customer, CustomerTypes } from './models/customer.js'
import type { InvoiceTypes } from './models/invoice.js'
import type { OrderTypes } from './models/order.js'
import type { ParcelTypes } from './models/parcel.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request, without the password. */
export type Caller = Omit<Customer, 'password'>

/** The event that handlers of Customer receive. For a single tag, use `CustomerEvent<'before_create'>`. */
export type CustomerEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CustomerTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Invoice receive. For a single tag, use `InvoiceEvent<'before_create'>`. */
export type InvoiceEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  InvoiceTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Order receive. For a single tag, use `OrderEvent<'before_create'>`. */
export type OrderEvent<Tag extends EventTag = EventTag> = HandlerEvent<OrderTypes, Tag, Repositories, Caller>

/** The event that handlers of Parcel receive. For a single tag, use `ParcelEvent<'before_create'>`. */
export type ParcelEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ParcelTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, keyed by name. */
export interface EventModels {
  Customer: CustomerTypes
  Invoice: InvoiceTypes
  Order: OrderTypes
  Parcel: ParcelTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Customer', 'before_create', { fields: { … } })`.
 * @param tag an action's tag: `before_create`, not `before_set`
 * @param parts the parts of the event read by the handler
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
