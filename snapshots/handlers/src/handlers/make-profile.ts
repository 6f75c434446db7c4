import { registry } from '../generated/index.js'

/** Runs after_register on User. */
registry.add('make_profile', async (event) => {
  // …
})
