import type { EntryCreate } from '../../src/generated/models/entry.js'
import type { NoteCreate } from '../../src/generated/models/note.js'
import type { TaskCreate } from '../../src/generated/models/task.js'
import type { TeamCreate } from '../../src/generated/models/team.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  entry: {
    first: { username: 'username-1', what: 'what-1' },
    second: { username: 'username-2', what: 'what-2' },
  },
  note: { first: { text: 'text-1' }, second: { text: 'text-2' } },
  task: { first: { count: 1, title: 'title-1' }, second: { count: 2, title: 'title-2' } },
  team: { first: { name: 'name-1' }, second: { name: 'name-2' } },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['user'],
      password: 'password-1',
      username: 'username-1',
    },
  },
} satisfies {
  entry: Readonly<Record<string, EntryCreate>>
  note: Readonly<Record<string, NoteCreate>>
  task: Readonly<Record<string, TaskCreate>>
  team: Readonly<Record<string, TeamCreate>>
  user: Readonly<Record<string, UserCreate>>
}
