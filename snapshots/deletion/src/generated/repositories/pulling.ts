import { type PullingTypes, pullingModel } from '../models/pulling.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Pulling. */
export type PullingRepository = Repository<PullingTypes>

/** The repository of Pulling in a session: in a transaction it sees and makes that transaction's changes. */
export function pullingRepository(session: Session): PullingRepository {
  return repository(session, models, pullingModel)
}
