import { type HubTypes, hubModel } from '../models/hub.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Hub. */
export type HubRepository = Repository<HubTypes>

/** The repository of Hub in a session: in a transaction it sees and makes that transaction's changes. */
export function hubRepository(session: Session): HubRepository {
  return repository(session, models, hubModel)
}
