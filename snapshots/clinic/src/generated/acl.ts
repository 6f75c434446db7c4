import { accessRules, allow, authenticated } from './runtime/auth/acl.js'

/** The rules of acl. */
export const acl = accessRules({
  collection: [allow(authenticated)],
  item: null,
})
