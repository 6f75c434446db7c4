import { models } from '../models/index.js'
import { type AuthorTypes, authorModel } from '../models/author.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes authors. */
export type AuthorRepository = Repository<AuthorTypes>

/**
 * Returns the repository for authors in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function authorRepository(session: Session): AuthorRepository {
  return repository(session, ALL_ROWS, models, authorModel)
}
