import { models } from '../models/index.js'
import { type ListingTypes, listingModel } from '../models/listing.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes listings. */
export type ListingRepository = Repository<ListingTypes>

/**
 * Returns the repository for listings in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function listingRepository(session: Session): ListingRepository {
  return repository(session, models, listingModel)
}
