import { models } from '../models/index.js'
import { type SampleTypes, sampleModel } from '../models/sample.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes samples. */
export type SampleRepository = Repository<SampleTypes>

/**
 * Returns the repository for samples in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function sampleRepository(session: Session): SampleRepository {
  return repository(session, ALL_ROWS, models, sampleModel)
}
