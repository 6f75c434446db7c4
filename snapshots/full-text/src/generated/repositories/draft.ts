import { type DraftTypes, draftModel } from '../models/draft.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Draft. */
export type DraftRepository = Repository<DraftTypes>

/** The repository of Draft in a session: in a transaction it sees and makes that transaction's changes. */
export function draftRepository(session: Session): DraftRepository {
  return repository(session, models, draftModel)
}
