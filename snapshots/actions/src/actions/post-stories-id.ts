import { NotImplemented, registry } from '../generated/index.js'

/**
 * POST /stories/{id}
 *
 * Adds a line to the story.
 */
registry.action('post_stories_id', async ({ params, body, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
