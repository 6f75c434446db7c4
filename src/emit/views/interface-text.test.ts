import { compile } from 'json-schema-to-typescript'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../ir/index.js'
import { format } from '../format.js'
import { plainInterface } from './interface-text.js'

const PLAIN: Readonly<Record<string, JsonSchema>> = {
  'odd-name': { type: 'string', maxLength: 3 },
  anything: {},
  choice: { enum: ['one', "it's", null, 3] },
  count: { type: 'integer', description: 'How many' },
  either: { type: ['number', 'string', 'null'] },
  flags: { type: ['array', 'null'], items: { type: ['boolean', 'null'] } },
  kinds: { type: 'array', items: { enum: ['a', 'b'] } },
  list: { type: 'array' },
}

test('plain properties come out as json-schema-to-typescript prints them', async () => {
  const schema = {
    type: 'object' as const,
    properties: PLAIN,
    required: ['count'],
    additionalProperties: false,
  }
  const byLibrary = await compile(JSON.parse(JSON.stringify(schema)), 'Thing', {
    bannerComment: '',
    format: false,
  })
  const own = plainInterface('Thing', Object.entries(PLAIN), new Set(['count']))
  expect(await format('a.ts', own ?? '')).toBe(await format('a.ts', byLibrary))
})

test.each([
  ['an object', { type: 'object' }],
  ['a reference', { $ref: '#/definitions/a' }],
  ['a list of objects', { type: 'array', items: { type: 'object' } }],
  ['one of several schemas', { oneOf: [{ type: 'string' }] }],
])('%s is left to the library', (_name, schema) => {
  expect(plainInterface('Thing', [['field', schema]], new Set())).toBeNull()
})

test('a description cannot end its comment', () => {
  const text = plainInterface('Thing', [['a', { type: 'string', description: '*/ evil() /*' }]], new Set())
  expect(text).not.toContain('*/ evil')
})
