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

/** For routes without an ACL: every authenticated user may do everything. */
export const authenticatedAcl = accessRules({
  collection: [allow(authenticated)],
  item: [allow(authenticated)],
})

/** For routes without an ACL: everyone may do everything. */
export const everyoneAcl = accessRules({
  collection: [allow(everyone)],
  item: [allow(everyone)],
})

/** For admins. */
export const adminAcl = accessRules({
  collection: [allow(group('admin'))],
  item: null,
})

/** For members alone; guests only read. What holds for the collection holds for each item. */
export const commentAcl = accessRules({
  collection: [
    deny(group('guest'), 'create', 'delete', 'update'),
    allow(authenticated, 'create', 'view'),
    allow(group('editor')),
    allow(group('admin')),
  ],
  item: null,
})

/** Whoever likes may put up a notice; only one member and the editors change it. */
export const noticeAcl = accessRules({
  collection: null,
  item: [
    allow(user('keeper')),
    deny(authenticated, 'delete'),
    allow(group('editor'), 'update'),
    allow(everyone, 'delete', 'view'),
  ],
})

/** Everyone reads, members write, editors mend, owners do what they like with their own. */
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

/** Everyone sees who is there; members see more of each other, and change what is their own. */
export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'options', 'view')],
  item: [
    allow(group('admin')),
    allow(callable('is_self'), 'options', 'update', 'view'),
    allow(authenticated, 'view'),
    deny(everyone),
  ],
})
