import { models } from '../models/index.js'
import { type LabelTypes, labelModel } from '../models/label.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes labels. */
export type LabelRepository = Repository<LabelTypes>

/**
 * Returns the repository for labels in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function labelRepository(session: Session): LabelRepository {
  return repository(session, models, labelModel)
}
