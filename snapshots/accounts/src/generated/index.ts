export * from './events.js'
export type { Paper, PaperCreate, PaperFields, PaperWhere } from './models/paper.js'
export type { Person, PersonCreate, PersonFields, PersonWhere } from './models/person.js'
export type { Seal, SealCreate, SealFields, SealWhere } from './models/seal.js'
export type { Team, TeamCreate, TeamFields, TeamWhere } from './models/team.js'
export { registry } from './registry.js'
export type { Repositories } from './repositories/index.js'
export {
  BadRequest,
  Conflict,
  Forbidden,
  HttpError,
  NotFound,
  Unauthorized,
  UnprocessableEntity,
} from './runtime/errors.js'
export type { SettingValues } from './runtime/settings/reader.js'
export type { Settings } from './runtime/settings/settings.js'
export { createService } from './service.js'
export { loadSettings } from './settings.js'
