import fastify from 'fastify'
import { FaultList } from '../errors.js'
import { declaredParameters } from './declared-query.js'
import { inputReader } from './inputs.js'
import type { ParameterSpec, ParameterSpecs } from './parameter-spec.js'
import { expect, test } from 'vitest'
import type { ParameterLocation } from '../spec/parameters.js'
import { parameterCompiler, parameterReader, undeclaredReporter } from './parameters.js'

const compile = parameterCompiler({ maxJsonDepth: 4 })

function read(specs: ParameterSpecs, given: Given, location: ParameterLocation = 'form') {
  const errors: string[] = []
  const report = (name: string, message: string): number => errors.push(`${name} ${message}`)
  const values = new Map(Object.entries(given).map(([name, value]) => [name, [value].flat()]))
  const read = parameterReader(specs, location, compile)(values, report)
  undeclaredReporter(specs, compile)(values, report, new FaultList())
  return { values: read, errors }
}

type Given = Readonly<Record<string, string | object | (string | object)[]>>

const valid = (specs: ParameterSpecs, given: Given, location?: ParameterLocation) => {
  const { values, errors } = read(specs, given, location)
  expect(errors).toEqual([])
  return values
}
const errors = (specs: ParameterSpecs, given: Given) => read(specs, given).errors
const text = { type: 'string' }
const integer = { type: 'integer' }

test('converts values to their types', () => {
  const specs: ParameterSpecs = {
    text: { schema: text },
    number: { schema: { type: 'number' } },
    integer: { schema: integer },
    boolean: { schema: { type: 'boolean' } },
    omitted: { schema: text },
  }
  expect(valid(specs, { text: '007', number: '1.50', integer: '007', boolean: 'false' })).toEqual({
    text: '007',
    number: 1.5,
    integer: 7,
    boolean: false,
  })
  expect(errors(specs, { number: 'x', integer: '1.5', boolean: 'yes', text: '\0' })).toEqual([
    'text must not contain the character U+0000',
    'number must be number',
    'integer must be integer',
    'boolean must be boolean',
  ])
})

test.each([
  ['2015-05-23', '2015-05-23T00:00:00.000Z'],
  ['2015-05-23T07:16:33.5+02:00', '2015-05-23T05:16:33.500Z'],
  ['2015-05-23T07:16:33-0130', '2015-05-23T08:46:33.000Z'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
])('reads the date %s', (text, iso) => {
  expect(valid({ since: { schema: { type: 'string', format: 'http-date' } } }, { since: text })).toEqual({
    since: new Date(iso),
  })
})

test.each(['2015-02-30', '2015-13-01', '2015-05-23T25:00', 'Sun, 31 Feb 1994 08:49:37 GMT', 'today', ''])(
  'rejects the date "%s"',
  (text) => {
    expect(
      errors({ since: { schema: { type: 'string', format: 'http-date' } } }, { since: text }),
    ).toHaveLength(1)
  },
)

test('checks every constraint', () => {
  const specs: ParameterSpecs = {
    size: { schema: { type: 'integer', minimum: 1, maximum: 100 } },
    name: { schema: { type: 'string', minLength: 2, maxLength: 3 } },
    state: { schema: { type: 'string', enum: ['open', 'closed'] } },
    level: { schema: { type: 'string', enum: ['1', '2'] } },
    code: { schema: { type: 'string', pattern: '^[a-z]+$' } },
  }
  const given = { size: '1', name: '😀😀', state: 'open', level: '1', code: 'abc' }
  expect(valid(specs, given)).toEqual({ ...given, size: 1 })
  expect(errors(specs, { size: '101', name: 'a', state: 'x', level: '3', code: 'A' })).toEqual([
    'size must be <= 100',
    'name must not have fewer than 2 characters',
    'state must be one of open, closed',
    'level must be one of "1", "2"',
    'code must match pattern "^[a-z]+$"',
  ])
  expect(errors(specs, { size: '0', name: 'abcd' })).toHaveLength(2)
})

test('reports missing parameters that are required, and applies defaults', () => {
  expect(errors({ a: { schema: text, required: true } }, {})).toEqual(['a is required'])
  expect(valid({ a: { schema: { ...integer, default: 20 }, required: true } }, {})).toEqual({ a: 20 })
})

test('returns a list for a parameter that can be repeated, and rejects other repeated parameters', () => {
  const specs: ParameterSpecs = { tag: { schema: { type: 'array', items: integer } }, one: { schema: text } }
  expect(valid(specs, { tag: '1' })).toEqual({ tag: [1] })
  expect(valid(specs, { tag: ['1', '2'] })).toEqual({ tag: [1, 2] })
  expect(errors(specs, { tag: ['1', 'x'], one: ['a', 'b'] })).toEqual([
    'tag must be integer',
    'one must not be repeated',
  ])
})

test('accepts a value of any one of several declared types', () => {
  const specs: ParameterSpecs = { ref: { schema: { anyOf: [integer, { ...text, pattern: '^[a-z]+$' }] } } }
  expect(valid(specs, { ref: '7' })).toEqual({ ref: 7 })
  expect(valid(specs, { ref: 'x' })).toEqual({ ref: 'x' })
  expect(errors(specs, { ref: 'X' })).toEqual(['ref must be integer or must match pattern "^[a-z]+$"'])
})

test('converts the members of objects that consist of parts, or are one of several', () => {
  const kind = (name: string) => ({ required: ['kind'], properties: { kind: { const: name } } })
  const sized = { properties: { size: integer } }
  const named = { properties: { size: text } }
  const all = { type: 'object', allOf: [sized, { properties: { count: integer } }] }
  const either = { type: 'object', properties: { size: integer }, anyOf: [{ required: ['size'] }, kind('b')] }
  const chosen = {
    type: 'object',
    allOf: [
      { if: kind('a'), then: sized },
      { if: kind('b'), then: named },
    ],
  }
  const deep = (schema: ParameterSpec['schema'], given: Given) =>
    valid({ p: { schema, style: 'deepObject' } }, given)['p']
  expect(deep(all, { 'p[size]': '1', 'p[count]': '2' })).toEqual({ size: 1, count: 2 })
  expect(deep(either, { 'p[size]': '1', 'p[kind]': 'b' })).toEqual({ size: 1, kind: 'b' })
  expect(deep(chosen, { 'p[size]': '1', 'p[kind]': 'a' })).toEqual({ size: 1, kind: 'a' })
  expect(deep(chosen, { 'p[size]': '1', 'p[kind]': 'b' })).toEqual({ size: '1', kind: 'b' })
})

test('converts the members of an object whose names match a pattern', () => {
  const schema = {
    type: 'object',
    properties: { t: text },
    patternProperties: { '^n_': integer },
    additionalProperties: { type: 'boolean' },
  }
  const specs: ParameterSpecs = { o: { schema, style: 'deepObject', explode: true } }
  expect(valid(specs, { 'o[n_a]': '1', 'o[t]': '2', 'o[b]': 'true' }, 'query')).toEqual({
    o: { n_a: 1, t: '2', b: true },
  })
})

test('reports the member of an object that can also be another type', () => {
  const day = { ...text, format: 'date' }
  const p: ParameterSpec = {
    schema: { anyOf: [{ type: 'object', properties: { gte: day } }, day] },
    style: 'deepObject',
  }
  expect(errors({ p }, { 'p[gte]': 'x' })).toEqual(['p[gte] must match format "date"'])
  expect(errors({ p }, { p: 'x' })).toEqual(['p must be object or must match format "date"'])
})

test('reports undeclared parameters, and suggests a name', () => {
  expect(errors({ limit: { schema: integer } }, { limt: '1' })).toEqual([
    'limt unknown parameter (did you mean "limit"?)',
  ])
})

test('distinguishes files from text', () => {
  const file = { filename: 'a.txt', stream: null }
  const binary = { type: 'string', format: 'binary' }
  expect(valid({ photo: { schema: binary } }, { photo: file })).toEqual({ photo: file })
  expect(errors({ photo: { schema: binary }, name: { schema: text } }, { photo: 'x', name: file })).toEqual([
    'photo must be a file',
    'name must be text, not a file',
  ])
})

test('compiles a schema with a reference once, not for each request', () => {
  const shared = parameterCompiler({ maxJsonDepth: 4 }, { Size: { anyOf: [integer, { const: 'all' }] } })
  const schema = { $ref: '#/$defs/Size', description: 'The size.' }
  expect(shared.resolve(schema)).toBe(shared.resolve(schema))
  const read = parameterReader({ size: { schema } }, 'query', shared)
  expect(read(new Map([['size', ['7']]]), () => {})).toEqual({ size: 7 })
})

test('reads text for a schema that contains itself', () => {
  const shared = parameterCompiler({ maxJsonDepth: 4 }, { A: { anyOf: [{ $ref: '#/$defs/A' }, integer] } })
  const given = new Map([['a', ['x']]])
  expect(() =>
    parameterReader({ a: { schema: { $ref: '#/$defs/A' } } }, 'query', shared)(given, () => {}),
  ).not.toThrow(TypeError)
})

const list = { type: 'array', items: integer }
const point = { type: 'object', properties: { x: integer, y: integer } }

test.each<[string, ParameterLocation, ParameterSpec, Given, unknown]>([
  ['simple list', 'path', { schema: list }, { p: '1,2' }, [1, 2]],
  ['list in a header, with spaces', 'header', { schema: list }, { p: '1, 2' }, [1, 2]],
  ['encoded comma', 'path', { schema: { type: 'array', items: text } }, { p: 'a%2Cb,c' }, ['a,b', 'c']],
  ['encoded separators in a path', 'path', { schema: list }, { p: '1%2C2,3' }, [1, 2, 3]],
  ['encoded separators', 'query', { schema: list, explode: false }, { p: '1%2c2' }, [1, 2]],
  [
    'encoded comma of a joined list',
    'query',
    { schema: { type: 'array', items: text }, explode: false },
    { p: 'a%2Cb' },
    ['a,b'],
  ],
  ['simple object', 'path', { schema: point }, { p: 'x,1,y,2' }, { x: 1, y: 2 }],
  ['exploded simple object', 'path', { schema: point, explode: true }, { p: 'x=1,y=2' }, { x: 1, y: 2 }],
  ['label', 'path', { schema: integer, style: 'label' }, { p: '.5' }, 5],
  ['label list', 'path', { schema: list, style: 'label' }, { p: '.1,2' }, [1, 2]],
  ['exploded label list', 'path', { schema: list, style: 'label', explode: true }, { p: '.1.2' }, [1, 2]],
  ['matrix', 'path', { schema: integer, style: 'matrix' }, { p: ';p=5' }, 5],
  ['matrix list', 'path', { schema: list, style: 'matrix' }, { p: ';p=1,2' }, [1, 2]],
  [
    'exploded matrix list',
    'path',
    { schema: list, style: 'matrix', explode: true },
    { p: ';p=1;p=2' },
    [1, 2],
  ],
  ['form list', 'query', { schema: list }, { p: ['1', '2'] }, [1, 2]],
  ['joined form list', 'query', { schema: list, explode: false }, { p: '1,2' }, [1, 2]],
  ['form object', 'query', { schema: point }, { x: '1', y: '2' }, { x: 1, y: 2 }],
  ['joined form object', 'query', { schema: point, explode: false }, { p: 'x,1,y,2' }, { x: 1, y: 2 }],
  ['space', 'query', { schema: list, style: 'spaceDelimited', explode: false }, { p: '1%202' }, [1, 2]],
  ['pipe', 'query', { schema: list, style: 'pipeDelimited', explode: false }, { p: '1|2' }, [1, 2]],
  [
    'deep object',
    'query',
    { schema: point, style: 'deepObject' },
    { 'p[x]': '1', 'p[y]': '2' },
    { x: 1, y: 2 },
  ],
  [
    'deep list of objects',
    'query',
    { schema: { type: 'array', items: point }, style: 'deepObject' },
    { 'p[0][x]': '1', 'p[0][y]': '2', 'p[1][x]': '3' },
    [{ x: 1, y: 2 }, { x: 3 }],
  ],
  [
    'deep list',
    'query',
    { schema: { type: 'array', items: { type: 'integer' } }, style: 'deepObject' },
    { 'p[]': '1' },
    [1],
  ],
  ['JSON', 'query', { schema: point, isJson: true }, { p: '%7B%22x%22%3A1%7D' }, { x: 1 }],
])('reads the style of OpenAPI: %s', (_, location, spec, given, expected) => {
  expect(valid({ p: spec }, given, location)).toEqual({ p: expected })
})

test('reports each error of a list with encoded separators once', () => {
  const spec: ParameterSpec = { schema: list, explode: false }
  expect(read({ p: spec }, { p: '1%2Cx' }, 'query').errors).toEqual(['p must be integer'])
})

test('applies the default page start only to a query that has no start', async () => {
  const app = fastify()
  declaredParameters(app, compile)
  const filters: ParameterSpecs = {
    _limit: { schema: { ...integer, default: 5 } },
    _page: { schema: { ...integer, default: 0 } },
    _start: { schema: { ...integer, default: 0 } },
  }
  app.get('/', { config: { query: { filters } } }, ({ query }) => query)
  const queryOf = async (url: string): Promise<unknown> => (await app.inject(url)).json()
  expect(await queryOf('/')).toEqual({ _limit: '5', _start: '0' })
  expect(await queryOf('/?_page=2')).toEqual({ _limit: '5', _page: '2' })
  expect(await queryOf('/?_after=x&_limit=3')).toEqual({ _limit: '3', _after: 'x' })
})

test('names in brackets are decoded once', () => {
  const specs = {
    deep: { style: 'deepObject', schema: { type: 'object', additionalProperties: text } },
  } as const
  expect(valid(specs, { 'deep[%41]': '1' })).toEqual({ deep: { '%41': '1' } })
})

test.each([
  ['that is not described', {}],
  ['with further fields', { form: { note: { schema: text } }, isOpen: true }],
])('a form %s has no fields that would change the prototype of an object', (_name, spec) => {
  const type = 'application/x-www-form-urlencoded'
  const reader = inputReader({ bodies: { [type]: spec } }, compile)
  const body = (json: string) => {
    const headers = { 'content-type': type, 'content-length': '1' }
    const request = { raw: { url: '/', rawHeaders: [] }, query: {}, headers, bodyFault: null }
    return reader(Object({ ...request, body: JSON.parse(json), routeOptions: { url: '/' } })).body
  }
  expect(body('{"note":"a","other":["b","c"]}')).toEqual({ note: 'a', other: ['b', 'c'] })
  for (const name of ['__proto__', 'constructor', 'prototype'])
    expect(() => body(`{"${name}":["a","b"]}`)).toThrow(`${name}: "${name}" is not allowed as a name`)
})
