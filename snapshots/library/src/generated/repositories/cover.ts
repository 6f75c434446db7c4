import { models } from '../models/index.js'
import { type CoverTypes, coverModel } from '../models/cover.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes covers. */
export type CoverRepository = Repository<CoverTypes>

/**
 * Returns the repository for covers in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function coverRepository(session: Session): CoverRepository {
  return repository(session, ALL_ROWS, models, coverModel)
}
