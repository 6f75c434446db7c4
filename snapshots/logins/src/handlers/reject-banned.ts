import { registry } from '../generated/index.js'

/** Runs before_login on User. */
registry.add('reject_banned', async (event) => {
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
