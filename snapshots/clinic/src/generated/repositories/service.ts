import { models } from '../models/index.js'
import { type ServiceTypes, serviceModel } from '../models/service.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes services. */
export type ServiceRepository = Repository<ServiceTypes>

/**
 * Returns the repository for services in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function serviceRepository(session: Session): ServiceRepository {
  return repository(session, models, serviceModel)
}
