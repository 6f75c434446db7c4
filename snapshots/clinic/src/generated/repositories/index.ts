import { models } from '../models/index.js'
import type { User } from '../models/user.js'
import { rowRules } from '../row-rules.js'
import { RowRules } from '../runtime/rules/row-rules.js'
import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { appointmentRepository, type AppointmentRepository } from './appointment.js'
import { attachmentRepository, type AttachmentRepository } from './attachment.js'
import { auditEntryRepository, type AuditEntryRepository } from './audit-entry.js'
import { doctorRepository, type DoctorRepository } from './doctor.js'
import { hourRepository, type HourRepository } from './hour.js'
import { organizationRepository, type OrganizationRepository } from './organization.js'
import { patientRepository, type PatientRepository } from './patient.js'
import { sentMailRepository, type SentMailRepository } from './sent-mail.js'
import { serviceRepository, type ServiceRepository } from './service.js'
import { userRepository, type UserRepository } from './user.js'
import { registry } from '../registry.js'
import { type AccountMails, accountMails } from '../runtime/accounts/mail.js'
import { type Jobs, StoredJobs } from '../runtime/jobs/jobs.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly appointment: AppointmentRepository
  readonly attachment: AttachmentRepository
  readonly auditEntry: AuditEntryRepository
  readonly doctor: DoctorRepository
  readonly hour: HourRepository
  readonly organization: OrganizationRepository
  readonly patient: PatientRepository
  readonly sentMail: SentMailRepository
  readonly service: ServiceRepository
  readonly user: UserRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
  /** Invites users, in the same transaction. */
  readonly $accounts: AccountMails
  /** Adds jobs in the same transaction. */
  readonly $jobs: Jobs
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
    get appointment() {
      return appointmentRepository(session)
    },
    get attachment() {
      return attachmentRepository(session)
    },
    get auditEntry() {
      return auditEntryRepository(session)
    },
    get doctor() {
      return doctorRepository(session)
    },
    get hour() {
      return hourRepository(session)
    },
    get organization() {
      return organizationRepository(session)
    },
    get patient() {
      return patientRepository(session)
    },
    get sentMail() {
      return sentMailRepository(session)
    },
    get service() {
      return serviceRepository(session)
    },
    get user() {
      return userRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
    get $accounts() {
      return accountMails(session, registry.jobs)
    },
    get $jobs() {
      return new StoredJobs(session, registry.jobs)
    },
    $as: (user) => repositories(rules.as(session, user)),
  }
}
