import { models } from '../models/index.js'
import { type LooseTypes, looseModel } from '../models/loose.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes looses. */
export type LooseRepository = Repository<LooseTypes>

/**
 * Returns the repository for looses in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function looseRepository(session: Session): LooseRepository {
  return repository(session, models, looseModel)
}
