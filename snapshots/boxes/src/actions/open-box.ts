import { NotImplemented, registry } from '../generated/index.js'

/** POST /boxes/{id}/open */
registry.action('open_box', async ({ params, body, item, models, request, reply, respond }) => {
  throw new NotImplemented()
})
