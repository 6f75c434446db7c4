import type { Membership, MembershipCreate } from '../../src/generated/models/membership.js'
import type { Note, NoteCreate, NoteReadOnly } from '../../src/generated/models/note.js'
import type { Organization, OrganizationCreate } from '../../src/generated/models/organization.js'
import type { Profile, ProfileCreate } from '../../src/generated/models/profile.js'
import type { Project, ProjectCreate } from '../../src/generated/models/project.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a membership. The given values override the sample. */
export async function membership(
  items: Repositories,
  given: Partial<MembershipCreate> = {},
): Promise<Membership> {
  return items.membership.create({ data: { ...samples.membership.first, ...given } })
}

/** Creates a note. The given values override the sample. */
export async function note(
  items: Repositories,
  given: Partial<NoteCreate & NoteReadOnly> = {},
): Promise<Note> {
  return items.note.create({ data: { ...samples.note.first, ...given } })
}

/** Creates an organization. The given values override the sample. */
export async function organization(
  items: Repositories,
  given: Partial<OrganizationCreate> = {},
): Promise<Organization> {
  return items.organization.create({ data: { ...samples.organization.first, ...given } })
}

/** Creates a profile. The given values override the sample. */
export async function profile(items: Repositories, given: Partial<ProfileCreate> = {}): Promise<Profile> {
  return items.profile.create({ data: { ...samples.profile.first, ...given } })
}

/** Creates a project. The given values override the sample. */
export async function project(items: Repositories, given: Partial<ProjectCreate> = {}): Promise<Project> {
  return items.project.create({ data: { ...samples.project.first, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, ...given } })
}
