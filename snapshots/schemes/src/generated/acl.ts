import { accessRules, allow, authenticated, everyone, group } from './runtime/auth/acl.js'

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

/** The rules of notes_acl. */
export const notesAcl = accessRules({
  collection: [allow(group('admin')), allow(authenticated, 'create', 'view'), allow(everyone, 'options')],
  item: null,
})

/** The rules of users_acl. */
export const usersAcl = accessRules({
  collection: [allow(group('admin'))],
  item: [allow(group('admin'))],
})
