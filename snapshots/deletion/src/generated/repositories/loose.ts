import { type LooseTypes, looseModel } from '../models/loose.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Loose. */
export type LooseRepository = Repository<LooseTypes>

/** The repository of Loose in a session: in a transaction it sees and makes that transaction's changes. */
export function looseRepository(session: Session): LooseRepository {
  return repository(session, models, looseModel)
}
