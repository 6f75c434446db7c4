import { models } from '../models/index.js'
import { type PaperTypes, paperModel } from '../models/paper.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes papers. */
export type PaperRepository = Repository<PaperTypes>

/**
 * Returns the repository for papers in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function paperRepository(session: Session): PaperRepository {
  return repository(session, models, paperModel)
}
