export * from './events.js'
export type { Author, AuthorCreate, AuthorFields, AuthorWhere } from './models/author.js'
export type { Book, BookCreate, BookFields, BookWhere } from './models/book.js'
export type { Category, CategoryCreate, CategoryFields, CategoryWhere } from './models/category.js'
export type { Cover, CoverCreate, CoverFields, CoverWhere } from './models/cover.js'
export type { Review, ReviewCreate, ReviewFields, ReviewWhere } from './models/review.js'
export type { Sample, SampleCreate, SampleFields, SampleWhere } from './models/sample.js'
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
