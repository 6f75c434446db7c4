import type { Models } from '../runtime/model.js'
import { auditEntryModel } from './audit-entry.js'
import { storyModel } from './story.js'
import { userModel } from './user.js'

/** All models, keyed by name. */
export const models: Models = {
  AuditEntry: auditEntryModel,
  Story: storyModel,
  User: userModel,
}
