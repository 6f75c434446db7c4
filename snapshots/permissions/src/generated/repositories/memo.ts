import { models } from '../models/index.js'
import { type MemoTypes, memoModel } from '../models/memo.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes memos. */
export type MemoRepository = Repository<MemoTypes>

/**
 * Returns the repository for memos in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function memoRepository(session: Session): MemoRepository {
  return repository(session, models, memoModel)
}
