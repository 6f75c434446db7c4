import { type VaultTypes, vaultModel } from '../models/vault.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Vault schema. */
export type VaultRepository = Repository<VaultTypes>

/** The repository of Vault in a session: in a transaction it sees and makes that transaction's changes. */
export function vaultRepository(session: Session): VaultRepository {
  return repository(session, models, vaultModel)
}
