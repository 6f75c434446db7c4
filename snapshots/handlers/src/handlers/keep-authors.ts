import { registry } from '../generated/index.js'

/** Runs before_delete on User. It is given the event: `async (event) => { … }`. */
registry.add('keep_authors', async () => {})
