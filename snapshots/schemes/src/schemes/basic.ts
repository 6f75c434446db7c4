import { NotImplemented, registry } from '../generated/index.js'

/**
 * Returns the user whom credentials of the scheme basic (Basic Authentication) identify, or undefined if they
 * are invalid.
 * `credentials` contains the username and the password. `scopes` contains the scopes that the route requires.
 * All arguments: `({ request, credentials, scopes, models, user }) => …`. `user` is the user whom another scheme
 * has identified, if both are required.
 */
registry.scheme('basic', async ({ credentials }) => {
  throw new NotImplemented()
})
