import { registry } from '../generated/index.js'

/** Runs after_set and before_set on Story and User. */
registry.add('note_set', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // The response body: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
