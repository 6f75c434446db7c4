import { accessRules, allow, authenticated, callable, everyone, group } from './runtime/auth/acl.js'

/** Everyone can read a profile, and only its user can change it. */
export const profileAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'create'), allow(everyone, 'view')],
  item: [allow(group('admin')), allow(callable('user_profile'), 'delete', 'update'), allow(everyone, 'view')],
})

/** Everyone can read, authenticated users can create, and owners can change their items. */
export const storyAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'options', 'view'), allow(authenticated, 'create')],
  item: [
    allow(group('admin')),
    allow(callable('item_owner'), 'delete', 'update'),
    allow(everyone, 'options', 'view'),
  ],
})

/** Everyone can read, and users can change their own data. */
export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view')],
  item: [allow(group('admin')), allow(callable('user_self'), 'delete', 'update'), allow(everyone, 'view')],
})
