import { registry } from '../generated/index.js'

/** Runs before_create on Invoice. */
registry.add('number_invoice', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
