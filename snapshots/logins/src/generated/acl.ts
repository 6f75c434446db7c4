import { accessRules, allow, authenticated, callable, group } from './runtime/auth/acl.js'

/** The rules of own. */
export const ownAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'create', 'view')],
  item: [allow(callable('is_this_user'), 'update', 'view')],
})
