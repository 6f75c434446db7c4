import { models } from '../models/index.js'
import { type BoxTypes, boxModel } from '../models/box.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes boxes. */
export type BoxRepository = Repository<BoxTypes>

/**
 * Returns the repository for boxes in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function boxRepository(session: Session): BoxRepository {
  return repository(session, models, boxModel)
}
