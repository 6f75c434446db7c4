import { models } from '../models/index.js'
import { type ProfileTypes, profileModel } from '../models/profile.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes profiles. */
export type ProfileRepository = Repository<ProfileTypes>

/**
 * Returns the repository for profiles in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function profileRepository(session: Session): ProfileRepository {
  return repository(session, models, profileModel)
}
