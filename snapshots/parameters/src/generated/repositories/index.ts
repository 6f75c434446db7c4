import type { Session } from '../runtime/store.js'
import { bookRepository, type BookRepository } from './book.js'
import { shelfRepository, type ShelfRepository } from './shelf.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly book: BookRepository
  readonly shelf: ShelfRepository
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get book() {
      return bookRepository(session)
    },
    get shelf() {
      return shelfRepository(session)
    },
  }
}
