import { expect, it } from 'vitest'
import { readApiKey } from './auth/api-keys.js'
import { BodyReader } from './body/reader.js'
import { parseBody } from './body/parser.js'
import type { PartRule } from './body/part-rules.js'
import { linearPatterns } from './body/patterns.js'
import { linearEnum } from './body/enums.js'
import { linearUniqueItems } from './body/unique-items.js'
import { HttpError } from './errors.js'
import { fieldParts } from './body/field-parts.js'
import { masked } from './contract/masks.js'
import { changedAttribute } from './http/attributes.js'
import type { Json } from './json.js'
import type { ModelSpec } from './model.js'
import { inputReader } from './operations/inputs.js'
import type { ParameterSpecs } from './operations/parameter-spec.js'
import { parameterCompiler } from './operations/parameters.js'
import { QueryReader } from './query/reader.js'
import { TRUSTED } from './query/parameters.js'
import type { FieldType } from './spec/field-types.js'
import { withRule } from './testing/rare-rules.js'
import { story, storyModels } from './testing/story-models.js'
import { checkValue, parseValue } from './values/values.js'
import { processorTime } from '../../src/testing/processor-time.js'

const MIB = 1 << 20

/** A quadratic algorithm takes minutes for these inputs, so the limit can be generous for slow machines. */
const BOUND_MS = 5_000

/** Runs work, which might reject its input, and returns the duration in milliseconds. */
function timeOf(work: () => unknown): number {
  const start = processorTime()
  try {
    work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
  return processorTime() - start
}

const TEXTS: Readonly<Record<string, string>> = {
  digits: '1'.repeat(MIB),
  'digits and a letter': `${'1'.repeat(MIB)}x`,
  'digits with dots': '1.'.repeat(MIB / 2),
  'a long fraction': `0.${'0'.repeat(MIB)}1x`,
  'zeros between digits': `1${'0'.repeat(MIB)}1`,
  'an exponent': `1e${'9'.repeat(MIB)}`,
  signs: '-'.repeat(MIB),
  spaces: ' '.repeat(MIB),
  'spaces and a letter': `${' '.repeat(MIB)}x`,
  'a date with a fraction': `2024-05-31T08:31:00.${'1'.repeat(MIB)}x`,
  colons: '1:'.repeat(MIB / 2),
  'hexadecimal digits': 'a'.repeat(MIB),
  base64: `${'QUJD'.repeat(MIB / 4)}=`,
  surrogates: '\u{1f600}'.repeat(MIB / 4),
  backslashes: '\\'.repeat(MIB),
  quotes: '"'.repeat(MIB),
  wildcards: 'a*'.repeat(MIB / 2),
}

const TYPES: readonly FieldType[] = [
  'id_field',
  'object_id',
  'string',
  'text',
  'integer',
  'big_integer',
  'float',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'time',
  'interval',
  'binary',
  'choice',
  'dict',
  'pickle',
]

it.each(Object.entries(TEXTS))('values of all types are read in linear time: %s', (_name, text) => {
  const slow = TYPES.filter((type) => {
    const list = withRule({ type: 'list', itemType: type })
    const value = withRule({ type, choices: ['a', 'b'] })
    const time = timeOf(() => {
      checkValue(value, text)
      parseValue(value, text)
      checkValue(list, [text])
    })
    return time > BOUND_MS
  })
  expect(slow).toEqual([])
})

const BODIES: Readonly<Record<string, string>> = {
  'one long number': `{"a":${'1'.repeat(MIB)}}`,
  'a long fraction': `{"a":0.${'0'.repeat(MIB)}1}`,
  'a malformed number': `{"a":${'1'.repeat(MIB)}.}`,
  'numbers that lose precision under a long name': `{"${'n'.repeat(MIB / 2)}":[${'0.12345678901234567,'.repeat(MIB / 40)}1]}`,
  'forbidden names under a long name': `{"${'n'.repeat(MIB / 2)}":[${'{"__proto__":1},'.repeat(MIB / 32)}1]}`,
  'deep lists': '['.repeat(MIB),
  'an unterminated string': `{"a":"${'\\\\'.repeat(MIB / 2)}`,
  'blanks only': ' '.repeat(MIB),
  'a name repeated many times': `{${'"a":1.5000000000000000001,'.repeat(MIB / 26)}"a":1}`,
}

it.each(Object.entries(BODIES))('a body is parsed in linear time: %s', (_name, text) => {
  expect(timeOf(() => parseBody(text, 32))).toBeLessThan(BOUND_MS)
})

const MODEL: ModelSpec = {
  ...story,
  keywords: [linearPatterns, linearUniqueItems, linearEnum],
  schema: {
    properties: {
      settings: {
        properties: {
          unique: { type: 'array', uniqueItems: true },
          numbers: { type: 'array', items: { type: 'integer' } },
          codes: { type: 'array', items: { enum: Array.from({ length: 9000 }, (_, n) => `code ${n}`) } },
          objects: { type: 'array', items: { enum: Array.from({ length: 3000 }, (_, n) => ({ n })) } },
        },
        additionalProperties: false,
      },
      ...Object.fromEntries(
        ['email', 'uri', 'hostname', 'ipv4', 'ipv6', 'uuid', 'date-time', 'regex', 'json-pointer', 'url'].map(
          (format) => [format, { type: 'string', format }],
        ),
      ),
      pattern: { type: 'string', pattern: '^[a-z]*[^!]*\\s+$' },
    },
  },
  additionalProperties: true,
}

const DOCUMENTS: Readonly<Record<string, Json>> = {
  'unique items': { settings: { unique: Array.from({ length: MIB / 8 }, (_, n) => ({ n })) } },
  'invalid items': { settings: { numbers: Array.from({ length: MIB / 4 }, () => 'x') } },
  'values of a long list': { settings: { codes: Array.from({ length: MIB / 12 }, () => 'code 8999') } },
  'values that are not in a long list': { settings: { codes: Array.from({ length: MIB / 4 }, () => 'x') } },
  'objects that are not in a list': {
    settings: { objects: Array.from({ length: MIB / 8 }, () => ({ n: -1 })) },
  },
  'unknown names': Object.fromEntries(Array.from({ length: MIB / 16 }, (_, n) => [`progres ${n}`, 1])),
  'invalid documents': Array.from({ length: MIB / 4 }, () => ({ nam: 1 })),
}

it.each(Object.entries(DOCUMENTS))('a document is validated in linear time: %s', (_name, document) => {
  const reader = new BodyReader(MODEL)
  expect(timeOf(() => reader.create(document))).toBeLessThan(BOUND_MS)
})

it('formats and patterns in a schema are checked in linear time', () => {
  const reader = new BodyReader(MODEL)
  const texts = [
    ...Object.values(TEXTS),
    'a.'.repeat(MIB / 2),
    'a-'.repeat(MIB / 2),
    `a@${'a.'.repeat(MIB / 2)}!`,
    '1:'.repeat(MIB / 2),
    `http://${'a'.repeat(MIB)}\\`,
    `http://${'a-'.repeat(MIB / 2)}\\`,
    `http://${'%41'.repeat(MIB / 4)}\\`,
    `a://${'a@'.repeat(MIB / 4)}\\`,
    `http://${'a:a@'.repeat(MIB / 4)}`,
  ]
  const slow: string[] = []
  for (const format of Object.keys(Object(MODEL.schema?.['properties'])))
    for (const text of texts) {
      const time = timeOf(() => reader.create({ [format]: text }))
      if (time > BOUND_MS) slow.push(`${format}: ${text.slice(0, 20)} ${time}`)
    }
  expect(slow).toEqual([])
})

it('updates a list in linear time', () => {
  const items = Array.from({ length: MIB / 16 }, (_, n) => `item ${n}`)
  const item = { tags: items }
  const body = [...items, ...items.map((each) => `-${each}`)]
  expect(timeOf(() => changedAttribute('tags', { type: 'list', column: 'tags' }, item, body))).toBeLessThan(
    BOUND_MS,
  )
})

it('keeps the parts of a dict that a PUT omits in linear time', () => {
  const name = 'settings'
  const rule: PartRule = { field: name, path: [[], 'level'], name: '/settings/*/level', readOnly: true }
  const stored = Object.fromEntries(Array.from({ length: MIB / 32 }, (_, n) => [`k${n}`, { level: n }]))
  const write = { name, fixed: new Set([rule]), keepsOmitted: true, rejected: new Set<string>() }
  let kept: Json | undefined
  expect(
    timeOf(() => {
      kept = fieldParts([rule]).checked({}, stored, write)
    }),
  ).toBeLessThan(BOUND_MS)
  expect(kept).toEqual(stored)
})

it('a mask of 16 KiB is read in linear time', () => {
  const mask = Array.from({ length: 3_000 }, (_, n) => `a.${n.toString(36)}`).join()
  expect(timeOf(() => masked({ a: {} }, mask, 'updateMask', ['a'], 32))).toBeLessThan(500)
})

/** Queries of at most 16 KiB, the maximum length of a URL. */
const QUERIES: readonly Readonly<Record<string, string | string[]>>[] = [
  { q: 'a-'.repeat(1_700) },
  { q: 'a:'.repeat(1_700) },
  { q: '"a'.repeat(1_700) },
  { q: '('.repeat(3_400) },
  { q: '\\'.repeat(3_401) },
  { q: `${'a'.repeat(3_400)}~` },
  { q: 'a*'.repeat(1_700) },
  { q: 'a b '.repeat(850) },
  { name: '[1 TO '.repeat(500) },
  { progress: '1'.repeat(16_000) },
  { progress__in: '1,'.repeat(8_000) },
  { _fields: 'progres,'.repeat(2_000) },
  { _sort: 'progres,'.repeat(2_000) },
  { _missing_: 'progres,'.repeat(2_000) },
  { _search_fields: Array.from({ length: 2_000 }, (_, n) => `progress${n}`).join(',') },
  { _fields: Array.from({ length: 2_000 }, (_, n) => `owner_na${n}`).join(',') },
  { _after: Buffer.from('['.repeat(12_000)).toString('base64url') },
  Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`_aggs.a${n}.tems`, '1'])),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`progress__l${n}`, '1'])),
]

it.each(QUERIES.map((query) => [JSON.stringify(query).slice(0, 40), query] as const))(
  'a query is read in linear time: %s',
  (_name, query) => {
    const limits = {
      maxLimit: 1000,
      maxTotal: 0,
      publicMaxLimit: 100,
      maxFilterLength: 3500,
      maxFilters: 50,
      maxSortKeys: 20,
      maxSearchTerms: 100,
      maxFuzzyTerms: 3,
    }
    const reader = new QueryReader(story, storyModels, limits)
    expect(timeOf(() => reader.list(query, TRUSTED))).toBeLessThan(500)
  },
)

it('an API key is read in linear time', () => {
  const size = 16 * 1024
  for (const header of [
    ' '.repeat(size),
    `${' '.repeat(size)}x`,
    ':'.repeat(size),
    `${'a:'.repeat(size / 2)}`,
  ])
    expect(timeOf(() => readApiKey(`ApiKey ${header}`))).toBeLessThan(500)
  expect(readApiKey('apikey   bob:x:token')).toEqual({ login: 'bob:x', token: 'token' })
  expect(readApiKey('ApiKey bob:')).toBeUndefined()
  expect(readApiKey('Basic bob:token')).toBeUndefined()
})

/** Returns the time in which an operation reads the query and the fields of a form. */
function timeOfInput(parameters: ParameterSpecs, given: Readonly<Record<string, string>>, defs = {}): number {
  const compile = parameterCompiler({ maxJsonDepth: 32 }, defs)
  const type = 'application/x-www-form-urlencoded'
  const read = inputReader({ query: parameters, bodies: { [type]: { form: parameters } } }, compile)
  const query = new URLSearchParams(Object.entries(given).slice(0, 1000)).toString()
  const request = Object({
    raw: { url: `/?${query}`, rawHeaders: [] },
    query: given,
    body: given,
    bodyFault: null,
    headers: { 'content-type': type, 'content-length': '1' },
    routeOptions: { url: '/' },
  })
  return timeOf(() => read(request))
}

const text = { type: 'string' }
const FIELDS: ParameterSpecs = {
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field_number_${n}`, { schema: text }])),
  place: { schema: { type: 'object', properties: { street: text, city: text } } },
  deep: { style: 'deepObject', schema: { type: 'object', additionalProperties: text } },
}

const manyNames = (count: number, name: (n: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), '1']))

it.each([
  ['unknown names', manyNames(MIB / 8, (n) => n.toString(36))],
  ['names that are nearly known', manyNames(MIB / 16, (n) => `field_nomber_${n}`)],
  ['names with percent signs', manyNames(MIB / 8, (n) => `%z${n}`)],
  ['members of an object', manyNames(MIB / 12, (n) => `deep[${n}]`)],
])('a form is read in linear time: %s', (_name, given) => {
  expect(timeOfInput(FIELDS, given)).toBeLessThan(BOUND_MS)
})

it('a nested object is read in linear time, whatever the alternatives of its schema', () => {
  const part = { $ref: '#/$defs/Part' }
  const alternatives = ['and', 'or', 'not'].map((name) => ({
    type: 'object',
    required: [name, 'missing'],
    properties: { all: part, [name]: part },
  }))
  const Part = { anyOf: [...alternatives, { type: 'array', items: part }, text] }
  const parameters = { filter: { style: 'deepObject', schema: part } } as const
  const given = manyNames(300, (n) => `filter${'[all]'.repeat(7)}[k${n}]`)
  expect(timeOfInput(parameters, given, { Part })).toBeLessThan(BOUND_MS / 2)
})
