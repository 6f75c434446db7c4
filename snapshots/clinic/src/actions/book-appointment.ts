import { NotImplemented, registry } from '../generated/index.js'

/** POST /appointments */
registry.action('book_appointment', async ({ body, user, models, request, reply, respond }) => {
  throw new NotImplemented()
})
