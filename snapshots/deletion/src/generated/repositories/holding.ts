import { type HoldingTypes, holdingModel } from '../models/holding.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Holding. */
export type HoldingRepository = Repository<HoldingTypes>

/** The repository of Holding in a session: in a transaction it sees and makes that transaction's changes. */
export function holdingRepository(session: Session): HoldingRepository {
  return repository(session, models, holdingModel)
}
