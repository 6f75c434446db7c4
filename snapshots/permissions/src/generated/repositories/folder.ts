import { type FolderTypes, folderModel } from '../models/folder.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Folder schema. */
export type FolderRepository = Repository<FolderTypes>

/** The repository of Folder in a session: in a transaction it sees and makes that transaction's changes. */
export function folderRepository(session: Session): FolderRepository {
  return repository(session, models, folderModel)
}
