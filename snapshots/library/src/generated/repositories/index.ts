import { authorRepository, type AuthorRepository } from './author.js'
import { bookRepository, type BookRepository } from './book.js'
import { categoryRepository, type CategoryRepository } from './category.js'
import { coverRepository, type CoverRepository } from './cover.js'
import { reviewRepository, type ReviewRepository } from './review.js'
import { sampleRepository, type SampleRepository } from './sample.js'
import type { EventModels } from '../events.js'
import { nestedTransaction } from '../runtime/repository/repository.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly author: AuthorRepository
  readonly book: BookRepository
  readonly category: CategoryRepository
  readonly cover: CoverRepository
  readonly review: ReviewRepository
  readonly sample: SampleRepository
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
    get author() {
      return authorRepository(session)
    },
    get book() {
      return bookRepository(session)
    },
    get category() {
      return categoryRepository(session)
    },
    get cover() {
      return coverRepository(session)
    },
    get review() {
      return reviewRepository(session)
    },
    get sample() {
      return sampleRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
    $transaction: (work) => nestedTransaction(session, (inner) => work(repositories(inner))),
  }
}
