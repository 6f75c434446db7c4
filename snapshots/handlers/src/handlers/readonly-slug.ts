import { registry } from '../generated/index.js'

/** Runs before_set on Story. */
registry.add('readonly_slug', async (event) => {
  // …
})
