import { type PageTypes, pageModel } from '../models/page.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Page schema. */
export type PageRepository = Repository<PageTypes>

/** The repository of Page in a session: in a transaction it sees and makes that transaction's changes. */
export function pageRepository(session: Session): PageRepository {
  return repository(session, models, pageModel)
}
