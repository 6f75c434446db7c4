import { registry } from '../generated/index.js'

/**
 * Returns the value to store in Story.title.
 * All arguments: `(newValue, { instance, field, params, request, model, event }) => …`.
 */
registry.add('note_again', (newValue) => newValue)
