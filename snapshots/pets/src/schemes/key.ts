import { NotImplemented, registry } from '../generated/index.js'

/**
 * Returns the user whom credentials of the scheme key (apiKey) identify, or undefined if they are invalid.
 * `credentials` contains the values that the request has of session (cookie). `scopes` contains the scopes that
 * the route requires.
 * All arguments: `({ request, credentials, scopes, models, user }) => …`. `user` is the user whom another scheme
 * has identified, if both are required.
 */
registry.scheme('key', async ({ credentials }) => {
  throw new NotImplemented()
})
