import { registry } from '../generated/index.js'

/** Runs before_create on Story. */
registry.add('tidy_title', async (event) => {
  // …
})
