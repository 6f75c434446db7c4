import fastify from 'fastify'
import { expect, test } from 'vitest'
import { type ParameterSpecs, declaredParameters, parameterReader, reportUndeclared } from './parameters.js'

function read(specs: ParameterSpecs, given: Readonly<Record<string, unknown>>) {
  const errors: string[] = []
  const report = (name: string, message: string): number => errors.push(`${name} ${message}`)
  const values = parameterReader(specs)(given, report)
  reportUndeclared(specs, given, report)
  return { values, errors }
}

const valid = (specs: ParameterSpecs, given: Readonly<Record<string, unknown>>) => {
  const { values, errors } = read(specs, given)
  expect(errors).toEqual([])
  return values
}
const errors = (specs: ParameterSpecs, given: Readonly<Record<string, unknown>>) => read(specs, given).errors

test('converts values to their types', () => {
  const specs: ParameterSpecs = {
    text: { type: 'string' },
    number: { type: 'number' },
    integer: { type: 'integer' },
    boolean: { type: 'boolean' },
    omitted: { type: 'string' },
  }
  expect(valid(specs, { text: '007', number: '1.50', integer: '007', boolean: 'false' })).toEqual({
    text: '007',
    number: 1.5,
    integer: 7,
    boolean: false,
  })
  expect(errors(specs, { number: 'x', integer: '1.5', boolean: 'yes', text: '\0' })).toEqual([
    'text must not contain the character U+0000',
    'number must be a number',
    'integer must be an integer',
    'boolean must be true or false',
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
  expect(valid({ since: { type: 'date' } }, { since: text })).toEqual({ since: new Date(iso) })
})

test.each(['2015-02-30', '2015-13-01', '2015-05-23T25:00', 'Sun, 31 Feb 1994 08:49:37 GMT', 'today', ''])(
  'rejects the date "%s"',
  (text) => {
    expect(errors({ since: { type: 'date' } }, { since: text })).toHaveLength(1)
  },
)

test('checks every constraint', () => {
  const specs: ParameterSpecs = {
    size: { type: 'integer', minimum: 1, maximum: 100 },
    name: { type: 'string', minLength: 2, maxLength: 3 },
    state: { type: 'string', enum: ['open', 'closed'] },
    code: { type: 'string', pattern: '^[a-z]+$' },
  }
  const given = { size: '1', name: '😀😀', state: 'open', code: 'abc' }
  expect(valid(specs, given)).toEqual({ ...given, size: 1 })
  expect(errors(specs, { size: '101', name: 'a', state: 'x', code: 'A' })).toEqual([
    'size must be at most 100',
    'name must be at least 2 characters long',
    'state must be one of open, closed',
    'code must match the pattern ^[a-z]+$',
  ])
  expect(errors(specs, { size: '0', name: 'abcd' })).toHaveLength(2)
})

test('reports missing parameters that are required, and applies defaults', () => {
  expect(errors({ a: { type: 'string', required: true } }, {})).toEqual(['a is required'])
  expect(valid({ a: { type: 'integer', required: true, default: '20' } }, {})).toEqual({ a: 20 })
})

test('returns a list for a parameter that can be repeated, and rejects other repeated parameters', () => {
  const specs: ParameterSpecs = { tag: { type: 'integer', repeat: true }, one: { type: 'string' } }
  expect(valid(specs, { tag: '1' })).toEqual({ tag: [1] })
  expect(valid(specs, { tag: ['1', '2'] })).toEqual({ tag: [1, 2] })
  expect(errors(specs, { tag: ['1', 'x'], one: ['a', 'b'] })).toEqual([
    'tag must be an integer',
    'one must not be repeated',
  ])
})

test('accepts a value of any one of several declared types', () => {
  const specs: ParameterSpecs = { ref: [{ type: 'integer' }, { type: 'string', pattern: '^[a-z]+$' }] }
  expect(valid(specs, { ref: '7' })).toEqual({ ref: 7 })
  expect(valid(specs, { ref: 'x' })).toEqual({ ref: 'x' })
  expect(errors(specs, { ref: 'X' })).toEqual(['ref must be an integer or must match the pattern ^[a-z]+$'])
})

test('reports undeclared parameters, and suggests a name', () => {
  expect(errors({ limit: { type: 'integer' } }, { limt: '1' })).toEqual([
    'limt unknown parameter (did you mean "limit"?)',
  ])
})

test('distinguishes files from text', () => {
  const file = { filename: 'a.txt' }
  expect(valid({ photo: { type: 'file' } }, { photo: file })).toEqual({ photo: file })
  expect(errors({ photo: { type: 'file' }, name: { type: 'string' } }, { photo: 'x', name: file })).toEqual([
    'photo must be a file',
    'name must be text, not a file',
  ])
})

test('applies the default page start only to a query that has no start', async () => {
  const app = fastify()
  declaredParameters(app)
  const filters: ParameterSpecs = {
    _limit: { type: 'integer', default: '5' },
    _page: { type: 'integer', default: '0' },
    _start: { type: 'integer', default: '0' },
  }
  app.get('/', { config: { query: { filters } } }, ({ query }) => query)
  const queryOf = async (url: string): Promise<unknown> => (await app.inject(url)).json()
  expect(await queryOf('/')).toEqual({ _limit: '5', _start: '0' })
  expect(await queryOf('/?_page=2')).toEqual({ _limit: '5', _page: '2' })
  expect(await queryOf('/?_after=x&_limit=3')).toEqual({ _limit: '3', _after: 'x' })
})
