import { registry } from '../generated/index.js'

/** Runs after_set and before_set on Story and User. */
registry.add('note_set', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // The body of the response: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
