import { NotImplemented, registry } from '../generated/index.js'

/** POST /stories/{id}/publish */
registry.action(
  'post_stories_id_publish',
  async ({ params, query, headers, item, user, models, request, reply }) => {
    throw new NotImplemented()
  },
)
