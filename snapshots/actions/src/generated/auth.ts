import { storyAcl, userAcl } from './acl.js'
import type { AuthConfig } from './runtime/auth/accounts.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: [],
  path: '/users',
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha256',
    cookieName: 'newsroom_ticket',
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
  acls: { Story: storyAcl, User: userAcl },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
