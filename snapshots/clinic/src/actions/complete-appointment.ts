import { NotImplemented, registry } from '../generated/index.js'

/** POST /appointments/{id}/complete */
registry.action('complete_appointment', async ({ params, item, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
