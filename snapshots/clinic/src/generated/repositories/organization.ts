import { models } from '../models/index.js'
import { type OrganizationTypes, organizationModel } from '../models/organization.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes organizations. */
export type OrganizationRepository = Repository<OrganizationTypes>

/**
 * Returns the repository for organizations in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function organizationRepository(session: Session): OrganizationRepository {
  return repository(session, models, organizationModel)
}
