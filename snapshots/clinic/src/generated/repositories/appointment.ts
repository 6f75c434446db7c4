import { models } from '../models/index.js'
import { type AppointmentTypes, appointmentModel } from '../models/appointment.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes appointments. */
export type AppointmentRepository = Repository<AppointmentTypes>

/**
 * Returns the repository for appointments in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function appointmentRepository(session: Session): AppointmentRepository {
  return repository(session, models, appointmentModel)
}
