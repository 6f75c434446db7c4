import { models } from '../models/index.js'
import { type DraftTypes, draftModel } from '../models/draft.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes drafts. */
export type DraftRepository = Repository<DraftTypes>

/**
 * Returns the repository for drafts in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function draftRepository(session: Session): DraftRepository {
  return repository(session, models, draftModel)
}
