import { NotImplemented, registry } from '../generated/index.js'

/** POST /users/{username}/stories/{id}/publish */
registry.action(
  'post_users_username_stories_id_publish',
  async ({ params, item, user, models, request, reply }) => {
    throw new NotImplemented()
  },
)
