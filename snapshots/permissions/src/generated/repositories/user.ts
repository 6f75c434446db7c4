import { type UserTypes, userModel } from '../models/user.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes User schema. */
export type UserRepository = Repository<UserTypes>

/** The repository of User in a session: in a transaction it sees and makes that transaction's changes. */
export function userRepository(session: Session): UserRepository {
  return repository(session, models, userModel)
}
