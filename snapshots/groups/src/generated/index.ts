export * from './events.js'
export type {
  Booking,
  BookingCreate,
  BookingDocument,
  BookingFields,
  BookingUpdate,
  BookingWhere,
} from './models/booking.js'
export type {
  Membership,
  MembershipCreate,
  MembershipDocument,
  MembershipFields,
  MembershipUpdate,
  MembershipWhere,
} from './models/membership.js'
export type {
  Person,
  PersonCreate,
  PersonDocument,
  PersonFields,
  PersonUpdate,
  PersonWhere,
} from './models/person.js'
export type {
  Project,
  ProjectCreate,
  ProjectDocument,
  ProjectFields,
  ProjectUpdate,
  ProjectWhere,
} from './models/project.js'
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
