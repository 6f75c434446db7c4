import { models } from '../models/index.js'
import { type PullingTypes, pullingModel } from '../models/pulling.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes pullings. */
export type PullingRepository = Repository<PullingTypes>

/**
 * Returns the repository for pullings in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function pullingRepository(session: Session): PullingRepository {
  return repository(session, models, pullingModel)
}
