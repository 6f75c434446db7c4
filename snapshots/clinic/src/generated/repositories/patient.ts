import { models } from '../models/index.js'
import { type PatientTypes, patientModel } from '../models/patient.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes patients. */
export type PatientRepository = Repository<PatientTypes>

/**
 * Returns the repository for patients in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function patientRepository(session: Session): PatientRepository {
  return repository(session, models, patientModel)
}
