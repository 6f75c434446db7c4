import type { BookingCreate } from '../../src/generated/models/booking.js'
import type { MembershipCreate } from '../../src/generated/models/membership.js'
import type { PersonCreate } from '../../src/generated/models/person.js'
import type { ProjectCreate } from '../../src/generated/models/project.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  booking: {
    first: { day: '2024-05-01', hours: 1, room: 'room-1' },
    second: { day: '2024-05-02', hours: 2, room: 'room-2' },
  },
  membership: { first: { rank: 1 }, second: { rank: 2 } },
  person: { first: { login: 'login-1' }, second: { login: 'login-2' } },
  project: { first: { goal: 'goal-1', name: 'name-1' }, second: { goal: 'goal-2', name: 'name-2' } },
} satisfies {
  booking: Readonly<Record<string, BookingCreate>>
  membership: Readonly<Record<string, MembershipCreate>>
  person: Readonly<Record<string, PersonCreate>>
  project: Readonly<Record<string, ProjectCreate>>
}
