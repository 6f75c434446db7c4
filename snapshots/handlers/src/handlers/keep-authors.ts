import { registry } from '../generated/index.js'

/** Runs before_delete on User. */
registry.add('keep_authors', async (event) => {
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
