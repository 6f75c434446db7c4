import { NotImplemented, registry } from '../generated/index.js'

/**
 * GET /reports/monthly
 *
 * The statistics of a month.
 */
registry.action('get_reports_monthly', async ({ query, user, models, request, reply }) => {
  throw new NotImplemented()
})
