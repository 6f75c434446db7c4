import { models } from '../models/index.js'
import { type ProjectTypes, projectModel } from '../models/project.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes projects. */
export type ProjectRepository = Repository<ProjectTypes>

/**
 * Returns the repository for projects in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function projectRepository(session: Session): ProjectRepository {
  return repository(session, models, projectModel)
}
