import { models } from '../models/index.js'
import { type BigTypes, bigModel } from '../models/big.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes bigs. */
export type BigRepository = Repository<BigTypes>

/**
 * Returns the repository for bigs in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function bigRepository(session: Session): BigRepository {
  return repository(session, models, bigModel)
}
