import { models } from '../models/index.js'
import { type AuditEntryTypes, auditEntryModel } from '../models/audit-entry.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes audit entries. */
export type AuditEntryRepository = Repository<AuditEntryTypes>

/**
 * Returns the repository for audit entries in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function auditEntryRepository(session: Session): AuditEntryRepository {
  return repository(session, models, auditEntryModel)
}
