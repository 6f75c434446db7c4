export * from './events.js'
export type { Article, ArticleCreate, ArticleFields, ArticleWhere } from './models/article.js'
export type { Author, AuthorCreate, AuthorFields, AuthorWhere } from './models/author.js'
export type { Draft, DraftCreate, DraftFields, DraftWhere } from './models/draft.js'
export type { Page, PageCreate, PageFields, PageWhere } from './models/page.js'
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
