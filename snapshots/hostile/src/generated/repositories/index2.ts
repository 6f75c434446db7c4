import { models } from '../models/index.js'
import { type IndexTypes, indexModel } from '../models/index2.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes indices. */
export type IndexRepository = Repository<IndexTypes>

/**
 * Returns the repository for indices in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function indexRepository(session: Session): IndexRepository {
  return repository(session, models, indexModel)
}
