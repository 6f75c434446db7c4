import { models } from '../models/index.js'
import { type DoctorTypes, doctorModel } from '../models/doctor.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes doctors. */
export type DoctorRepository = Repository<DoctorTypes>

/**
 * Returns the repository for doctors in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function doctorRepository(session: Session): DoctorRepository {
  return repository(session, models, doctorModel)
}
