import type { Session } from '../runtime/store.js'
import { userRepository, type UserRepository } from './user.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly user: UserRepository
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get user() {
      return userRepository(session)
    },
  }
}
