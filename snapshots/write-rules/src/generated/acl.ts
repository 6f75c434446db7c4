import { accessRules, allow, authenticated } from './runtime/auth/acl.js'

/** The rules of open_acl. */
export const openAcl = accessRules({
  collection: [allow(authenticated)],
  item: [allow(authenticated)],
})
