import { registry } from '../generated/index.js'

/** Gives the value to store for Story.title. What else it may need: `(newValue, { instance, field, request, model, event }) => …`. */
registry.add('note_again', (newValue) => newValue)
