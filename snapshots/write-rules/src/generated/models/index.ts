import type { Models } from '../runtime/model.js'
import { customerModel } from './customer.js'
import { invoiceModel } from './invoice.js'
import { orderModel } from './order.js'
import { parcelModel } from './parcel.js'

/** All models, keyed by name. */
export const models: Models = {
  Customer: customerModel,
  Invoice: invoiceModel,
  Order: orderModel,
  Parcel: parcelModel,
}
