import { registry } from '../generated/index.js'

/** Runs before_set on Picture. It is given the event: `async (event) => { … }`. */
registry.add('readonly_url', async () => {})
