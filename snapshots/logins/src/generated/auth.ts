import { ownAcl } from './acl.js'
import type { AuthConfig } from './runtime/access/config.js'
import { group } from './runtime/access/acl.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: [],
  path: '/users',
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha512',
    cookieName: 'login',
    cookie: { httpOnly: true, sameSite: 'lax', path: '/' },
    timeout: null,
    reissueTime: null,
  },
  apiKey: true,
  visibility: { User: { public: null, authenticated: null, hidden: ['password'] } },
  writableBy: { User: { active: [group('admin')] } },
  acls: { Note: ownAcl, User: ownAcl },
  handlers: {
    login: { before: ['reject_banned'], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
