import { NotImplemented, registry } from '../generated/index.js'

/** GET /pets/{petId} */
registry.action('get_pet', async ({ params, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
