import { models } from '../models/index.js'
import { type SentMailTypes, sentMailModel } from '../models/sent-mail.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes sent mails. */
export type SentMailRepository = Repository<SentMailTypes>

/**
 * Returns the repository for sent mails in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function sentMailRepository(session: Session): SentMailRepository {
  return repository(session, models, sentMailModel)
}
