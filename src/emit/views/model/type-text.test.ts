import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../ir/index.js'
import { format } from '../../format.js'
import { interfaceText, typeText } from './type-text.js'

const inner: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'string' }, b: {} },
  required: ['a', 'c'],
}

test.each<[JsonSchema, string]>([
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null', 'number'] }, 'string | null | number'],
  [{ enum: ['one', "it's", null, 3] }, `'one' | "it's" | null | 3`],
  [{ enum: [{ a: 1 }] }, '{ a: 1 }'],
  [{ enum: [] }, 'never'],
  [{ type: 'array' }, '(unknown)[]'],
  [{ type: ['array', 'null'], items: { type: ['boolean', 'null'] } }, '(boolean | null)[] | null'],
  [{ type: 'array', items: [{ type: 'string' }] }, 'unknown[]'],
  [{ type: 'object' }, '{}'],
  [{ type: 'object', additionalProperties: true }, '{ [k: string]: unknown }'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [k: string]: string }'],
  [{ patternProperties: { '^a': { type: 'string' } } }, '{ [k: string]: unknown }'],
  [inner, '{ a: string b?: unknown }'],
  [{ ...inner, additionalProperties: { type: 'number' } }, '{ a: string b?: unknown [k: string]: unknown }'],
  [{ anyOf: [{ type: 'string' }, inner] }, 'string | { a: string b?: unknown }'],
  [{ allOf: [inner, { type: 'null' }] }, '({ a: string b?: unknown }) & (null)'],
  [{ type: 'object', properties: { hasOwnProperty: { type: 'string' } } }, '{ hasOwnProperty?: string }'],
  [{ $ref: '#/definitions/a' }, 'unknown'],
  [{ not: { type: 'string' } }, 'unknown'],
  [{ tsType: 'evil()', title: 'Evil' }, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(typeText(schema).replaceAll(/\s+/g, ' ')).toBe(type)
})

test('optional properties and descriptions are part of an interface', async () => {
  const text = interfaceText('Thing', { 'odd-name': { type: 'string' }, n: { description: 'How\nmany' } }, [
    'n',
  ])
  expect(await format('a.ts', text)).toBe(
    "export interface Thing {\n  'odd-name'?: string\n  /**\n   * How many\n   */\n  n: unknown\n}\n",
  )
})

test('a description cannot end its comment', () => {
  const text = interfaceText('Thing', { a: { type: 'string', description: '*/ evil() /*' } }, [])
  expect(text).not.toContain('*/ evil')
})
