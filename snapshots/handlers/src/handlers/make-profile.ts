import { registry } from '../generated/index.js'

/** Runs after_register on User. It is given the event: `async (event) => { … }`. */
registry.add('make_profile', async () => {})
