import { models } from '../models/index.js'
import { type HoldingTypes, holdingModel } from '../models/holding.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes holdings. */
export type HoldingRepository = Repository<HoldingTypes>

/**
 * Returns the repository for holdings in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function holdingRepository(session: Session): HoldingRepository {
  return repository(session, models, holdingModel)
}
