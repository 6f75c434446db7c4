export * from './events.js'
export type { Badge, BadgeCreate, BadgeFields, BadgeWhere } from './models/badge.js'
export type { Blocking, BlockingCreate, BlockingFields, BlockingWhere } from './models/blocking.js'
export type { Bound, BoundCreate, BoundFields, BoundWhere } from './models/bound.js'
export type { Holding, HoldingCreate, HoldingFields, HoldingWhere } from './models/holding.js'
export type { Hub, HubCreate, HubFields, HubWhere } from './models/hub.js'
export type { Loose, LooseCreate, LooseFields, LooseWhere } from './models/loose.js'
export type { Node, NodeCreate, NodeFields, NodeWhere } from './models/node.js'
export type { Owned, OwnedCreate, OwnedFields, OwnedWhere } from './models/owned.js'
export type { Pulling, PullingCreate, PullingFields, PullingWhere } from './models/pulling.js'
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
