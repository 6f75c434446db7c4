import { NotImplemented, registry } from '../generated/index.js'

/** GET /users/{username}/avatar */
registry.action('get_users_username_avatar', async ({ params, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
