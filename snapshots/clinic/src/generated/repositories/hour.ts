import { models } from '../models/index.js'
import { type HourTypes, hourModel } from '../models/hour.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes hours. */
export type HourRepository = Repository<HourTypes>

/**
 * Returns the repository for hours in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function hourRepository(session: Session): HourRepository {
  return repository(session, models, hourModel)
}
