import { NotImplemented, registry } from '../generated/index.js'

/**
 * Returns the user whom credentials of the scheme legacy (x-Legacy) identify, or undefined if they are invalid.
 * `credentials` contains the values that the request has of x-legacy-user (header) and legacy_token (query).
 * `scopes` contains the scopes that the route requires.
 * All arguments: `({ request, credentials, scopes, models, user, caller }) => …`. `user` is the user whom
 * another scheme has identified, if both are required. `caller({ name: '…' })` makes a caller that is not a
 * stored user.
 */
registry.scheme('legacy', async ({ credentials }) => {
  throw new NotImplemented()
})
