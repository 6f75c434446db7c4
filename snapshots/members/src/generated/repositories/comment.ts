import { models } from '../models/index.js'
import { type CommentTypes, commentModel } from '../models/comment.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes comments. */
export type CommentRepository = Repository<CommentTypes>

/**
 * Returns the repository for comments in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function commentRepository(session: Session): CommentRepository {
  return repository(session, models, commentModel)
}
