import { registry } from '../generated/index.js'

/** Runs before_create on Story. */
registry.add('set_item_owner', async (event) => {
  // …
})
