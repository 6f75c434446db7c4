import { type BlockingTypes, blockingModel } from '../models/blocking.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Blocking. */
export type BlockingRepository = Repository<BlockingTypes>

/** The repository of Blocking in a session: in a transaction it sees and makes that transaction's changes. */
export function blockingRepository(session: Session): BlockingRepository {
  return repository(session, models, blockingModel)
}
