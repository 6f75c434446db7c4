export * from './events.js'
export type {
  Article,
  ArticleCreate,
  ArticleDocument,
  ArticleFields,
  ArticleStatus,
  ArticleUpdate,
  ArticleWhere,
} from './models/article.js'
export { articleStatuses } from './models/article.js'
export type {
  Author,
  AuthorCreate,
  AuthorDocument,
  AuthorFields,
  AuthorUpdate,
  AuthorWhere,
} from './models/author.js'
export type {
  Draft,
  DraftCreate,
  DraftDocument,
  DraftFields,
  DraftStatus,
  DraftUpdate,
  DraftWhere,
} from './models/draft.js'
export { draftStatuses } from './models/draft.js'
export type { Page, PageCreate, PageDocument, PageFields, PageUpdate, PageWhere } from './models/page.js'
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
