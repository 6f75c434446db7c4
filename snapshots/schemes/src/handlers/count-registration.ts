import { registry } from '../generated/index.js'

/** Runs after_register on User. */
registry.add('count_registration', async (event) => {
  // The response body: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
