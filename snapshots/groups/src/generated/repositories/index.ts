import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { bookingRepository, type BookingRepository } from './booking.js'
import { membershipRepository, type MembershipRepository } from './membership.js'
import { personRepository, type PersonRepository } from './person.js'
import { projectRepository, type ProjectRepository } from './project.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly booking: BookingRepository
  readonly membership: MembershipRepository
  readonly person: PersonRepository
  readonly project: ProjectRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get booking() {
      return bookingRepository(session)
    },
    get membership() {
      return membershipRepository(session)
    },
    get person() {
      return personRepository(session)
    },
    get project() {
      return projectRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
