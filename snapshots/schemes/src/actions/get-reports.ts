import { NotImplemented, registry } from '../generated/index.js'

/** GET /reports */
registry.action('get_reports', async ({ user, models, request, reply }) => {
  throw new NotImplemented()
})
