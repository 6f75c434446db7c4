export * from './events.js'
export type {
  Entry,
  EntryCreate,
  EntryDocument,
  EntryFields,
  EntryUpdate,
  EntryWhere,
} from './models/entry.js'
export type { Note, NoteCreate, NoteDocument, NoteFields, NoteUpdate, NoteWhere } from './models/note.js'
export type { Task, TaskCreate, TaskDocument, TaskFields, TaskUpdate, TaskWhere } from './models/task.js'
export type { Team, TeamCreate, TeamDocument, TeamFields, TeamUpdate, TeamWhere } from './models/team.js'
export type {
  User,
  UserCreate,
  UserDocument,
  UserFields,
  UserGroup,
  UserUpdate,
  UserWhere,
} from './models/user.js'
export { userGroups } from './models/user.js'
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
export type { RowChange } from './runtime/changes/changes.js'
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
