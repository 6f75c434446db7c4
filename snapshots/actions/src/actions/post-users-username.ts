import { NotImplemented, registry } from '../generated/index.js'

/**
 * POST /users/{username}
 *
 * Sends a message to the user.
 */
registry.action('post_users_username', async ({ params, body, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
