import { accessRules, allow, authenticated, callable, everyone, group } from './runtime/auth/acl.js'

/** Everyone reads a profile, its user changes it. */
export const profileAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'create'), allow(everyone, 'view')],
  item: [allow(group('admin')), allow(callable('user_profile'), 'delete', 'update'), allow(everyone, 'view')],
})

/** Everyone reads, those who are logged in create, owners change. */
export const storyAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'options', 'view'), allow(authenticated, 'create')],
  item: [
    allow(group('admin')),
    allow(callable('item_owner'), 'delete', 'update'),
    allow(everyone, 'options', 'view'),
  ],
})

/** Everyone reads, users change what is theirs. */
export const userAcl = accessRules({
  collection: [allow(group('admin')), allow(everyone, 'view')],
  item: [allow(group('admin')), allow(callable('user_self'), 'delete', 'update'), allow(everyone, 'view')],
})
