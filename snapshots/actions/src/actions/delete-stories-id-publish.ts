import { NotImplemented, registry } from '../generated/index.js'

/** DELETE /stories/{id}/publish */
registry.action('delete_stories_id_publish', async ({ params, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
