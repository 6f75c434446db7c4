import { type PaperTypes, paperModel } from '../models/paper.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Paper schema. */
export type PaperRepository = Repository<PaperTypes>

/** The repository of Paper in a session: in a transaction it sees and makes that transaction's changes. */
export function paperRepository(session: Session): PaperRepository {
  return repository(session, models, paperModel)
}
