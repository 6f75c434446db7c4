import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const query = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
})
const path = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...more,
})
const json = { content: { 'application/json': { schema: {} } } }
const get = (operationId: string, ...parameters: object[]): object => ({
  get: { operationId, parameters, responses: { 200: { description: 'OK', ...json } } },
})
const echo = (name: string): string => `
import { registry } from '../generated/index.js'
registry.action('${name}', async ({ ${name === 'empty' || name.startsWith('q') ? 'query' : 'params'} }) => ${name === 'empty' || name.startsWith('q') ? 'query' : 'params'})
`
const BIG = `
import { registry } from '../generated/index.js'
registry.action('big', async ({ body }) => ({ next: body?.float ?? body?.plain ?? 0 }))
`
const NAMES = [
  'hyphen',
  'label',
  'matrix',
  'labels',
  'qfree',
  'qmap',
  'qdeep',
  'qjson',
  'qdefaults',
  'qparts',
  'qunion',
  'qlist',
  'empty',
]

onDocument(
  'parameters',
  {
    openapi: '3.1.0',
    info: { title: 'Parameters', version: '1' },
    paths: {
      '/pets/{pet-id}': get('hyphen', path('pet-id', { type: 'integer' })),
      '/label/{v}': get('label', path('v', { type: 'integer' }, { style: 'label' })),
      '/labels/{v}': get(
        'labels',
        path('v', { type: 'array', items: { type: 'integer' } }, { style: 'label' }),
      ),
      '/matrix/{v}': get('matrix', path('v', { type: 'integer' }, { style: 'matrix' })),
      '/free': get('qfree', query('filter', { type: 'object' }), query('limit', { type: 'integer' })),
      '/defaults': get(
        'qdefaults',
        query('v', { type: 'array', items: { type: 'integer' }, default: [1, 1] }),
      ),
      '/deep': get(
        'qdeep',
        query('free', { type: 'object', additionalProperties: { type: 'integer' } }),
        query('deep', { type: 'object' }, { style: 'deepObject' }),
      ),
      '/json': get(
        'qjson',
        { name: 'v', in: 'query', content: { 'application/json': { schema: {} } } },
        query('n', { type: 'number' }),
      ),
      '/untyped': {
        post: {
          operationId: 'untyped',
          requestBody: {
            content: {
              'application/json': {},
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', properties: { o: { type: 'object' } } },
              },
              'application/vnd.described+json': {
                schema: {
                  properties: {
                    tree: { $ref: '#/components/schemas/Tree' },
                    open: { type: 'object', additionalProperties: true },
                    list: { type: 'array' },
                  },
                },
              },
            },
          },
          responses: { 204: { description: 'OK' } },
        },
      },
      '/map': get(
        'qmap',
        query('filter', {
          type: 'object',
          properties: { a: { type: 'string' } },
          additionalProperties: { type: 'integer' },
        }),
      ),
      '/parts': get(
        'qparts',
        query('filter', {
          allOf: [
            { type: 'object', properties: { a: { type: 'string' } } },
            { type: 'object', properties: { b: { type: 'integer' } } },
          ],
        }),
      ),
      '/union': get(
        'qunion',
        query('v', { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'string' } }] }),
      ),
      '/list': get(
        'qlist',
        query('v', { type: 'array', items: { type: 'string' } }, { explode: false }),
        query('n', { type: 'integer', format: 'int64' }),
      ),
      '/empty': get('empty', query('v', { type: 'integer' }, { allowEmptyValue: true })),
      '/slash': get('get_slash'),
      '/slash/': { get: { operationId: 'get_slashed', responses: { 204: { description: 'OK' } } } },
      '/only/': { get: { operationId: 'get_only', responses: { 204: { description: 'OK' } } } },
      '/big': {
        post: {
          operationId: 'big',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    n: { type: 'integer', format: 'int64' },
                    plain: { type: 'integer', minimum: 0 },
                    list: { type: 'array', items: { type: ['integer', 'null'] } },
                    map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Count' } },
                    either: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
                    float: { type: 'number' },
                  },
                },
              },
            },
          },
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { next: { type: 'integer' } } },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Count: { type: 'integer' },
        Tree: {
          anyOf: [
            { type: 'number' },
            { type: 'object', additionalProperties: { $ref: '#/components/schemas/Tree' } },
          ],
        },
      },
    },
  },
  (service) => {
    const read = async (url: string) => {
      const { status, body } = await service().send('GET', url)
      return status === 200 ? body : [status, body['errors']]
    }

    it('keep their names', async () => {
      expect(await read('/pets/7')).toEqual({ 'pet-id': 7 })
      expect(await read('/pets/x')).toEqual([
        400,
        [{ path: 'pet-id', message: 'must be integer', in: 'path' }],
      ])
    })

    it('need the prefix of their style', async () => {
      expect([await read('/label/.7'), await read('/matrix/;v=7'), await read('/labels/.1,2')]).toEqual([
        { v: 7 },
        { v: 7 },
        { v: [1, 2] },
      ])
      for (const url of ['/label/7', '/matrix/7', '/matrix/;w=7', '/labels/1,2'])
        expect([url, await read(url)]).toEqual([
          url,
          [400, [expect.objectContaining({ path: 'v', in: 'path' })]],
        ])
    })

    it('can be exploded objects of any properties', async () => {
      expect(await read('/free?x=1&y=2&limit=3')).toEqual({ filter: { x: '1', y: '2' }, limit: 3 })
      expect(await read('/map?a=1&b=2')).toEqual({ filter: { a: '1', b: 2 } })
      expect(await read('/map?b=x')).toMatchObject([400, [{ path: 'filter/b', in: 'query' }]])
      expect(await read('/parts?a=1&b=2')).toEqual({ filter: { a: '1', b: 2 } })
      expect(await read('/parts?c=1')).toMatchObject([400, [{ path: 'c' }]])
    })

    it('of any properties leave those of others to them', async () => {
      expect(await read('/deep?a=1&deep[b]=x&deep%5Bc%5D=y')).toEqual({
        free: { a: 1 },
        deep: { b: 'x', c: 'y' },
      })
    })

    it('keep equal items of a default', async () => {
      expect(await read('/defaults')).toEqual({ v: [1, 1] })
      expect(await read('/defaults?v=2')).toEqual({ v: [2] })
    })

    it('can be a list or a single value', async () => {
      expect([await read('/union?v=1'), await read('/union?v=a&v=b'), await read('/union?v=a')]).toEqual([
        { v: 1 },
        { v: ['a', 'b'] },
        { v: ['a'] },
      ])
    })

    it('cannot be repeated without explode, and can be empty only if declared', async () => {
      expect(await read('/list?v=a,b')).toEqual({ v: ['a', 'b'] })
      expect(await read('/list?v=a&v=b')).toMatchObject([
        400,
        [{ path: 'v', message: 'must not be repeated' }],
      ])
      expect(await read('/list?n=')).toMatchObject([400, [{ path: 'n' }]])
      expect(await read('/empty?v=')).toEqual({ v: '' })
    })

    it('keep the digits of 64-bit integers or are refused', async () => {
      const message = 'must be an integer between -9007199254740991 and 9007199254740991'
      expect(await read('/list?n=9007199254740993')).toEqual([400, [{ path: 'n', message, in: 'query' }]])
      const { status, body } = await service().send('POST', '/big', '{"n": 9007199254740993}', {
        'content-type': 'application/json',
      })
      expect([status, body['errors']]).toMatchObject([400, [{ path: '/n' }]])
    })

    it('and integers without a format do not lose digits in bodies and responses either', async () => {
      const send = (body: string) =>
        service().send('POST', '/big', body, { 'content-type': 'application/json' })
      const message = 'must be an integer between -9007199254740991 and 9007199254740991'
      for (const [value, path] of [
        ['{"plain": 9007199254740993}', '/plain'],
        ['{"plain": 1e300}', '/plain'],
        ['{"list": [1, null, -9007199254740993]}', '/list/2'],
        ['{"map": {"a": 9007199254740993}}', '/map/a'],
        ['{"n": 9007199254740993}', '/n'],
      ] as const) {
        const { status, body } = await send(value)
        expect([value, status, body['errors']]).toEqual([value, 400, [{ path, message }]])
      }
      expect((await send('{"either": 9007199254740993}')).status).toBe(400)
      const { status, body } = await send('{"plain": 9007199254740991, "list": [null, 5]}')
      expect([status, body]).toEqual([200, { next: 9007199254740991 }])
      // A number can be as large, but the function returns it as an integer.
      expect((await send('{"float": 1e300}')).status).toBe(500)
    })

    it('and integers that no schema describes do not lose digits, at any depth', async () => {
      const big = '9007199254740993'
      const message = 'has more digits than a JSON number preserves; send it as a string'
      const send = async (type: string, body: string) => {
        const sent = await service().send('POST', '/untyped', body, { 'content-type': type })
        return sent.status === 400 ? sent.body['errors'] : sent.status
      }
      const plain = 'application/json'
      expect(await send(plain, big)).toEqual([{ path: '', message }])
      expect(await send(plain, `{"a": [{"b": ${big}}], "c": 1e400}`)).toEqual([
        { path: '/a/0/b', message },
        { path: '/c', message: 'must not be a number beyond 1.8e308' },
      ])
      expect(await send('application/x-www-form-urlencoded', `o={"a":${big}}`)).toEqual([
        { path: '/o/a', message },
      ])
      const described = 'application/vnd.described+json'
      expect(await send(described, `{"open": {"a": ${big}}, "list": [${big}]}`)).toEqual([
        { path: '/open/a', message },
        { path: '/list/0', message },
      ])
      expect(await read(`/json?v={"a":${big}}`)).toEqual([400, [{ path: 'v/a', message, in: 'query' }]])

      // Numbers are doubles, and other integers are exact.
      expect(await read(`/json?n=${big}`)).toEqual({ n: Number(big) })
      expect(await send(described, `{"tree": {"a": {"b": ${big}}}}`)).toBe(501)
      expect(await send(plain, '{"a": 9007199254740992, "b": 1e20, "c": 100000000000000000000}')).toBe(501)
    })

    it('are in paths whose trailing slash counts', async () => {
      const status = async (url: string) => (await service().send('GET', url)).status
      expect([await status('/slash'), await status('/slash/')]).toEqual([501, 501])
      expect((await service().send('GET', '/slash/')).body['detail']).toContain('get-slashed')
      expect([await status('/only/'), await status('/only')]).toEqual([501, 404])
    })

    it('have their names in openapi.json', async () => {
      const { body } = await service().send('GET', '/openapi.json')
      expect(Object.keys(body['paths'] ?? {})).toEqual(
        expect.arrayContaining(['/pets/{pet-id}', '/slash', '/slash/', '/only/']),
      )
      expect(body['paths']?.['/pets/{pet-id}']?.['get']?.['parameters']).toMatchObject([{ name: 'pet-id' }])
    })
  },
  {
    code: {
      ...Object.fromEntries(NAMES.map((name) => [`src/actions/${name}.ts`, echo(name)])),
      'src/actions/big.ts': BIG,
    },
    settings: { auth: false, validate_responses: true },
  },
)
