export * from './events.js'
export type {
  Author,
  AuthorCreate,
  AuthorDocument,
  AuthorFields,
  AuthorTag,
  AuthorUpdate,
  AuthorWhere,
} from './models/author.js'
export { authorTags } from './models/author.js'
export type {
  Book,
  BookCreate,
  BookDocument,
  BookFields,
  BookGenre,
  BookUpdate,
  BookWhere,
} from './models/book.js'
export { bookGenres } from './models/book.js'
export type {
  Category,
  CategoryCreate,
  CategoryDocument,
  CategoryFields,
  CategoryUpdate,
  CategoryWhere,
} from './models/category.js'
export type {
  Cover,
  CoverCreate,
  CoverDocument,
  CoverFields,
  CoverUpdate,
  CoverWhere,
} from './models/cover.js'
export type {
  Review,
  ReviewCreate,
  ReviewDocument,
  ReviewFields,
  ReviewUpdate,
  ReviewWhere,
} from './models/review.js'
export type {
  Sample,
  SampleCreate,
  SampleDocument,
  SampleFields,
  SampleAChoice,
  SampleUpdate,
  SampleWhere,
} from './models/sample.js'
export { sampleAChoices } from './models/sample.js'
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
