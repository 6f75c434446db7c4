import { NotImplemented, registry } from '../generated/index.js'

/** PUT /users/{username}/avatar */
registry.action('put_users_username_avatar', async ({ params, body, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
