import { models } from '../models/index.js'
import { type ShelfTypes, shelfModel } from '../models/shelf.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes shelves. */
export type ShelfRepository = Repository<ShelfTypes>

/**
 * Returns the repository for shelves in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function shelfRepository(session: Session): ShelfRepository {
  return repository(session, models, shelfModel)
}
