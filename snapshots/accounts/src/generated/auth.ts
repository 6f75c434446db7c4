import { paperAcl, peopleAcl, teamAcl } from './acl.js'
import type { AuthConfig } from './runtime/access/config.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'Person',
  fields: { username: 'login_name', email: null, password: 'password', groups: 'groups' },
  registerFields: ['full_name', 'nickname'],
  path: '/people',
  apiKey: true,
  visibility: {
    Person: { public: null, authenticated: ['full_name', 'login_name', 'nickname', 'papers'], hidden: [] },
  },
  acls: { Paper: paperAcl, Person: peopleAcl, Seal: paperAcl, Team: teamAcl },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
