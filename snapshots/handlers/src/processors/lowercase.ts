import { registry } from '../generated/index.js'

/**
 * Returns the value to store in User.email and User.username.
 * All arguments: `(newValue, { instance, field, params, request, model, event }) => …`.
 */
registry.add('lowercase', (newValue) => newValue)
