export * from './events.js'
export type {
  Customer,
  CustomerCreate,
  CustomerDocument,
  CustomerFields,
  CustomerGroup,
  CustomerReadOnly,
  CustomerUpdate,
  CustomerWhere,
} from './models/customer.js'
export { customerGroups } from './models/customer.js'
export type {
  Invoice,
  InvoiceCreate,
  InvoiceDocument,
  InvoiceFields,
  InvoiceReadOnly,
  InvoiceUpdate,
  InvoiceWhere,
} from './models/invoice.js'
export type {
  Order,
  OrderCreate,
  OrderDocument,
  OrderFields,
  OrderStatus,
  OrderReadOnly,
  OrderUpdate,
  OrderWhere,
} from './models/order.js'
export { orderStatuses } from './models/order.js'
export type {
  Parcel,
  ParcelCreate,
  ParcelDocument,
  ParcelFields,
  ParcelUpdate,
  ParcelWhere,
} from './models/parcel.js'
export { registry } from './registry.js'
export type { Repositories } from './repositories/index.js'
export {
  BadRequest,
  Conflict,
  ConstraintViolation,
  Forbidden,
  HttpError,
  NotFound,
  ReferenceViolation,
  Unauthorized,
  UniqueViolation,
  UnprocessableEntity,
} from './runtime/errors.js'
export type { Json } from './runtime/json.js'
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
