import { registry } from '../generated/index.js'

/** Runs after_create, after_index and after_show on Book. */
registry.add('show_query', async (event) => {
  // The response body: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
