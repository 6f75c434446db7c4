import type { NoteCreate } from '../../src/generated/models/note.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  note: { first: { text: 'text-1' }, second: { text: 'text-2' } },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['user'],
      password: 'password-1',
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      groups: ['user'],
      password: 'password-2',
      username: 'username-2',
    },
  },
} satisfies {
  note: Readonly<Record<string, NoteCreate>>
  user: Readonly<Record<string, UserCreate>>
}
