import { models } from '../models/index.js'
import { type OwnedTypes, ownedModel } from '../models/owned.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes owneds. */
export type OwnedRepository = Repository<OwnedTypes>

/**
 * Returns the repository for owneds in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function ownedRepository(session: Session): OwnedRepository {
  return repository(session, models, ownedModel)
}
