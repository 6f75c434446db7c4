import { NotImplemented, registry } from '../generated/index.js'

/** POST /patients/{id}/attachments */
registry.action(
  'upload_attachment',
  async ({ params, body, item, user, models, request, reply, respond }) => {
    throw new NotImplemented()
  },
)
