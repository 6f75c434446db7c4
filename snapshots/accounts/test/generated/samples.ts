import type { PaperCreate } from '../../src/generated/models/paper.js'
import type { PersonCreate } from '../../src/generated/models/person.js'
import type { SealCreate } from '../../src/generated/models/seal.js'
import type { TeamCreate } from '../../src/generated/models/team.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  paper: { first: { pages: 1, title: 'title-1' }, second: { pages: 2, title: 'title-2' } },
  person: {
    first: {
      full_name: 'full_name-1',
      groups: ['board'],
      login_name: 'login_name-1',
      nickname: 'nickname-1',
      password: 'password-1',
    },
    second: {
      full_name: 'full_name-2',
      groups: ['player'],
      login_name: 'login_name-2',
      nickname: 'nickname-2',
      password: 'password-2',
    },
  },
  seal: { first: { color: 'color-1' }, second: { color: 'color-2' } },
  team: { first: { code: 'code-1', town: 'town-1' }, second: { code: 'code-2', town: 'town-2' } },
} satisfies {
  paper: Readonly<Record<string, PaperCreate>>
  person: Readonly<Record<string, PersonCreate>>
  seal: Readonly<Record<string, SealCreate>>
  team: Readonly<Record<string, TeamCreate>>
}
