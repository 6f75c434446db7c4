import { registry } from '../generated/index.js'

/** Runs after_index and after_show on Story. */
registry.add('count_words', async (event) => {
  // The response body: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
