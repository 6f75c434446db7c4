import { type BadgeTypes, badgeModel } from '../models/badge.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Badge. */
export type BadgeRepository = Repository<BadgeTypes>

/** The repository of Badge in a session: in a transaction it sees and makes that transaction's changes. */
export function badgeRepository(session: Session): BadgeRepository {
  return repository(session, models, badgeModel)
}
