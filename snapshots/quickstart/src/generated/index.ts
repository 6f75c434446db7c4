export * from './events.js'
export type {
  Story,
  StoryCreate,
  StoryDocument,
  StoryFields,
  StoryStatus,
  StoryUpdate,
  StoryWhere,
} from './models/story.js'
export { storyStatuses } from './models/story.js'
export type { User, UserCreate, UserDocument, UserFields, UserUpdate, UserWhere } from './models/user.js'
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
export type { OwnSettings } from './runtime/settings/settings.js'
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
