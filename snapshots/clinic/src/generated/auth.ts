import { acl } from './acl.js'
import type { AuthConfig } from './runtime/auth/accounts.js'
import { group } from './runtime/auth/acl.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'User',
  fields: { username: 'username', email: 'email', password: 'password', groups: 'groups' },
  registerFields: [],
  path: '/users',
  ticket: {
    secretSetting: 'clinic_secret',
    hashAlgorithm: 'sha512',
    cookieName: 'clinic',
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
  visibility: {},
  writableBy: {
    Doctor: { account: [group('manager')] },
    Patient: { account: [group('manager')] },
    User: {
      active: [group('admin'), group('manager')],
      groups: [group('admin'), group('manager')],
      organization: [group('admin')],
    },
  },
  acls: {
    Appointment: acl,
    Attachment: acl,
    AuditEntry: acl,
    Doctor: acl,
    Hour: acl,
    Organization: acl,
    Patient: acl,
    Service: acl,
    User: acl,
  },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: ['refuse_registration'], after: [] },
  },
}
