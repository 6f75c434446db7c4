import { registry } from '../generated/index.js'

/**
 * Returns the value to store in Story.owner.
 * All arguments: `(newValue, { instance, field, request, model, event }) => …`.
 */
registry.add('note_owner', (newValue) => newValue)
