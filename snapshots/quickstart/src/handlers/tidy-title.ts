import { registry } from '../generated/index.js'

/** Runs before_create on Story. It is given the event: `async (event) => { … }`. */
registry.add('tidy_title', async () => {})
