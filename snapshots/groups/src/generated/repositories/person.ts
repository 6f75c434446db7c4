import { models } from '../models/index.js'
import { type PersonTypes, personModel } from '../models/person.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes people. */
export type PersonRepository = Repository<PersonTypes>

/**
 * Returns the repository for people in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function personRepository(session: Session): PersonRepository {
  return repository(session, models, personModel)
}
