import { models } from '../models/index.js'
import { type BoundTypes, boundModel } from '../models/bound.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes bounds. */
export type BoundRepository = Repository<BoundTypes>

/**
 * Returns the repository for bounds in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function boundRepository(session: Session): BoundRepository {
  return repository(session, models, boundModel)
}
