import { type LabelTypes, labelModel } from '../models/label.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Label schema. */
export type LabelRepository = Repository<LabelTypes>

/** The repository of Label in a session: in a transaction it sees and makes that transaction's changes. */
export function labelRepository(session: Session): LabelRepository {
  return repository(session, models, labelModel)
}
