import { expect, it } from 'vitest'
import type { Field, JsonSchema, Model } from '../ir/index.js'
import { field, model } from '../testing/sample-service.js'
import { checkedSchema } from './checked-schema.js'

function left(fields: readonly Field[], schema: JsonSchema): JsonSchema | undefined {
  const sample: Model = { ...model('Thing', [...fields]), schema }
  return checkedSchema(sample, {})
}

function property(given: Field, schema: JsonSchema, required: readonly string[] = []): unknown {
  const checked = left([field('id', 'id_field'), given], {
    type: 'object',
    properties: { [given.name]: schema },
    required,
  })
  return checked && Object(checked['properties'])[given.name]
}

function constrained(name: string, type: Field['type'], constraints: Partial<Field['constraints']>): Field {
  const plain = field(name, type)
  return { ...plain, constraints: { ...plain.constraints, ...constraints } }
}

it.each([
  ['a string', field('a'), { type: 'string', description: 'A' }],
  ['an optional string', field('a'), { type: ['string', 'null'] }],
  ['an integer', field('a', 'integer'), { type: 'number' }],
  ['a date', field('a', 'date'), { type: 'string', format: 'date' }],
  ['a text with its length', constrained('a', 'string', { maxLength: 5 }), { type: 'string', maxLength: 5 }],
  [
    'a choice',
    constrained('a', 'choice', { choices: ['x', 1] }),
    { enum: ['x', 1], type: ['string', 'integer'] },
  ],
  ['a list', constrained('a', 'list', { itemType: 'integer' }), { type: 'array', items: { type: 'number' } }],
  ['a decimal', field('a', 'decimal'), { type: ['string', 'number'] }],
])('nothing is left of %s', (_what, given, schema) => {
  expect(property(given, schema)).toBe(undefined)
})

it.each([
  ['an integer in a float', field('a', 'float'), { type: 'integer' }],
  ['another length', constrained('a', 'string', { maxLength: 5 }), { maxLength: 4 }],
  ['fewer choices', constrained('a', 'choice', { choices: ['x', 'y'] }), { enum: ['x'] }],
  ['a decimal that must be text', field('a', 'decimal'), { type: 'string' }],
  ['a decimal with a limit', field('a', 'decimal'), { type: ['string', 'number'], minimum: 1 }],
  ['another format', field('a'), { format: 'email' }],
  ['the length of a binary', constrained('a', 'binary', { maxLength: 5 }), { maxLength: 5 }],
  ['an integer with choices', constrained('a', 'integer', { choices: [1] }), { enum: [1] }],
  ['a virtual field', { ...field('a'), column: null, stored: false }, { type: 'string' }],
  ['any JSON', field('a', 'pickle'), { type: 'object' }],
])('what restricts %s is left', (_what, given, schema) => {
  expect(property(given, schema)).toEqual(schema)
})

it('null is checked if the name is required and the column accepts null', () => {
  expect(property(field('a'), { type: 'string' }, ['a'])).toEqual({ type: 'string' })
  expect(property(field('a'), { type: ['string', 'null'] }, ['a'])).toBe(undefined)
  expect(property(constrained('a', 'string', { required: true }), { type: 'string' }, ['a'])).toBe(undefined)
})

it('names are left if other keywords depend on them', () => {
  const properties = { a: { type: 'string' } }
  const additionalProperties = { type: 'integer' }
  expect(left([field('a')], { type: 'object', properties, additionalProperties })).toEqual({
    properties,
    additionalProperties,
  })
  expect(left([field('a')], { type: 'object', properties, minProperties: 1, title: 'T' })).toEqual({
    minProperties: 1,
  })
  const price = { a: { type: ['string', 'number'] } }
  const anyOf = [{ properties: { a: { maximum: 100 } } }]
  expect(left([field('id', 'id_field'), field('a', 'decimal')], { properties: price, anyOf })).toEqual({
    properties: price,
    anyOf,
  })
  const opens = { a: { type: 'string', format: 'time' } }
  expect(left([field('a', 'time')], { properties: opens, additionalProperties })).toEqual({
    properties: { a: { type: 'string' } },
    additionalProperties,
  })
})
