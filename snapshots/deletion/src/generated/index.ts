export * from './events.js'
export type {
  Badge,
  BadgeCreate,
  BadgeDocument,
  BadgeFields,
  BadgeUpdate,
  BadgeWhere,
} from './models/badge.js'
export type {
  Blocking,
  BlockingCreate,
  BlockingDocument,
  BlockingFields,
  BlockingUpdate,
  BlockingWhere,
} from './models/blocking.js'
export type {
  Bound,
  BoundCreate,
  BoundDocument,
  BoundFields,
  BoundUpdate,
  BoundWhere,
} from './models/bound.js'
export type {
  Holding,
  HoldingCreate,
  HoldingDocument,
  HoldingFields,
  HoldingUpdate,
  HoldingWhere,
} from './models/holding.js'
export type { Hub, HubCreate, HubDocument, HubFields, HubUpdate, HubWhere } from './models/hub.js'
export type {
  Loose,
  LooseCreate,
  LooseDocument,
  LooseFields,
  LooseUpdate,
  LooseWhere,
} from './models/loose.js'
export type { Node, NodeCreate, NodeDocument, NodeFields, NodeUpdate, NodeWhere } from './models/node.js'
export type {
  Owned,
  OwnedCreate,
  OwnedDocument,
  OwnedFields,
  OwnedUpdate,
  OwnedWhere,
} from './models/owned.js'
export type {
  Pulling,
  PullingCreate,
  PullingDocument,
  PullingFields,
  PullingUpdate,
  PullingWhere,
} from './models/pulling.js'
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
