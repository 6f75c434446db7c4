import { NotImplemented, registry } from '../generated/index.js'

/**
 * GET /pets
 *
 * List pets
 */
registry.action('list_pets', async ({ query, headers, cookies, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
