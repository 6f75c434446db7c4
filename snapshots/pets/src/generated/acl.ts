import { accessRules, allow, anonymous, authenticated, deny, everyone } from './runtime/auth/acl.js'

/** For routes without an ACL: every authenticated user can do anything. */
export const authenticatedAcl = accessRules({
  collection: [deny(anonymous), allow(authenticated)],
  item: [deny(anonymous), allow(authenticated)],
})

/** For routes without an ACL: everyone can do anything. */
export const everyoneAcl = accessRules({
  collection: [allow(everyone)],
  item: [allow(everyone)],
})
