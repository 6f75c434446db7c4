import { models } from '../models/index.js'
import type { User } from '../models/user.js'
import { rowRules } from '../row-rules.js'
import { RowRules } from '../runtime/rules/row-rules.js'
import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { membershipRepository, type MembershipRepository } from './membership.js'
import { noteRepository, type NoteRepository } from './note.js'
import { organizationRepository, type OrganizationRepository } from './organization.js'
import { profileRepository, type ProfileRepository } from './profile.js'
import { projectRepository, type ProjectRepository } from './project.js'
import { userRepository, type UserRepository } from './user.js'
import { registry } from '../registry.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly membership: MembershipRepository
  readonly note: NoteRepository
  readonly organization: OrganizationRepository
  readonly profile: ProfileRepository
  readonly project: ProjectRepository
  readonly user: UserRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
  /**
   * Returns repositories with which a user can do only what the row rules allow; undefined stands for an
   * anonymous caller. A write that the rules do not allow throws Forbidden.
   */
  $as(user: Omit<User, 'password'> | undefined): Omit<Repositories, '$sql'>
}

const rules = new RowRules({
  rules: rowRules,
  models,
  users: 'User',
  groups: 'groups',
  repositories,
  call: (name, context) => registry.select(name, context),
})

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get membership() {
      return membershipRepository(session)
    },
    get note() {
      return noteRepository(session)
    },
    get organization() {
      return organizationRepository(session)
    },
    get profile() {
      return profileRepository(session)
    },
    get project() {
      return projectRepository(session)
    },
    get user() {
      return userRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
    $as: (user) => repositories(rules.as(session, user)),
  }
}
