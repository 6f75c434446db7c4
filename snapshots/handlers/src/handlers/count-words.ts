import { registry } from '../generated/index.js'

/** Runs after_index and after_show on Story. It is given the event: `async (event) => { … }`. */
registry.add('count_words', async () => {})
