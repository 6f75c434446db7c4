import type { AuditEntry, AuditEntryCreate } from '../../src/generated/models/audit-entry.js'
import type { Story, StoryCreate } from '../../src/generated/models/story.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an audit entry. The given values override the sample. */
export async function auditEntry(
  items: Repositories,
  given: Partial<AuditEntryCreate> = {},
): Promise<AuditEntry> {
  return items.auditEntry.create({ data: { ...samples.auditEntry.first, ...given } })
}

/** Creates a story. The given values override the sample. */
export async function story(items: Repositories, given: Partial<StoryCreate> = {}): Promise<Story> {
  return items.story.create({ data: { ...samples.story.first, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, ...given } })
}
