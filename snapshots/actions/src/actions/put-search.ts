import { NotImplemented, registry } from '../generated/index.js'

/** PUT /search */
registry.action('put_search', async ({ body, user, models, request, reply }) => {
  throw new NotImplemented()
})
