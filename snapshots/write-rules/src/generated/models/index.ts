import type { Models } from '../runtime/model.js'
import { customerModel } from './customer.js'
import { orderModel } from './order.js'
import { parcelModel } from './parcel.js'

/** All models by name. */
export const models: Models = {
  Customer: customerModel,
  Order: orderModel,
  Parcel: parcelModel,
}
