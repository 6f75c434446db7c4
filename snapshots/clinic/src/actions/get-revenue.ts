import { NotImplemented, registry } from '../generated/index.js'

/** GET /reports/revenue */
registry.action('get_revenue', async ({ query, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
