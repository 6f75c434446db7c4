import { registry } from '../generated/index.js'

/**
 * Returns the value to store in Story.title.
 * All arguments: `(newValue, { instance, field, request, model, event }) => …`.
 */
registry.add('note_again', (newValue) => newValue)
