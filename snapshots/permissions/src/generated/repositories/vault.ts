import { models } from '../models/index.js'
import { type VaultTypes, vaultModel } from '../models/vault.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes vaults. */
export type VaultRepository = Repository<VaultTypes>

/**
 * Returns the repository for vaults in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function vaultRepository(session: Session): VaultRepository {
  return repository(session, models, vaultModel)
}
