import { type TeamTypes, teamModel } from '../models/team.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Team schema. */
export type TeamRepository = Repository<TeamTypes>

/** The repository of Team in a session: in a transaction it sees and makes that transaction's changes. */
export function teamRepository(session: Session): TeamRepository {
  return repository(session, models, teamModel)
}
