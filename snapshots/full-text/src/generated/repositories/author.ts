import { type AuthorTypes, authorModel } from '../models/author.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Author. */
export type AuthorRepository = Repository<AuthorTypes>

/** The repository of Author in a session: in a transaction it sees and makes that transaction's changes. */
export function authorRepository(session: Session): AuthorRepository {
  return repository(session, models, authorModel)
}
