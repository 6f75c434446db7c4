import { registry } from '../generated/index.js'

/** Runs before_register on User. */
registry.add('refuse_registration', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
