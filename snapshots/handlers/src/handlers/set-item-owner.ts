import { registry } from '../generated/index.js'

/** Runs before_create on Story. It is given the event: `async (event) => { … }`. */
registry.add('set_item_owner', async () => {})
