import { NotImplemented, registry } from '../generated/index.js'

/** POST /password-reset/confirm */
registry.action('post_password_reset_confirm', async ({ body, user, models, request, reply }) => {
  throw new NotImplemented()
})
