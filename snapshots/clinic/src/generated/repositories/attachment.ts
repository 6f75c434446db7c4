import { models } from '../models/index.js'
import { type AttachmentTypes, attachmentModel } from '../models/attachment.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes attachments. */
export type AttachmentRepository = Repository<AttachmentTypes>

/**
 * Returns the repository for attachments in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function attachmentRepository(session: Session): AttachmentRepository {
  return repository(session, models, attachmentModel)
}
