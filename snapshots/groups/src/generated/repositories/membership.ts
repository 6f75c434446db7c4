import { models } from '../models/index.js'
import { type MembershipTypes, membershipModel } from '../models/membership.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes memberships. */
export type MembershipRepository = Repository<MembershipTypes>

/**
 * Returns the repository for memberships in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function membershipRepository(session: Session): MembershipRepository {
  return repository(session, models, membershipModel)
}
