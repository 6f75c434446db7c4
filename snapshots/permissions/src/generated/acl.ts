import { accessRules, allow, authenticated, callable, deny, everyone, group } from './runtime/access/acl.js'

/** For routes without an ACL: every authenticated user can do anything. */
export const authenticatedAcl = accessRules({
  collection: [allow(authenticated)],
  item: [allow(authenticated)],
})

/** For routes without an ACL: everyone can do anything. */
export const everyoneAcl = accessRules({
  collection: [allow(everyone)],
  item: [allow(everyone)],
})

/** The rules of admin_acl. */
export const adminAcl = accessRules({
  collection: [allow(group('admin'))],
  item: null,
})

/** Only admins list entries; owners can view their own. */
export const entryAcl = accessRules({
  collection: [allow(group('admin'))],
  item: [allow(callable('is_owner'), 'view')],
})

/** Only admins list memos; users can view those that are not sealed. */
export const memoAcl = accessRules({
  collection: [allow(group('admin'))],
  item: [allow(group('admin')), deny(callable('is_sealed'), 'view'), allow(authenticated, 'view')],
})

/** Owners and editors change notes. */
export const noteAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view'), allow(authenticated, 'create')],
  item: [allow(callable('is_owner'), 'delete', 'update'), allow(group('editor'), 'update')],
})

/** The rules of open_acl. */
export const openAcl = accessRules({
  collection: [allow(authenticated)],
  item: null,
})

/** The rules of user_acl. */
export const userAcl = accessRules({
  collection: [
    allow(group('admin')),
    allow(authenticated, 'update', 'view'),
    allow(group('editor'), 'create'),
  ],
  item: [allow(group('admin')), allow(authenticated, 'update', 'view')],
})

/** Admins and editors change vaults. */
export const vaultAcl = accessRules({
  collection: [
    allow(group('admin')),
    allow(authenticated, 'create', 'view'),
    allow(group('editor'), 'update'),
  ],
  item: null,
})
