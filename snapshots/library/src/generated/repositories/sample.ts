import { type SampleTypes, sampleModel } from '../models/sample.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes A value of each type. */
export type SampleRepository = Repository<SampleTypes>

/** The repository of Sample in a session: in a transaction it sees and makes that transaction's changes. */
export function sampleRepository(session: Session): SampleRepository {
  return repository(session, models, sampleModel)
}
