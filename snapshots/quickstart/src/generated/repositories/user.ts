import { models } from '../models/index.js'
import { type UserTypes, userModel } from '../models/user.js'
import { ALL_ROWS } from '../runtime/repository/items.js'
import { repository } from '../runtime/repository/repository.js'
import type { Repository } from '../runtime/repository/types.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes users. */
export type UserRepository = Repository<UserTypes>

/**
 * Returns the repository for users in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function userRepository(session: Session): UserRepository {
  return repository(session, ALL_ROWS, models, userModel)
}
