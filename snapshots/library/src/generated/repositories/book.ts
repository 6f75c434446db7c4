import { type BookTypes, bookModel } from '../models/book.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Book. */
export type BookRepository = Repository<BookTypes>

/** The repository of Book in a session: in a transaction it sees and makes that transaction's changes. */
export function bookRepository(session: Session): BookRepository {
  return repository(session, models, bookModel)
}
