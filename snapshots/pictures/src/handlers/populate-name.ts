import { registry } from '../generated/index.js'

/** Runs before_create on Picture. It is given the event: `async (event) => { … }`. */
registry.add('populate_name', async () => {})
