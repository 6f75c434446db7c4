import type { AuthConfig } from './runtime/auth/accounts.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: [],
  path: '/users',
  selfAccepts: ['scheme:key'],
  withoutSelf: true,
  ticket: null,
  apiKey: false,
  visibility: {},
  acls: {},
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
