import type { ProfileCreate } from '../../src/generated/models/profile.js'
import type { StoryCreate } from '../../src/generated/models/story.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  profile: { first: { address: 'address-1' }, second: { address: 'address-2' } },
  story: {
    first: { description: 'description-1', name: 'name-1', slug: 'slug-1', words: 1 },
    second: { description: 'description-2', name: 'name-2', slug: 'slug-2', words: 2 },
  },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['user'],
      passphrase: 'passphrase-1',
      password: 'password-1',
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      groups: ['user'],
      passphrase: 'passphrase-2',
      password: 'password-2',
      username: 'username-2',
    },
  },
} satisfies {
  profile: Readonly<Record<string, ProfileCreate>>
  story: Readonly<Record<string, StoryCreate>>
  user: Readonly<Record<string, UserCreate>>
}
