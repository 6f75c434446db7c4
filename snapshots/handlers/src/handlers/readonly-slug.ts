import { registry } from '../generated/index.js'

/** Runs before_set on Story. It is given the event: `async (event) => { … }`. */
registry.add('readonly_slug', async () => {})
