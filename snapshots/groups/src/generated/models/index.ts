import type { Models } from '../runtime/model.js'
import { bookingModel } from './booking.js'
import { membershipModel } from './membership.js'
import { personModel } from './person.js'
import { projectModel } from './project.js'

/** All models, keyed by name. */
export const models: Models = {
  Booking: bookingModel,
  Membership: membershipModel,
  Person: personModel,
  Project: projectModel,
}
