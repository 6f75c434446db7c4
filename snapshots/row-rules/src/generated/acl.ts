import { accessRules, allow, everyone } from './runtime/auth/acl.js'

/** Rows are restricted by rules, not by routes. */
export const openAcl = accessRules({
  collection: [allow(everyone)],
  item: [allow(everyone)],
})
