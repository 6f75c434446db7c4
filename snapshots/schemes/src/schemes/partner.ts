import { NotImplemented, registry } from '../generated/index.js'

/**
 * Returns the user whom credentials of the scheme partner (OAuth 2.0) identify, or undefined if they are
 * invalid.
 * Not called if partner.issuer is set. The service then verifies the tokens of that issuer.
 * `credentials` is the text after the scheme in the `Authorization` header. `scopes` contains the scopes that
 * the route requires.
 * All arguments: `({ request, credentials, scopes, models, user, caller }) => …`. `user` is the user whom
 * another scheme has identified, if both are required. `caller({ name: '…' })` makes a caller that is not a
 * stored user.
 */
registry.scheme('partner', async ({ credentials }) => {
  throw new NotImplemented()
})
