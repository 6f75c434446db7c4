import { registry } from '../generated/index.js'

/** Runs before_create on Session. */
registry.add('class', async (event) => {
  // …
})
