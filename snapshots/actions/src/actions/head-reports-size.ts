import { NotImplemented, registry } from '../generated/index.js'

/** HEAD /reports/size */
registry.action('head_reports_size', async ({ user, models, request, reply }) => {
  throw new NotImplemented()
})
