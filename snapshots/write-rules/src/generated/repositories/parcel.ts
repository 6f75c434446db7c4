import { models } from '../models/index.js'
import { type ParcelTypes, parcelModel } from '../models/parcel.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes parcels. */
export type ParcelRepository = Repository<ParcelTypes>

/**
 * Returns the repository for parcels in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function parcelRepository(session: Session): ParcelRepository {
  return repository(session, models, parcelModel)
}
