import { registry } from '../generated/index.js'

/** Runs before_create on Picture. */
registry.add('populate_name', async (event) => {
  // …
})
