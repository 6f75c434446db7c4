import { accessRules, allow, authenticated, callable, deny, everyone, group } from './runtime/auth/acl.js'

/** For routes without an ACL: everyone can do anything. */
export const everyoneAcl = accessRules({
  collection: [allow(everyone)],
  item: [allow(everyone)],
})

/** The rules of report_acl. */
export const reportAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'view')],
  item: null,
})

/** Editors publish stories, and authors change their own. */
export const storyAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view'), allow(authenticated, 'create')],
  item: [
    allow(group('admin')),
    deny(group('intern'), 'view'),
    allow(everyone, 'view'),
    allow(callable('is_author'), 'delete', 'update'),
  ],
})

/** The rules of user_acl. */
export const userAcl = accessRules({
  collection: [allow(authenticated, 'create', 'view')],
  item: [allow(group('admin')), allow(callable('is_self'), 'update', 'view')],
})
