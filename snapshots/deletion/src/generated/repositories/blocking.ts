import { models } from '../models/index.js'
import { type BlockingTypes, blockingModel } from '../models/blocking.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes blockings. */
export type BlockingRepository = Repository<BlockingTypes>

/**
 * Returns the repository for blockings in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function blockingRepository(session: Session): BlockingRepository {
  return repository(session, models, blockingModel)
}
