import { models } from '../models/index.js'
import { type SessionModelTypes, sessionItemModel } from '../models/session.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes session items. */
export type SessionModelRepository = Repository<SessionModelTypes>

/**
 * Returns the repository for session items in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function sessionItemRepository(session: Session): SessionModelRepository {
  return repository(session, models, sessionItemModel)
}
