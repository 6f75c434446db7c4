import { models } from '../models/index.js'
import { type BadgeTypes, badgeModel } from '../models/badge.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes badges. */
export type BadgeRepository = Repository<BadgeTypes>

/**
 * Returns the repository for badges in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function badgeRepository(session: Session): BadgeRepository {
  return repository(session, models, badgeModel)
}
