import { models } from '../models/index.js'
import { type BookTypes, bookModel } from '../models/book.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes books. */
export type BookRepository = Repository<BookTypes>

/**
 * Returns the repository for books in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function bookRepository(session: Session): BookRepository {
  return repository(session, ALL_ROWS, models, bookModel)
}
