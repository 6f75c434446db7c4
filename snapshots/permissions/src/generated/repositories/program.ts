import { models } from '../models/index.js'
import { type ProgramTypes, programModel } from '../models/program.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes programs. */
export type ProgramRepository = Repository<ProgramTypes>

/**
 * Returns the repository for programs in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function programRepository(session: Session): ProgramRepository {
  return repository(session, models, programModel)
}
