import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { boxRepository, type BoxRepository } from './box.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly box: BoxRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get box() {
      return boxRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
