import { openAcl } from './acl.js'
import type { AuthConfig } from './runtime/auth/accounts.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: null },
  registerFields: [],
  path: '/users',
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha512',
    cookieName: 'events_ticket',
    httpOnly: true,
    secure: null,
    sameSite: 'Lax',
    maxAge: null,
    timeout: null,
    reissueTime: null,
    path: '/',
    domain: null,
  },
  apiKey: false,
  visibility: {},
  acls: { Profile: openAcl, Story: openAcl, User: openAcl },
  handlers: {
    login: { before: ['note_first'], after: ['note_first'] },
    logout: { before: ['note_first'], after: ['note_first'] },
    register: { before: ['note_first', 'note_set'], after: ['note_set', 'note_first'] },
  },
}
