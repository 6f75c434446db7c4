import type { ProfileCreate } from '../../src/generated/models/profile.js'
import type { StoryCreate } from '../../src/generated/models/story.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  profile: { first: { bio: 'bio-1' }, second: { bio: 'bio-2' } },
  story: { first: { title: 'title-1', words: 1 }, second: { title: 'title-2', words: 2 } },
  user: {
    first: {
      email: 'someone-1@example.com',
      password: 'password-1',
      settings: {},
      tags: ['tags-1'],
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      password: 'password-2',
      settings: {},
      tags: ['tags-2'],
      username: 'username-2',
    },
  },
} satisfies {
  profile: Readonly<Record<string, ProfileCreate>>
  story: Readonly<Record<string, StoryCreate>>
  user: Readonly<Record<string, UserCreate>>
}
