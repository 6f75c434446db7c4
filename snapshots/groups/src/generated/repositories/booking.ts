import { models } from '../models/index.js'
import { type BookingTypes, bookingModel } from '../models/booking.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes bookings. */
export type BookingRepository = Repository<BookingTypes>

/**
 * Returns the repository for bookings in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function bookingRepository(session: Session): BookingRepository {
  return repository(session, models, bookingModel)
}
