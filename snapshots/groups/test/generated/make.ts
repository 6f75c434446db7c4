import type { Booking, BookingCreate } from '../../src/generated/models/booking.js'
import type { Membership, MembershipCreate } from '../../src/generated/models/membership.js'
import type { Person, PersonCreate } from '../../src/generated/models/person.js'
import type { Project, ProjectCreate } from '../../src/generated/models/project.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a booking. The given values override the sample. */
export async function booking(items: Repositories, given: Partial<BookingCreate> = {}): Promise<Booking> {
  return items.booking.create({ data: { ...samples.booking.first, ...given } })
}

/** Creates a membership. The given values override the sample. */
export async function membership(
  items: Repositories,
  given: Partial<MembershipCreate> = {},
): Promise<Membership> {
  return items.membership.create({ data: { ...samples.membership.first, ...given } })
}

/** Creates a person. The given values override the sample. */
export async function person(items: Repositories, given: Partial<PersonCreate> = {}): Promise<Person> {
  return items.person.create({ data: { ...samples.person.first, ...given } })
}

/** Creates a project. The given values override the sample. */
export async function project(items: Repositories, given: Partial<ProjectCreate> = {}): Promise<Project> {
  return items.project.create({ data: { ...samples.project.first, ...given } })
}
