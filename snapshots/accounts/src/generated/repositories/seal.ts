import { type SealTypes, sealModel } from '../models/seal.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Seal schema. */
export type SealRepository = Repository<SealTypes>

/** The repository of Seal in a session: in a transaction it sees and makes that transaction's changes. */
export function sealRepository(session: Session): SealRepository {
  return repository(session, models, sealModel)
}
