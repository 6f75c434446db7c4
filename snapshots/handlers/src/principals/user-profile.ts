import { registry } from '../generated/index.js'

/**
 * Returns the access rules for a caller, such as `allow everyone view`, or undefined if there are none.
 * Used in profile_acl.
 * All arguments: `({ ace, request, user, item, models }) => …`.
 */
registry.add('user_profile', () => undefined)
