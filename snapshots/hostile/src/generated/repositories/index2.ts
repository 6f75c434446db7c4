import { type IndexTypes, indexModel } from '../models/index2.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes indices. */
export type IndexRepository = Repository<IndexTypes>

/** The repository of Index in a session: in a transaction it sees and makes that transaction's changes. */
export function indexRepository(session: Session): IndexRepository {
  return repository(session, models, indexModel)
}
