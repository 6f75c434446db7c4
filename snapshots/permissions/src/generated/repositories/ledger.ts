import { type LedgerTypes, ledgerModel } from '../models/ledger.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Ledger schema. */
export type LedgerRepository = Repository<LedgerTypes>

/** The repository of Ledger in a session: in a transaction it sees and makes that transaction's changes. */
export function ledgerRepository(session: Session): LedgerRepository {
  return repository(session, models, ledgerModel)
}
