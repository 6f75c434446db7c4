import { expect, test } from 'vitest'
import type { JsonSchema } from '../ir/index.js'
import { format } from './format.js'
import { emptyService } from '../testing/fake-stages.js'
import { Imports } from './imports.js'
import { schemaType, withSchemaTypes } from './schema-types.js'

async function typeOf(schema: JsonSchema): Promise<string> {
  const service = emptyService('Things')
  const placeholder = schemaType(schema, new Imports('models/thing.ts', service))
  return (await withSchemaTypes(service))(placeholder)
}

const formatted = async (schema: JsonSchema): Promise<string> => {
  const text = await format('a.ts', `type Thing = ${await typeOf(schema)}`)
  return text
    .replaceAll(/\s+/g, ' ')
    .replace(/^type Thing = (?:\| )?/, '')
    .trim()
}

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
  [{ const: 'card' }, `'card'`],
  [{ const: null }, 'null'],
  [{ const: { $ref: '#/definitions/T99' } }, "{ $ref: '#/definitions/T99' }"],
  [{ enum: [{ $ref: '/etc/hosts' }, 'a', [1]] }, "{ $ref: '/etc/hosts' } | 'a' | [1]"],
  [{ type: 'array', items: { enum: ['a', { b: 1 }] } }, "('a' | { b: 1 })[]"],
  [{ enum: [] }, 'never'],
  [{ type: 'array' }, 'Json[]'],
  [{ type: 'array', items: false }, 'never[]'],
  [{ type: 'array', minItems: 1, items: { type: 'string' } }, 'string[]'],
  [{ type: ['array', 'null'], items: { type: ['boolean', 'null'] } }, '(boolean | null)[] | null'],
  [
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
    '[string, number]',
  ],
  [{ prefixItems: [{ type: 'string' }] }, '[] | [string, ...Json[]]'],
  [{ type: 'object' }, '{ [k: string]: Json }'],
  [{ type: 'object', additionalProperties: false }, '{}'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [k: string]: string }'],
  [{ patternProperties: { '^a*/': { type: 'string' } } }, '{ [k: string]: string }'],
  [
    { patternProperties: { '^a': { type: 'string' } }, additionalProperties: { type: 'number' } },
    '{ [k: string]: string | number }',
  ],
  [inner, '{ a: string b?: Json c: Json }'],
  [{ ...inner, additionalProperties: { type: 'number' } }, '{ a: string b?: Json } & { [k: string]: Json }'],
  [
    {
      ...inner,
      then: { properties: { d: { type: 'string' }, a: { const: 'x' } } },
      else: { properties: { d: { type: 'number' } }, then: { properties: { e: { type: 'boolean' } } } },
      dependentSchemas: { a: { properties: { f: { type: 'string' } }, required: ['f'] } },
    },
    '{ a: string b?: Json d?: string | number e?: boolean f?: string c: Json }',
  ],
  [
    { ...inner, additionalProperties: false, then: { properties: { d: {} }, required: ['d'] } },
    '{ a: string b?: Json }',
  ],
  [{ anyOf: [{ type: 'string' }, inner] }, 'string | { a: string b?: Json c: Json }'],
  [
    {
      allOf: [
        inner,
        { properties: { kind: { const: 'x' } }, required: ['kind'] },
        { type: 'object', required: ['b'] },
      ],
    },
    "{ a: string b?: Json c: Json } & { kind: 'x' } & { [k: string]: Json }",
  ],
  [{ type: 'object', properties: { hasOwnProperty: { type: 'string' } } }, '{ hasOwnProperty?: string }'],
  [
    { type: 'object', properties: { extends: {}, const: {}, $id: {} } },
    '{ extends?: Json const?: Json $id?: Json }',
  ],
  [{ type: 'object', properties: { '[k: string]': { type: 'string' } } }, "{ '[k: string]'?: string }"],
  [{ $ref: '#/definitions/a' }, 'Json'],
  [{ not: { type: 'string' } }, 'Json'],
  [{ tsType: 'evil()', tsEnumNames: ['evil()'], title: 'Evil' }, 'Json'],
  [
    { type: 'object', properties: { a: { type: 'string', title: 'Evil', tsType: 'evil()' } } },
    '{ a?: string }',
  ],
])('%j is %s', async (schema, type) => {
  expect(await formatted(schema)).toBe(type)
})

test('properties are optional unless they are required, and descriptions become comments', async () => {
  const properties = { 'odd-name': { type: 'string', deprecated: true }, n: { description: 'How\nmany' } }
  const text = `type Thing = ${await typeOf({ type: 'object', properties, required: ['n'] })}`
  expect(await format('a.ts', text)).toBe(
    "type Thing = {\n  /** @deprecated */\n  'odd-name'?: string\n  /** How many */\n  n: Json\n}\n",
  )
})

test.each([
  '*/ evil() /*',
  '\nexport type T0 = evil()',
  '\u2028export type T0 = evil()',
  '"`${evil()}',
  '\\',
  '\u2028k22002b006500760069006c0028002900: ',
])('a description or a name %j cannot become code', async (hostile) => {
  const schema = {
    type: 'object',
    properties: { a: { enum: [hostile], description: hostile }, [hostile]: { type: 'string' } },
  }
  const text = await format('a.ts', `type Thing = ${await typeOf(schema)}`)
  expect(text.replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\/\*[^]*?\*\//g, '')).not.toContain('evil')
})

test('types of many schemas are written in one call, in any order', async () => {
  const service = emptyService('Things')
  const imports = new Imports('models/thing.ts', service)
  const placeholders = ['a', 'b', 'a'].map((name) => schemaType({ const: name }, imports))
  expect((await withSchemaTypes(service))(placeholders.join(' '))).toBe('"a" "b" "a"')
})
