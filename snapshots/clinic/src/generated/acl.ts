import { accessRules, allow, anonymous, authenticated, deny } from './runtime/auth/acl.js'

/** The rules of acl. */
export const acl = accessRules({
  collection: [deny(anonymous), allow(authenticated)],
  item: null,
})
