import { NotImplemented, registry } from '../generated/index.js'

/**
 * POST /notes/{id}/publish
 *
 * Publishes a note that the caller can view.
 */
registry.action('post_notes_id_publish', async ({ params, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
