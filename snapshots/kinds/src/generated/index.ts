export * from './events.js'
export type { Big, BigCreate, BigDocument, BigFields, BigUpdate, BigWhere } from './models/big.js'
export type {
  Entry,
  EntryCreate,
  EntryDocument,
  EntryFields,
  EntryUpdate,
  EntryWhere,
} from './models/entry.js'
export type {
  Listing,
  ListingCreate,
  ListingDocument,
  ListingFields,
  ListingOfChoice,
  ListingUpdate,
  ListingWhere,
} from './models/listing.js'
export { listingOfChoices } from './models/listing.js'
export type {
  Token,
  TokenCreate,
  TokenDocument,
  TokenFields,
  TokenUpdate,
  TokenWhere,
} from './models/token.js'
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
