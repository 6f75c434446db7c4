import { type CoverTypes, coverModel } from '../models/cover.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Cover. */
export type CoverRepository = Repository<CoverTypes>

/** The repository of Cover in a session: in a transaction it sees and makes that transaction's changes. */
export function coverRepository(session: Session): CoverRepository {
  return repository(session, models, coverModel)
}
