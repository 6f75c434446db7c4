import type { MemoCreate } from '../../src/generated/models/memo.js'
import type { NoteCreate } from '../../src/generated/models/note.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  memo: { first: { text: 'text-1' }, second: { text: 'text-2' } },
  note: { first: { text: 'text-1' }, second: { text: 'text-2' } },
  user: {
    first: {
      active: true,
      email: 'someone-1@example.com',
      groups: ['user'],
      name: 'name-1',
      password: 'password-1',
      username: 'username-1',
    },
    second: {
      active: true,
      email: 'someone-2@example.com',
      groups: ['user'],
      name: 'name-2',
      password: 'password-2',
      username: 'username-2',
    },
  },
} satisfies {
  memo: Readonly<Record<string, MemoCreate>>
  note: Readonly<Record<string, NoteCreate>>
  user: Readonly<Record<string, UserCreate>>
}
