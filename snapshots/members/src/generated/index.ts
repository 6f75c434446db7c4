export * from './events.js'
export type {
  Comment,
  CommentCreate,
  CommentDocument,
  CommentFields,
  CommentUpdate,
  CommentWhere,
} from './models/comment.js'
export type {
  Draft,
  DraftCreate,
  DraftDocument,
  DraftFields,
  DraftUpdate,
  DraftWhere,
} from './models/draft.js'
export type {
  Notice,
  NoticeCreate,
  NoticeDocument,
  NoticeFields,
  NoticeUpdate,
  NoticeWhere,
} from './models/notice.js'
export type { Page, PageCreate, PageDocument, PageFields, PageUpdate, PageWhere } from './models/page.js'
export type {
  Profile,
  ProfileCreate,
  ProfileDocument,
  ProfileFields,
  ProfileUpdate,
  ProfileWhere,
} from './models/profile.js'
export type {
  Story,
  StoryCreate,
  StoryDocument,
  StoryFields,
  StoryUpdate,
  StoryWhere,
} from './models/story.js'
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
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
