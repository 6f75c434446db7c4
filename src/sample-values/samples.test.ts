import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { JsonSchema, Model } from '../ir/index.js'
import { analyzePath } from '../testing/analyze-files.js'
import { field } from '../testing/sample-service.js'
import { constrained } from '../testing/stored-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { corpusApis, corpusPath, ramlFilesBelow } from '../testing/corpus.js'
import { patternText } from './pattern-text.js'
import { sampleBody, sampleField } from './sample-body.js'
import { checkedSample, sampleNumber, sampleValue } from './sample-value.js'

const anyLength = { shortest: 0, longest: Infinity }

describe('a string for a pattern', () => {
  it.each([
    '^[a-z]{3,}$',
    '^\\d{4}-\\d{2}$',
    '^\\+?[0-9 ]{7,15}$',
    '^#[0-9a-fA-F]{6}$',
    '^[^a-z0-9]+$',
    '[A-Z]',
    '^.+@.+\\..+$',
    '^(?!admin)[a-z]+$',
  ])('matches %s', (pattern) => {
    const [first = '', second = ''] = [1, 2].map((n) => patternText(pattern, anyLength, n))
    expect(first).toMatch(new RegExp(pattern, 'u'))
    expect(second).toMatch(new RegExp(pattern, 'u'))
    expect(patternText(pattern, anyLength, 1)).toBe(first)
  })

  it('has an allowed length', () => {
    expect(patternText('^[a-z]*$', { shortest: 5, longest: 8 }, 1)).toHaveLength(5)
    expect(patternText('^[a-z]{9}$', { shortest: 0, longest: 8 }, 1)).toBeUndefined()
  })
})

describe('a number', () => {
  it.each([
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.01],
    [{ type: 'integer', minimum: 10 }, 10],
    [{ type: 'integer', maximum: -5 }, -5],
    [{ type: 'integer', multipleOf: 5, minimum: 7 }, 10],
    [{ type: 'number', multipleOf: 0.5 }, 1],
    [{ type: 'number', multipleOf: 0.05, exclusiveMinimum: 0.1, exclusiveMaximum: 0.2 }, 0.15],
    [{ type: 'integer', multipleOf: 7, minimum: -10, exclusiveMaximum: -5 }, -7],
    [{ type: 'integer' }, 1],
  ])('is within the bounds of %j', (schema, expected) => {
    expect(sampleNumber(schema, 1)).toBe(expected)
  })

  it('is undefined if no number is within the bounds', () => {
    expect(sampleNumber({ type: 'integer', minimum: 2, maximum: 1 }, 1)).toBeUndefined()
  })
})

it('of a decimal that is text has the form that a pattern wants', () => {
  const total = constrained(field('total', 'decimal'), { scale: 2 })
  const sample = (pattern: string): unknown =>
    sampleField(total, { type: 'string', pattern }, { root: {}, name: 'total', n: 1 })
  expect(['^\\d+\\.\\d{2}$', '^\\d+$', '^x$'].map(sample)).toEqual(['1.00', '1', undefined])
})

it.each(['decimal', 'big_integer'] as const)(
  'of a list of items of type %s that are text has digits',
  (itemType) => {
    const sizes = constrained(field('sizes', 'list'), { itemType })
    const schema = { type: 'array', items: { type: 'string' }, minItems: 2 }
    expect(sampleField(sizes, schema, { root: {}, name: 'sizes', n: 1 })).toEqual(['1', '2'])
  },
)

it.each([
  [{ type: 'string', minLength: 4_000_000_000 }],
  [{ type: 'string', pattern: '^x+$', minLength: 300_000_000 }],
  [{ type: 'string', format: 'uri', minLength: 1_000_000_000 }],
  [{ type: 'array', minItems: 1_000_000_000 }],
  [{ type: 'object', minProperties: 1_000_000_000 }],
])('is undefined if every value of a schema is huge: %j', (schema) => {
  expect(checkedSample(schema, {})).toBeUndefined()
})

it('ignores examples in a schema that violate it', () => {
  const color = { type: 'string', examples: [7] }
  expect(checkedSample({ type: 'object', properties: { color } }, {})).toEqual({ color: 'color-1' })
})

it('ignores examples in the parts of a dict that violate it', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'api.yaml')
  writeFileSync(
    path,
    `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get: { responses: { 200: { description: OK } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, responses: { 201: { description: OK } } }
components:
  schemas:
    Thing:
      type: object
      x-stored: true
      properties:
        id: { type: integer, readOnly: true }
        facts: { type: object, required: [year], properties: { year: { type: string, examples: [2019] } } }
`,
  )
  const [model] = analyzePath(path).service.models
  expect(model && sampleBody(model, 1)?.stored).toEqual({ facts: { year: 'year-1' } })
})

describe('a sample for a schema with combinations', () => {
  const sample = (schema: JsonSchema): unknown => sampleValue(schema, { root: {}, name: 'code', n: 1 })

  it.each<[JsonSchema, unknown]>([
    [
      { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^[A-Z]+$' }] },
      expect.stringMatching(/^[A-Z]{3,}$/),
    ],
    [{ type: 'string', anyOf: [{ type: 'string', pattern: '(?!)' }, { enum: ['b'] }] }, 'b'],
    [{ type: 'integer', oneOf: [{ minimum: 5 }, { minimum: 3 }] }, 3],
    [{ allOf: [{ type: 'object', required: ['a'] }, { properties: { a: { type: 'integer' } } }] }, { a: 1 }],
    [{ type: 'integer', not: { enum: [2] } }, 1],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }, { a: 1 }],
    [{ type: 'array', items: { type: 'integer', not: { minimum: 0 } } }, []],
  ])('satisfies %j', (schema, expected) => {
    expect(sample(schema)).toEqual(expected)
  })

  it.each<JsonSchema>([
    { type: 'integer', not: { minimum: 0 } },
    { type: 'array', minItems: 1, items: { type: 'integer', not: { minimum: 0 } } },
    { type: 'object', required: ['a'], additionalProperties: false },
    { type: 'string', allOf: [{ enum: ['a'] }, { enum: ['b'] }] },
    { type: 'string', allOf: [{ $ref: '#/nowhere' }] },
  ])('is undefined if no valid value is found for %j', (schema) => {
    expect(sample(schema)).toBeUndefined()
  })
})

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))

/** Returns the models from all fixtures and from the corpus, each labeled with its file and name. */
function allModels(): [string, Model][] {
  return [...ramlFilesBelow(FIXTURES), ...corpusApis().map(corpusPath)].flatMap((path) =>
    (analyzePath(path).analysis?.service.models ?? []).map((model): [string, Model] => [
      `${path} ${model.id}`,
      model,
    ]),
  )
}

it.each([
  ['contain each other', 1000],
  ['contain the next one', 999],
])('exists for 1,000 schemas that %s', (_title, links) => {
  const refer = (to: number): JsonSchema => ({ $ref: `#/$defs/S${to % 1000}` })
  const $defs = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [
      `S${n}`,
      { type: 'object', required: ['id'], properties: { id: {}, ...(n < links && { next: refer(n + 1) }) } },
    ]),
  )
  for (const start of [0, 500, 1])
    expect(checkedSample({ oneOf: [{ type: 'null' }, refer(start)] }, { $defs })).toBeDefined()
})

describe('a sample body', () => {
  it.each(allModels())('satisfies the schema of %s', (_name, model) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ajvFormats.default(ajv, {
      formats: ['email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'date-time', 'date'],
    })
    const { required = [], ...rest } = model.schema
    const links = model.relations.map(({ name }) => name)
    const requiredFields = Array.isArray(required) ? required.filter((name) => !links.includes(name)) : []
    const validate = ajv.compile(rest)
    for (const n of [1, 2]) {
      const body = sampleBody(model, n)
      expect(body).not.toBeNull()
      const given = { ...body?.stored, ...body?.virtual }
      expect(Object.keys(given)).toEqual(expect.arrayContaining(requiredFields))
      validate(given)
      expect(validate.errors ?? []).toEqual([])
    }
  })
})
