import { registry } from '../generated/index.js'

/** Runs before_delete_many on Book. */
registry.add('check_reason', async (event) => {
  // To limit what is selected: event.restrict({ name: 'value' }).
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
