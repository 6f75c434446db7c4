import { NotImplemented, registry } from '../generated/index.js'

/** POST /search */
registry.action('post_search', async ({ body, user, models, request, reply }) => {
  throw new NotImplemented()
})
