export * from './events.js'
export type {
  Index,
  IndexCreate,
  IndexDocument,
  IndexFields,
  IndexUpdate,
  IndexWhere,
} from './models/index2.js'
export type {
  SessionModel,
  SessionModelCreate,
  SessionModelDocument,
  SessionModelFields,
  SessionModelIt,
  SessionModelUpdate,
  SessionModelWhere,
} from './models/session.js'
export { sessionItemItS } from './models/session.js'
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
