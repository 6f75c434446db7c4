import { type OwnedTypes, ownedModel } from '../models/owned.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Owned. */
export type OwnedRepository = Repository<OwnedTypes>

/** The repository of Owned in a session: in a transaction it sees and makes that transaction's changes. */
export function ownedRepository(session: Session): OwnedRepository {
  return repository(session, models, ownedModel)
}
