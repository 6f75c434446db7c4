import { storyRepository, type StoryRepository } from './story.js'
import { userRepository, type UserRepository } from './user.js'
import type { EventModels } from '../events.js'
import { nestedTransaction } from '../runtime/repository/repository.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly story: StoryRepository
  readonly user: UserRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
  /**
   * Runs `work` with all repositories in one transaction, which is rolled back if `work` throws. In a transaction, this is
   * a nested transaction (a savepoint), if the database has them.
   */
  $transaction<Result>(work: (models: Repositories) => Promise<Result>): Promise<Result>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get story() {
      return storyRepository(session)
    },
    get user() {
      return userRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
    $transaction: (work) => nestedTransaction(session, (inner) => work(repositories(inner))),
  }
}
