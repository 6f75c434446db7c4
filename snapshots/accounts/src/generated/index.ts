export * from './events.js'
export type {
  Paper,
  PaperCreate,
  PaperDocument,
  PaperFields,
  PaperUpdate,
  PaperWhere,
} from './models/paper.js'
export type {
  Person,
  PersonCreate,
  PersonDocument,
  PersonFields,
  PersonGroup,
  PersonUpdate,
  PersonWhere,
} from './models/person.js'
export { personGroups } from './models/person.js'
export type { Seal, SealCreate, SealDocument, SealFields, SealUpdate, SealWhere } from './models/seal.js'
export type { Team, TeamCreate, TeamDocument, TeamFields, TeamUpdate, TeamWhere } from './models/team.js'
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
