import { models } from '../models/index.js'
import { type FolderTypes, folderModel } from '../models/folder.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes folders. */
export type FolderRepository = Repository<FolderTypes>

/**
 * Returns the repository for folders in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function folderRepository(session: Session): FolderRepository {
  return repository(session, models, folderModel)
}
