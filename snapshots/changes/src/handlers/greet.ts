import { registry } from '../generated/index.js'

/** Runs after_create on Task. */
registry.add('greet', async (event) => {
  // The response body: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
