import { registry } from '../generated/index.js'

/** Runs before_set on Picture. */
registry.add('readonly_url', async (event) => {
  // …
})
