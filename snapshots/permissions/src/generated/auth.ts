import {
  adminAcl,
  authenticatedAcl,
  entryAcl,
  everyoneAcl,
  noteAcl,
  openAcl,
  userAcl,
  vaultAcl,
} from './acl.js'
import type { AuthConfig } from './runtime/auth/accounts.js'

/** How callers log in, and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: ['notes', 'vault'],
  path: '/users',
  selfAccepts: ['ticket'],
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha256',
    cookieName: 'permissions_ticket',
    httpOnly: true,
    secure: null,
    sameSite: 'Lax',
    maxAge: null,
    timeout: null,
    reissueTime: null,
    path: '/',
    domain: null,
  },
  apiKey: true,
  visibility: {
    Notice: { public: ['day', 'id', 'pages', 'title'], authenticated: null, hidden: [] },
    Page: { public: null, authenticated: ['id', 'title'], hidden: [] },
    Program: { public: ['id', 'title'], authenticated: null, hidden: [] },
    User: {
      public: null,
      authenticated: ['email', 'groups', 'nickname', 'notes', 'settings', 'username', 'vault'],
      hidden: ['password'],
    },
  },
  acls: {
    Entry: entryAcl,
    Folder: openAcl,
    Label: openAcl,
    Ledger: adminAcl,
    Note: noteAcl,
    Notice: everyoneAcl,
    Page: openAcl,
    Program: authenticatedAcl,
    User: userAcl,
    Vault: vaultAcl,
  },
  writeAcls: { Label: adminAcl },
  ownAcls: [],
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
