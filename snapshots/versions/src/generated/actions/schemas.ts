import type { JsonObject } from '../runtime/json.js'

/** The shared schemas to which parameters and bodies refer, by name. */
export const schemas: Readonly<Record<string, JsonObject>> = {
  Account: {
    properties: { id: { format: 'uuid', type: 'string' }, name: { type: 'string' } },
    required: ['name'],
    type: 'object',
  },
  Money: {
    properties: {
      amount: { minimum: 1, type: 'integer' },
      currency: { enum: ['EUR', 'USD'], type: 'string' },
    },
    required: ['amount', 'currency'],
    type: 'object',
  },
  Payment: { properties: { amount: { minimum: 1, type: 'integer' } }, required: ['amount'], type: 'object' },
}
