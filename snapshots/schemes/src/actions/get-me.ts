import { NotImplemented, registry } from '../generated/index.js'

/** GET /me */
registry.action('get_me', async ({ user, models, request, reply }) => {
  throw new NotImplemented()
})
