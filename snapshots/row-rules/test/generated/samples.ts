import type { MembershipCreate } from '../../src/generated/models/membership.js'
import type { NoteCreate } from '../../src/generated/models/note.js'
import type { OrganizationCreate } from '../../src/generated/models/organization.js'
import type { ProfileCreate } from '../../src/generated/models/profile.js'
import type { ProjectCreate } from '../../src/generated/models/project.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  membership: { first: { role: 'role-1' }, second: { role: 'role-2' } },
  note: {
    first: { level: 1, status: 'draft', tags: ['tags-1'], text: 'text-1', title: 'title-1' },
    second: { level: 2, status: 'final', tags: ['tags-2'], text: 'text-2', title: 'title-2' },
  },
  organization: { first: { name: 'name-1', slug: 'slug-1' }, second: { name: 'name-2', slug: 'slug-2' } },
  profile: { first: { city: 'city-1' }, second: { city: 'city-2' } },
  project: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['doctor'],
      level: 1,
      password: 'password-1',
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      groups: ['clerk'],
      level: 2,
      password: 'password-2',
      username: 'username-2',
    },
  },
} satisfies {
  membership: Readonly<Record<string, MembershipCreate>>
  note: Readonly<Record<string, NoteCreate>>
  organization: Readonly<Record<string, OrganizationCreate>>
  profile: Readonly<Record<string, ProfileCreate>>
  project: Readonly<Record<string, ProjectCreate>>
  user: Readonly<Record<string, UserCreate>>
}
