export * from './events.js'
export type { Comment, CommentCreate, CommentFields, CommentWhere } from './models/comment.js'
export type { Draft, DraftCreate, DraftFields, DraftWhere } from './models/draft.js'
export type { Notice, NoticeCreate, NoticeFields, NoticeWhere } from './models/notice.js'
export type { Page, PageCreate, PageFields, PageWhere } from './models/page.js'
export type { Profile, ProfileCreate, ProfileFields, ProfileWhere } from './models/profile.js'
export type { Story, StoryCreate, StoryFields, StoryWhere } from './models/story.js'
export type { User, UserCreate, UserFields, UserWhere } from './models/user.js'
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
