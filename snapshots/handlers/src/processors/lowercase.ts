import { registry } from '../generated/index.js'

/** Gives the value to store for User.email and User.username. What else it may need: `(newValue, { instance, field, request, model, event }) => …`. */
registry.add('lowercase', (newValue) => newValue)
