import { registry } from '../generated/index.js'

/** Gives the value to store for User.passphrase. What else it may need: `(newValue, { instance, field, request, model, event }) => …`. */
registry.add('encrypt', (newValue) => newValue)
