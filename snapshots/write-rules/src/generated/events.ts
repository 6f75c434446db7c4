import { models } from './models/index.js'
import type { Customer, CustomerTypes } from './models/customer.js'
import type { InvoiceTypes } from './models/invoice.js'
import type { OrderTypes } from './models/order.js'
import type { ParcelTypes } from './models/parcel.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who makes a request, without the password. */
export type Caller = Omit<Customer, 'password'>

/** The event that a handler of Customer receives; `CustomerEvent<'before_create'>` for a single tag. */
export type CustomerEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  CustomerTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Invoice receives; `InvoiceEvent<'before_create'>` for a single tag. */
export type InvoiceEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  InvoiceTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Order receives; `OrderEvent<'before_create'>` for a single tag. */
export type OrderEvent<Tag extends EventTag = EventTag> = HandlerEvent<OrderTypes, Tag, Repositories, Caller>

/** The event that a handler of Parcel receives; `ParcelEvent<'before_create'>` for a single tag. */
export type ParcelEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ParcelTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, by name. */
export interface EventModels {
  Customer: CustomerTypes
  Invoice: InvoiceTypes
  Order: OrderTypes
  Parcel: ParcelTypes
}

/**
 * Creates an event to test a handler without a service: `testEvent('Customer', 'before_create', { fields: { … } })`.
 * @param tag the tag of an action: `before_create`, not `before_set`
 * @param parts the parts of the event that the handler reads
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
