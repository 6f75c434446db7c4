import { registry } from '../generated/index.js'

/** Runs after_set and before_set on Story and after_set and before_set on User. */
registry.add('note_set', async (event) => {
  // …
})
