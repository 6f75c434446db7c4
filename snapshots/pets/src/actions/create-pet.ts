import { NotImplemented, registry } from '../generated/index.js'

/** POST /pets */
registry.action('create_pet', async ({ body, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
