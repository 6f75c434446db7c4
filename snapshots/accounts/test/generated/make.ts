import type { Paper, PaperCreate } from '../../src/generated/models/paper.js'
import type { Person, PersonCreate } from '../../src/generated/models/person.js'
import type { Seal, SealCreate } from '../../src/generated/models/seal.js'
import type { Team, TeamCreate } from '../../src/generated/models/team.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a paper. The given values override the sample. */
export async function paper(items: Repositories, given: Partial<PaperCreate> = {}): Promise<Paper> {
  return items.paper.create({ data: { ...samples.paper.first, ...given } })
}

/** Creates a person. The given values override the sample. */
export async function person(items: Repositories, given: Partial<PersonCreate> = {}): Promise<Person> {
  return items.person.create({ data: { ...samples.person.first, ...given } })
}

/** Creates a seal. The given values override the sample. */
export async function seal(items: Repositories, given: Partial<SealCreate> = {}): Promise<Seal> {
  return items.seal.create({ data: { ...samples.seal.first, ...given } })
}

/** Creates a team. The given values override the sample. */
export async function team(items: Repositories, given: Partial<TeamCreate> = {}): Promise<Team> {
  return items.team.create({ data: { ...samples.team.first, ...given } })
}
