import { NotImplemented, registry } from '../generated/index.js'

/**
 * GET /notes/{id}/title
 *
 * Returns the title of a note that the caller can view.
 */
registry.action('get_notes_id_title', async ({ params, item, user, models, request, reply }) => {
  throw new NotImplemented()
})
