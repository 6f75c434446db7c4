import { type ReviewTypes, reviewModel } from '../models/review.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Review. */
export type ReviewRepository = Repository<ReviewTypes>

/** The repository of Review in a session: in a transaction it sees and makes that transaction's changes. */
export function reviewRepository(session: Session): ReviewRepository {
  return repository(session, models, reviewModel)
}
