import { models } from '../models/index.js'
import { type LedgerTypes, ledgerModel } from '../models/ledger.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes ledgers. */
export type LedgerRepository = Repository<LedgerTypes>

/**
 * Returns the repository for ledgers in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function ledgerRepository(session: Session): LedgerRepository {
  return repository(session, models, ledgerModel)
}
