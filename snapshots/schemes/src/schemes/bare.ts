import { NotImplemented, registry } from '../generated/index.js'

/**
 * Returns the user whom credentials of the scheme bare (x-Bare) identify, or undefined if they are invalid.
 * `credentials` is the `Authorization` header. `scopes` contains the scopes that the route requires.
 * All arguments: `({ request, credentials, scopes, models, user, caller }) => …`. `user` is the user whom
 * another scheme has identified, if both are required. `caller({ name: '…' })` makes a caller that is not a
 * stored user.
 */
registry.scheme('bare', async ({ credentials }) => {
  throw new NotImplemented()
})
