import { NotImplemented, registry } from '../generated/index.js'

/** GET /attachments/{id}/content */
registry.action('download_attachment', async ({ params, item, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
