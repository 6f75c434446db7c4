import { registry } from '../generated/index.js'

/** Runs after_set and before_set on Story and after_set and before_set on User. It is given the event: `async (event) => { … }`. */
registry.add('note_set', async () => {})
