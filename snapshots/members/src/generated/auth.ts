import { authenticatedAcl, commentAcl, everyoneAcl, noticeAcl, storyAcl, userAcl } from './acl.js'
import type { AuthConfig } from './runtime/auth/accounts.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: ['memo', 'name'],
  path: '/users',
  ticket: {
    secretSetting: 'auth_tkt_secret',
    hashAlgorithm: 'sha384',
    cookieName: 'members_ticket',
    httpOnly: true,
    secure: null,
    sameSite: 'Lax',
    maxAge: 7200,
    timeout: 3600,
    reissueTime: 600,
    path: '/v1',
    domain: null,
  },
  apiKey: true,
  visibility: {
    Comment: { public: null, authenticated: null, hidden: ['flag'] },
    Profile: { public: null, authenticated: ['motto', 'user'], hidden: ['address'] },
    Story: {
      public: ['id', 'owner', 'tags', 'text', 'title'],
      authenticated: ['comments', 'id', 'owner', 'progress', 'published', 'tags', 'text', 'title'],
      hidden: ['pitch'],
    },
    User: {
      public: ['stories', 'username'],
      authenticated: ['comments', 'groups', 'name', 'profile', 'settings', 'stories', 'username'],
      hidden: ['memo', 'password'],
    },
  },
  acls: {
    Comment: commentAcl,
    Draft: authenticatedAcl,
    Notice: noticeAcl,
    Page: everyoneAcl,
    Profile: userAcl,
    Story: storyAcl,
    User: userAcl,
  },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
