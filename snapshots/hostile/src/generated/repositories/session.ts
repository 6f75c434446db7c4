import { type SessionModelTypes, sessionItemModel } from '../models/session.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes * / evil() /*. */
export type SessionModelRepository = Repository<SessionModelTypes>

/** The repository of SessionModel in a session: in a transaction it sees and makes that transaction's changes. */
export function sessionItemRepository(session: Session): SessionModelRepository {
  return repository(session, models, sessionItemModel)
}
