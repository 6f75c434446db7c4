import { type ProfileTypes, profileModel } from '../models/profile.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Profile schema. */
export type ProfileRepository = Repository<ProfileTypes>

/** The repository of Profile in a session: in a transaction it sees and makes that transaction's changes. */
export function profileRepository(session: Session): ProfileRepository {
  return repository(session, models, profileModel)
}
