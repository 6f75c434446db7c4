import { models } from '../models/index.js'
import { type EntryTypes, entryModel } from '../models/entry.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes entries. */
export type EntryRepository = Repository<EntryTypes>

/**
 * Returns the repository for entries in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function entryRepository(session: Session): EntryRepository {
  return repository(session, models, entryModel)
}
