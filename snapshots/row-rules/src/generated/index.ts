export * from './events.js'
export type {
  Membership,
  MembershipCreate,
  MembershipDocument,
  MembershipFields,
  MembershipUpdate,
  MembershipWhere,
} from './models/membership.js'
export type {
  Note,
  NoteCreate,
  NoteDocument,
  NoteFields,
  NoteStatus,
  NoteReadOnly,
  NoteUpdate,
  NoteWhere,
} from './models/note.js'
export { noteStatuses } from './models/note.js'
export type {
  Organization,
  OrganizationCreate,
  OrganizationDocument,
  OrganizationFields,
  OrganizationUpdate,
  OrganizationWhere,
} from './models/organization.js'
export type {
  Profile,
  ProfileCreate,
  ProfileDocument,
  ProfileFields,
  ProfileUpdate,
  ProfileWhere,
} from './models/profile.js'
export type {
  Project,
  ProjectCreate,
  ProjectDocument,
  ProjectFields,
  ProjectUpdate,
  ProjectWhere,
} from './models/project.js'
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
export { NotImplemented } from './runtime/events/operation-registry.js'
export type { UploadedFile } from './runtime/http/actions.js'
export type { Json } from './runtime/json.js'
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
