import { type EntryTypes, entryModel } from '../models/entry.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Entry. */
export type EntryRepository = Repository<EntryTypes>

/** The repository of Entry in a session: in a transaction it sees and makes that transaction's changes. */
export function entryRepository(session: Session): EntryRepository {
  return repository(session, models, entryModel)
}
