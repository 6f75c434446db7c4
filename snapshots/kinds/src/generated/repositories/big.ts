import { type BigTypes, bigModel } from '../models/big.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Big. */
export type BigRepository = Repository<BigTypes>

/** The repository of Big in a session: in a transaction it sees and makes that transaction's changes. */
export function bigRepository(session: Session): BigRepository {
  return repository(session, models, bigModel)
}
