import { registry } from '../generated/index.js'

/** Runs before_create on Picture. */
registry.add('validate_url_present', async (event) => {
  // …
})
