import { type ProgramTypes, programModel } from '../models/program.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Program schema. */
export type ProgramRepository = Repository<ProgramTypes>

/** The repository of Program in a session: in a transaction it sees and makes that transaction's changes. */
export function programRepository(session: Session): ProgramRepository {
  return repository(session, models, programModel)
}
