import { registry } from '../generated/index.js'

/** Runs before_set on Story. */
registry.add('readonly_slug', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
