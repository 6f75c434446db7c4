import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import { processorTime } from '../testing/processor-time.js'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const content = (name: string): object => ({ content: { 'application/json': { schema: ref(name) } } })
const own = (id: string, name: string): object => ({
  post: {
    operationId: id,
    requestBody: { required: true, ...content(name) },
    responses: { 204: { description: 'Done' } },
  },
})
const operator = (op: string, more: object): object => ({
  type: 'object',
  required: ['op'],
  properties: { op: { const: op }, ...more },
})
const args = { args: { type: 'array', items: ref('Expr') } }
const chain = Object.fromEntries(
  Array.from({ length: 26 }, (_, index) => [
    `L${index}`,
    index === 25
      ? { type: 'object', required: ['end'] }
      : { anyOf: ['a', 'b'].map((title) => ({ title, properties: { x: ref(`L${index + 1}`) } })) },
  ]),
)

const below = { anyOf: [ref('Branch'), ref('Leaf')], unevaluatedProperties: false }

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Expressions', version: '1' },
  paths: {
    '/expr': own('post_expr', 'Expr'),
    '/free': own('post_free', 'Free'),
    '/parts': own('post_parts', 'Parts'),
    '/chain': own('post_chain', 'L0'),
    '/trees': own('post_tree', 'Branch'),
    '/pets': own('post_pet', 'Pet'),
    '/codes': own('post_codes', 'Codes'),
    '/list': own('post_list', 'List'),
    '/contains': own('post_contains', 'Contains'),
    '/extended': own('post_extended', 'Extended'),
    '/union': own('post_union', 'Union'),
    '/rules': {
      get: {
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
      post: {
        requestBody: { required: true, ...content('Rule') },
        responses: { 201: { description: 'OK', ...content('Rule') } },
      },
    },
  },
  components: {
    schemas: {
      Expr: { oneOf: [ref('Term'), ref('And'), ref('Or'), ref('Not')] },
      Term: operator('term', { value: { type: 'string' } }),
      And: operator('and', args),
      Or: operator('or', args),
      Not: operator('not', { args: ref('Expr') }),
      Free: { anyOf: [ref('A'), ref('B'), ref('C')] },
      A: { type: 'object', properties: { x: ref('Free'), a: { type: 'string' } }, required: ['a'] },
      B: { type: 'object', properties: { x: ref('Free'), b: { type: 'string' } }, required: ['b'] },
      C: { type: 'object', properties: { x: ref('Free'), c: { type: 'string' } }, required: ['c'] },
      Parts: {
        allOf: [
          { properties: { x: ref('Parts') } },
          { properties: { x: ref('Parts'), y: { type: 'string' } } },
        ],
      },
      Branch: { type: 'object', properties: { below } },
      Leaf: { type: 'object', properties: { below, leaf: { type: 'string' } } },
      ...chain,
      Codes: {
        type: 'array',
        items: {
          enum: [...Array.from({ length: 9000 }, (_, index) => `code ${index}`), { code: 1 }, 1, null],
        },
      },
      List: { type: 'array', items: ref('Free') },
      Contains: { type: 'array', contains: ref('Free') },
      Union: {
        anyOf: Array.from({ length: 150 }, (_, index) => ({
          type: 'object',
          required: [`is${index}`],
          properties: { list: { type: 'array' }, amounts: { type: 'array', items: { type: 'number' } } },
        })),
      },
      Extended: {
        anyOf: [
          {
            patternProperties: { '^x-|tags': {} },
            anyOf: [{ required: ['tags'], properties: { tags: { type: 'array' }, 'vErrors.push(': {} } }],
          },
        ],
        unevaluatedProperties: false,
      },
      Pet: {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'kind',
          mapping: { kitty: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
        },
      },
      Cat: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
      },
      Dog: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, lives: { type: 'string' } },
      },
      Rule: {
        type: 'object',
        properties: {
          id: { type: 'integer', 'x-db-settings': { type: 'id_field', primary_key: true } },
          when: { type: 'object', allOf: [ref('Free')], 'x-db-settings': { type: 'dict' } },
          expr: { type: 'object', allOf: [ref('Expr')], 'x-db-settings': { type: 'dict' } },
        },
      },
    },
  },
}

function nested(depth: number, wrap: (inner: object) => object, inner: object): object {
  return depth === 0 ? inner : wrap(nested(depth - 1, wrap, inner))
}

onDocument('validation in linear time', DOCUMENT, (service) => {
  const send = async (path: string, body: object) => {
    const start = processorTime()
    const { status, body: answer } = await service().send('POST', path, body)
    return { status, errors: answer['errors'], ms: processorTime() - start }
  }
  const list = (op: string) => (inner: object) => ({ op, args: [inner] })

  it.each([
    ['a discriminated union', '/expr', nested(15, list('and'), { op: 'nope' })],
    [
      'a discriminated union whose deepest value is wrong',
      '/expr',
      nested(15, list('or'), { op: 'term', value: 1 }),
    ],
    ['three recursive objects', '/free', nested(28, (x) => ({ x, d: 1 }), {})],
    ['recursive parts', '/parts', nested(28, (x) => ({ x }), { y: 1 })],
    ['a chain of schemas', '/chain', nested(24, (x) => ({ x }), { x: {} })],
    ['values that are not in a long list', '/codes', Array.from({ length: 100_000 }, () => 'code')],
    ['a long list of values that fit no alternative', '/list', Array.from({ length: 40_000 }, () => ({}))],
    [
      'a long list without a value that it must contain',
      '/contains',
      Array.from({ length: 40_000 }, () => ({})),
    ],
    ['a schema that cannot be bounded', '/trees', nested(28, (x) => ({ below: x }), { leaf: 1 })],
    ['a stored dict with three recursive objects', '/rules', { when: nested(26, (x) => ({ x, d: 1 }), {}) }],
    ['a stored dict with a discriminated union', '/rules', { expr: nested(14, list('and'), { op: 'nope' }) }],
  ])('rejects %s', async (_what, path, body) => {
    const { status, ms } = await send(path, body)
    expect(status).toBe(400)
    expect(ms).toBeLessThan(1000)
  })

  it('finds values of any type in a list of values', async () => {
    const known = ['code 8999', { code: 1 }, 1, null]
    expect((await send('/codes', known)).status).toBe(501)
    for (const value of ['{"code":1}', { code: 2 }, '1', true, []])
      expect([value, (await send('/codes', [value])).status]).toEqual([value, 400])
  })

  it('accepts valid values at the same depth', async () => {
    expect(await send('/expr', nested(14, list('and'), { op: 'term', value: 'x' }))).toMatchObject({
      status: 501,
    })
    expect(
      await send(
        '/free',
        nested(28, (x) => ({ x, c: '' }), { a: '' }),
      ),
    ).toMatchObject({ status: 501 })
    expect(
      await send(
        '/parts',
        nested(28, (x) => ({ x }), { y: '' }),
      ),
    ).toMatchObject({ status: 501 })
    expect(
      await send('/rules', { when: { x: { a: '' }, b: '' }, expr: { op: 'not', args: { op: 'term' } } }),
    ).toMatchObject({ status: 201 })
  })

  it('names the first errors in a long list, and counts all of them', async () => {
    const list = Array.from({ length: 5000 }, () => ({}))
    const { body } = await service().send('POST', '/list', list)
    expect(body['detail']).toMatch(
      /: 0\/a: is required; 0\/b: is required; .* and 19997 more\. There are 20000 errors;/,
    )
  })

  it('finds numbers that have lost digits in linear time, whatever alternatives a value has', async () => {
    const digits = (name: string, number: string): string =>
      `{"is1":true,"${name}":[${Array.from({ length: 10_000 }, () => number).join(',')}]}`
    const start = processorTime()
    const json = { 'content-type': 'application/json' }
    const statuses: number[] = []
    for (const body of [digits('list', '99999999999999999999'), digits('amounts', '99999999999999999999')])
      statuses.push((await service().send('POST', '/union', body, json)).status)
    expect(statuses).toEqual([400, 501])
    expect(processorTime() - start).toBeLessThan(5000)
  })

  it('knows the properties of alternatives within alternatives', async () => {
    const bodies = [
      { tags: [], 'x-note': 1 },
      { tags: 1 },
      { 'x-note': 1 },
      { tags: [], other: 1 },
      { tags: [], 'vErrors.push(': 1 },
    ]
    const statuses: number[] = []
    for (const body of bodies) statuses.push((await send('/extended', body)).status)
    expect(statuses).toEqual([501, 400, 400, 400, 501])
  })

  it('selects the alternative by its property, and reports only its errors', async () => {
    expect((await send('/expr', { op: 'not', args: { op: 'term', value: 1 } })).errors).toEqual([
      { path: '/args/value', message: 'must be string' },
    ])
    expect((await send('/expr', { op: 'nope' })).errors).toEqual([
      { path: '/op', message: 'must be one of term, and, or, not' },
    ])
  })

  it('selects the alternative that the mapping of a discriminator names, although others fit as well', async () => {
    expect((await send('/pets', { kind: 'kitty' })).status).toBe(501)
    expect((await send('/pets', { kind: 'kitty', lives: 'x' })).errors).toEqual([
      { path: '/lives', message: 'must be integer' },
    ])
    expect((await send('/pets', { kind: 'bird' })).errors).toMatchObject([{ path: '/kind' }])
  })
})
