import { accessRules, allow, authenticated, group } from './runtime/auth/acl.js'

/** Users can read, and admins can write. */
export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'view')],
  item: null,
})
