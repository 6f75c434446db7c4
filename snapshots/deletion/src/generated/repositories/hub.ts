import { models } from '../models/index.js'
import { type HubTypes, hubModel } from '../models/hub.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes hubs. */
export type HubRepository = Repository<HubTypes>

/**
 * Returns the repository for hubs in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function hubRepository(session: Session): HubRepository {
  return repository(session, models, hubModel)
}
