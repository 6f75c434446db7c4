import { type PersonTypes, personModel } from '../models/person.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Person schema. */
export type PersonRepository = Repository<PersonTypes>

/** The repository of Person in a session: in a transaction it sees and makes that transaction's changes. */
export function personRepository(session: Session): PersonRepository {
  return repository(session, models, personModel)
}
