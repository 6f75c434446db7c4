import { type CommentTypes, commentModel } from '../models/comment.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Comment schema. */
export type CommentRepository = Repository<CommentTypes>

/** The repository of Comment in a session: in a transaction it sees and makes that transaction's changes. */
export function commentRepository(session: Session): CommentRepository {
  return repository(session, models, commentModel)
}
