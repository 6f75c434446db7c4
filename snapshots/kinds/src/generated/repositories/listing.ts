import { type ListingTypes, listingModel } from '../models/listing.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Listing. */
export type ListingRepository = Repository<ListingTypes>

/** The repository of Listing in a session: in a transaction it sees and makes that transaction's changes. */
export function listingRepository(session: Session): ListingRepository {
  return repository(session, models, listingModel)
}
