import { openAcl } from './acl.js'
import type { AuthConfig } from './runtime/auth/accounts.js'
import { callable, group } from './runtime/auth/acl.js'

/** How callers log in and which fields they can see. Secrets are in the settings. */
export const auth: AuthConfig = {
  model: 'Customer',
  fields: { username: 'username', email: null, password: 'password', groups: 'groups' },
  registerFields: ['credit', 'joined', 'name'],
  path: '/customers',
  ticket: null,
  apiKey: true,
  visibility: {},
  writableBy: {
    Customer: { credit: [group('editor')], groups: [group('admin'), group('editor')] },
    Order: { parcels: [group('editor')], status: [group('editor'), callable('is_customer')] },
  },
  acls: { Customer: openAcl, Invoice: openAcl, Order: openAcl, Parcel: openAcl },
  handlers: {
    login: { before: [], after: [] },
    logout: { before: [], after: [] },
    register: { before: [], after: [] },
  },
}
