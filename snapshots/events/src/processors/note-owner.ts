import { registry } from '../generated/index.js'

/**
 * Returns the value to store in Story.owner.
 * More arguments: `(newValue, { instance, field, request, model, event }) => …`.
 */
registry.add('note_owner', (newValue) => newValue)
