import { type BoundTypes, boundModel } from '../models/bound.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Bound. */
export type BoundRepository = Repository<BoundTypes>

/** The repository of Bound in a session: in a transaction it sees and makes that transaction's changes. */
export function boundRepository(session: Session): BoundRepository {
  return repository(session, models, boundModel)
}
