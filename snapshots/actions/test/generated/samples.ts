import type { StoryCreate } from '../../src/generated/models/story.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  story: {
    first: { state: 'state-1', text: 'text-1', title: 'title-1' },
    second: { state: 'state-2', text: 'text-2', title: 'title-2' },
  },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['intern'],
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
  story: Readonly<Record<string, StoryCreate>>
  user: Readonly<Record<string, UserCreate>>
}
