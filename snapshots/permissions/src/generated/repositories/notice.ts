import { type NoticeTypes, noticeModel } from '../models/notice.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Notice schema. */
export type NoticeRepository = Repository<NoticeTypes>

/** The repository of Notice in a session: in a transaction it sees and makes that transaction's changes. */
export function noticeRepository(session: Session): NoticeRepository {
  return repository(session, models, noticeModel)
}
