import type { JsonObject } from '../runtime/json.js'

/** The shared schemas to which parameters and bodies refer, by name. */
export const schemas: Readonly<Record<string, JsonObject>> = {
  Error: {
    properties: {
      errors: {
        items: { properties: { message: { type: 'string' }, path: { type: 'string' } }, type: 'object' },
        type: 'array',
      },
      message: { type: 'string' },
    },
    required: ['message'],
    type: 'object',
  },
  House: {
    properties: { inside: { $ref: '#/$defs/House' }, rooms: { const: 3, type: 'integer' } },
    type: 'object',
  },
  Identified: { properties: { id: { minimum: 1, type: 'integer' } }, required: ['id'], type: 'object' },
  Kind: { enum: ['cat', 'dog'], type: 'string' },
  NewPet: {
    dependentRequired: { tag: ['kind'] },
    properties: {
      born: { format: 'date', type: 'string' },
      home: { oneOf: [{ $ref: '#/$defs/House' }, { type: 'null' }] },
      kind: { $ref: '#/$defs/Kind' },
      mail: { type: 'string' },
      name: { minLength: 1, type: 'string' },
      tag: { type: ['string', 'null'] },
      weight: { exclusiveMinimum: 0, type: 'number' },
    },
    required: ['name'],
    type: 'object',
    unevaluatedProperties: false,
  },
  Pet: {
    allOf: [
      { $ref: '#/$defs/Identified' },
      {
        properties: {
          children: { items: { $ref: '#/$defs/Pet' }, type: 'array' },
          kind: { $ref: '#/$defs/Kind' },
          name: { minLength: 1, type: 'string' },
        },
        required: ['name'],
        type: 'object',
      },
    ],
  },
}
