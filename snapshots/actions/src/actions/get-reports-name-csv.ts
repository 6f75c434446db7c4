import { NotImplemented, registry } from '../generated/index.js'

/** GET /reports/{name}.csv */
registry.action('get_reports_name_csv', async ({ params, user, models, request, reply }) => {
  throw new NotImplemented()
})
