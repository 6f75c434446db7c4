import { registry } from '../generated/index.js'

/** Runs before_create on Session. It is given the event: `async (event) => { … }`. */
registry.add('class', async () => {})
