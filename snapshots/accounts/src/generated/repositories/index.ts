import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { paperRepository, type PaperRepository } from './paper.js'
import { personRepository, type PersonRepository } from './person.js'
import { sealRepository, type SealRepository } from './seal.js'
import { teamRepository, type TeamRepository } from './team.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly paper: PaperRepository
  readonly person: PersonRepository
  readonly seal: SealRepository
  readonly team: TeamRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get paper() {
      return paperRepository(session)
    },
    get person() {
      return personRepository(session)
    },
    get seal() {
      return sealRepository(session)
    },
    get team() {
      return teamRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
