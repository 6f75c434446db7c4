import { registry } from '../generated/index.js'

/** Runs before_set on Picture. */
registry.add('readonly_url', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
