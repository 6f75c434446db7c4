import { registry } from '../generated/index.js'

/**
 * Returns the value to store in User.passphrase.
 * All arguments: `(newValue, { instance, field, params, request, model, event }) => …`.
 */
registry.add('encrypt', (newValue) => newValue)
