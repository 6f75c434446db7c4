import { everyoneAcl, notesAcl, usersAcl } from './acl.js'
import type { AuthConfig } from './runtime/access/config.js'
import { requiringCredentials } from './runtime/sessions/required-credentials.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: ['name'],
  path: '/users',
  ownRoutes: { accepts: ['ticket', 'scheme:oauth'] },
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha512',
    cookieName: 'auth_tkt',
    cookie: { httpOnly: true, sameSite: 'lax', path: '/' },
    timeout: null,
    reissueTime: null,
  },
  visibility: { User: { public: ['username'], authenticated: null, hidden: [] } },
  acls: {
    Memo: everyoneAcl,
    Note: requiringCredentials(notesAcl, {
      accepts: ['ticket', 'scheme:oauth'],
      scopes: { oauth: ['notes:read'] },
    }),
    User: requiringCredentials(usersAcl, { accepts: ['ticket', 'scheme:oauth'] }),
  },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: ['check_domain'], after: ['count_registration'] },
  },
}
