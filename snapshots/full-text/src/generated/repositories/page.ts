import { models } from '../models/index.js'
import { type PageTypes, pageModel } from '../models/page.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes pages. */
export type PageRepository = Repository<PageTypes>

/**
 * Returns the repository for pages in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function pageRepository(session: Session): PageRepository {
  return repository(session, models, pageModel)
}
