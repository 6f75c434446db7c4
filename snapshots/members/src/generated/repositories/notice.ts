import { models } from '../models/index.js'
import { type NoticeTypes, noticeModel } from '../models/notice.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes notices. */
export type NoticeRepository = Repository<NoticeTypes>

/**
 * Returns the repository for notices in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function noticeRepository(session: Session): NoticeRepository {
  return repository(session, models, noticeModel)
}
