import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { indexRepository, type IndexRepository } from './index2.js'
import { sessionItemRepository, type SessionModelRepository } from './session.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly index: IndexRepository
  readonly sessionItem: SessionModelRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get index() {
      return indexRepository(session)
    },
    get sessionItem() {
      return sessionItemRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
