import { NotImplemented, registry } from '../generated/index.js'

/** POST /appointments/{id}/cancel */
registry.action('cancel_appointment', async ({ params, item, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
