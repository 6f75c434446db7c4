import { models } from '../models/index.js'
import { type TeamTypes, teamModel } from '../models/team.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes teams. */
export type TeamRepository = Repository<TeamTypes>

/**
 * Returns the repository for teams in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function teamRepository(session: Session): TeamRepository {
  return repository(session, models, teamModel)
}
