import {
  accessRules,
  allow,
  authenticated,
  callable,
  deny,
  everyone,
  group,
  user,
} from './runtime/auth/acl.js'

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

/** For admins. */
export const adminAcl = accessRules({
  collection: [allow(group('admin'))],
  item: null,
})

/** Only for members, and guests can only read. The rules of the collection also apply to its items. */
export const commentAcl = accessRules({
  collection: [
    deny(group('guest'), 'create', 'delete', 'update'),
    allow(authenticated, 'create', 'view'),
    allow(group('editor')),
    allow(group('admin')),
  ],
  item: null,
})

/** Only one member and the editors can change a notice. */
export const noticeAcl = accessRules({
  collection: null,
  item: [
    allow(user('keeper')),
    deny(authenticated, 'delete'),
    allow(group('editor'), 'update'),
    allow(everyone, 'delete', 'view'),
  ],
})

/** Everyone can read, members can create, and editors and owners can change and delete stories. */
export const storyAcl = accessRules({
  collection: [
    allow(group('admin')),
    allow(everyone, 'options', 'view'),
    deny(group('guest'), 'create'),
    allow(authenticated, 'create'),
    allow(group('editor'), 'delete', 'update'),
  ],
  item: [allow(callable('is_owner'), 'delete', 'update')],
})

/** Everyone can list members. Members see more fields, and can change their own account. */
export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'options', 'view')],
  item: [
    allow(group('admin')),
    allow(callable('is_self'), 'options', 'update', 'view'),
    allow(authenticated, 'view'),
    deny(everyone),
  ],
})
