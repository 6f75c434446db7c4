import { accessRules, allow, everyone } from './runtime/auth/acl.js'

/** The rules of open. */
export const openAcl = accessRules({
  collection: [allow(everyone)],
  item: [allow(everyone)],
})
