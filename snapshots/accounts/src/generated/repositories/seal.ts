import { models } from '../models/index.js'
import { type SealTypes, sealModel } from '../models/seal.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes seals. */
export type SealRepository = Repository<SealTypes>

/**
 * Returns the repository for seals in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function sealRepository(session: Session): SealRepository {
  return repository(session, models, sealModel)
}
