import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['user'],
      password: 'password-1',
      username: 'username-1',
    },
  },
} satisfies {
  user: Readonly<Record<string, UserCreate>>
}
