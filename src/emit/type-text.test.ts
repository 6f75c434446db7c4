import { expect, test } from 'vitest'
import type { JsonSchema } from '../ir/index.js'
import { format } from './format.js'
import { emptyService } from '../testing/fake-stages.js'
import { Imports } from './imports.js'
import { typeText } from './type-text.js'

const inner: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'string' }, b: {} },
  required: ['a', 'c'],
}

test.each<[JsonSchema, string]>([
  [{}, 'Json'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null', 'number'] }, 'string | null | number'],
  [{ enum: ['one', "it's", null, 3] }, `'one' | "it's" | null | 3`],
  [{ enum: [{ a: 1 }] }, '{ a: 1 }'],
  [{ enum: [] }, 'never'],
  [{ type: 'array' }, '(Json)[]'],
  [{ type: ['array', 'null'], items: { type: ['boolean', 'null'] } }, '(boolean | null)[] | null'],
  [{ type: 'array', items: [{ type: 'string' }] }, 'Json[]'],
  [{ type: 'object' }, '{}'],
  [{ type: 'object', additionalProperties: true }, 'Record<string, Json>'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
  [{ patternProperties: { '^a': { type: 'string' } } }, 'Record<string, Json>'],
  [inner, '{ a: string b?: Json }'],
  [{ ...inner, additionalProperties: { type: 'number' } }, '{ a: string b?: Json } & Record<string, Json>'],
  [{ anyOf: [{ type: 'string' }, inner] }, 'string | { a: string b?: Json }'],
  [{ allOf: [inner, { type: 'null' }] }, '({ a: string b?: Json }) & (null)'],
  [{ type: 'object', properties: { hasOwnProperty: { type: 'string' } } }, '{ hasOwnProperty?: string }'],
  [{ $ref: '#/definitions/a' }, 'Json'],
  [{ not: { type: 'string' } }, 'Json'],
  [{ tsType: 'evil()', title: 'Evil' }, 'Json'],
])('%j is %s', (schema, type) => {
  expect(
    typeText(schema, new Imports('models/thing.ts', emptyService('Things'))).replaceAll(/\s+/g, ' '),
  ).toBe(type)
})

test('properties are optional unless they are required, and descriptions become comments', async () => {
  const properties = { 'odd-name': { type: 'string' }, n: { description: 'How\nmany' } }
  const text = `type Thing = ${typeText({ type: 'object', properties, required: ['n'] }, new Imports('models/thing.ts', emptyService('Things')))}`
  expect(await format('a.ts', text)).toBe(
    "type Thing = {\n  'odd-name'?: string\n  /** How many */\n  n: Json\n}\n",
  )
})

test('a description cannot end its comment', () => {
  const text = typeText(
    { properties: { a: { type: 'string', description: '*/ evil() /*' } } },
    new Imports('models/thing.ts', emptyService('Things')),
  )
  expect(text).not.toContain('*/ evil')
})
