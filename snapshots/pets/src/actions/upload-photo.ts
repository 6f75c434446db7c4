import { NotImplemented, registry } from '../generated/index.js'

/** PUT /pets/{petId} */
registry.action('upload_photo', async ({ params, body, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
