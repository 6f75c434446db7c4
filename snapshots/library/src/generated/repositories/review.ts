import { models } from '../models/index.js'
import { type ReviewTypes, reviewModel } from '../models/review.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes reviews. */
export type ReviewRepository = Repository<ReviewTypes>

/**
 * Returns the repository for reviews in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function reviewRepository(session: Session): ReviewRepository {
  return repository(session, ALL_ROWS, models, reviewModel)
}
