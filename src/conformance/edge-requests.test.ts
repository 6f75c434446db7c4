import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

const API = `openapi: 3.1.0
info: { title: Edges, version: '1' }
components:
  schemas:
    Thing:
      type: object
      properties:
        code: { type: string, x-db-settings: { type: string, primary_key: true } }
        _rank: { type: integer, x-db-settings: { type: integer } }
        data: { x-db-settings: { type: pickle } }
        info: { type: object, x-db-settings: { type: dict } }
paths:
  /things:
    get: { responses: { 200: { description: OK } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 201: { description: OK } }
    patch:
      x-operation: update_many
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 200: { description: OK } }
    delete: { x-operation: delete_many, responses: { 200: { description: OK } } }
  /things/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get: { responses: { 200: { description: OK } } }
    patch:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 200: { description: OK } }
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 200: { description: OK } }
    delete: { responses: { 200: { description: OK } } }
`

onEveryEngine(
  'edges',
  (service) => {
    const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
    const status = async (...args: Parameters<typeof send>): Promise<number> => (await send(...args)).status

    it('If-None-Match holds for writes', async () => {
      const { headers } = await send('POST', '/things', { code: 'tagged', _rank: 1 })
      const tag = String(headers['etag'])
      for (const value of ['*', tag, `W/${tag}`, `"other", ${tag}`])
        for (const [method, body] of [
          ['PATCH', { _rank: 2 }],
          ['PUT', { _rank: 2 }],
          ['DELETE', undefined],
        ] as const)
          expect([
            method,
            value,
            await status(method, '/things/tagged', body, { 'if-none-match': value }),
          ]).toEqual([method, value, 412])
      expect((await send('GET', '/things/tagged')).body['_rank']).toBe(1)
      expect(await status('PATCH', '/things/tagged', { _rank: 3 }, { 'if-none-match': '"other"' })).toBe(200)
      const both = { 'if-match': '*', 'if-none-match': tag }
      expect(await status('DELETE', '/things/tagged', undefined, both)).toBe(200)
    })

    it('rejects preconditions of bulk requests', async () => {
      await send('POST', '/things', { code: 'bulk' })
      for (const name of ['if-match', 'if-none-match']) {
        expect(await status('PATCH', '/things?code=bulk', { _rank: 5 }, { [name]: '"x"' })).toBe(400)
        expect(await status('DELETE', '/things?code=bulk', undefined, { [name]: '"x"' })).toBe(400)
      }
      expect((await send('GET', '/things/bulk')).body['_rank']).toBeNull()
    })

    it('PATCH merges the objects of pickles', async () => {
      await send('POST', '/things', { code: 'merged', data: { a: 1, b: { c: 2, d: 3 } } })
      const merged = await send('PATCH', '/things/merged', { data: { b: { c: null, e: 4 }, f: 5 } })
      expect(merged.body['data']).toEqual({ a: 1, b: { d: 3, e: 4 }, f: 5 })
      for (const value of [[1, 2], 'text', 7, null])
        expect((await send('PATCH', '/things/merged', { data: value })).body['data']).toEqual(value)
      expect((await send('PATCH', '/things/merged', { data: { x: null, y: 1 } })).body['data']).toEqual({
        y: 1,
      })
    })

    it('operators work on fields whose names begin with an underscore', async () => {
      await send('POST', '/things', { code: 'r1', _rank: 71 })
      await send('POST', '/things', { code: 'r2', _rank: 75 })
      expect((await send('GET', '/things?_rank__gte=72&_count')).body).toEqual({ total: 1 })
      expect((await send('GET', '/things?_rank__in=71,75&_count')).body).toEqual({ total: 2 })
      expect((await send('GET', '/things?_rank=71&_count')).body).toEqual({ total: 1 })
      expect(await status('GET', '/things?_rank__nope=1')).toBe(400)
      expect(await status('GET', '/things?_nothing__gte=1')).toBe(400)
    })

    it.each(['', '.', '..'])('rejects the key "%s"', async (code) => {
      expect(await status('POST', '/things', { code })).toBe(400)
      expect(await status('POST', '/things', [{ code: 'fine' }, { code }])).toBe(400)
    })

    it('rejects integers in objects that JSON numbers cannot keep', async () => {
      const large = '9007199254740993'
      const bodies = [
        `{"code":"big","data":${large}}`,
        `{"code":"big","data":[1,{"a":[${large}]}]}`,
        `{"code":"big","info":{"n":${large}}}`,
        `{"code":"big","info":{"n":{"m":-123456789012345678901}}}`,
      ]
      for (const body of bodies) expect([body, await status('POST', '/things', body)]).toEqual([body, 400])
      await send('POST', '/things', { code: 'big', info: {} })
      expect(await status('PATCH', '/things/big', `{"info":{"n":${large}}}`)).toBe(400)
      expect(await status('PATCH', '/things?code=big', `{"info":{"n":${large}}}`)).toBe(400)
      const kept =
        '{"data":{"a":9007199254740991,"b":0.1234567890123456789,"c":1e300,"d":1e20,"e":100000000000000000000}}'
      expect(await status('PATCH', '/things/big', kept)).toBe(200)
    })

    it('a path with a trailing slash is unknown', async () => {
      for (const [method, path] of [
        ['GET', '/things/'],
        ['GET', '/things/bulk/'],
        ['PATCH', '/things/'],
        ['PUT', '/things/'],
        ['DELETE', '/things/'],
        ['DELETE', '/things/bulk/'],
        ['POST', '/things/'],
        ['GET', '/things//'],
      ] as const) {
        const body = ['PATCH', 'PUT', 'POST'].includes(method) ? {} : undefined
        expect([method, path, await status(method, path, body)]).toEqual([method, path, 404])
      }
    })

    it('a DELETE without a body is accepted whatever its content type', async () => {
      for (const type of ['application/json', 'text/plain', 'application/xml', 'nonsense']) {
        await send('POST', '/things', { code: 'gone' })
        const headers = { 'content-type': type }
        expect([type, await status('DELETE', '/things/gone', undefined, headers)]).toEqual([type, 200])
        expect([type, await status('DELETE', '/things?code=gone', undefined, headers)]).toEqual([type, 200])
      }
    })
  },
  { api: API },
)

/** Calls a method of a repository with the arguments in the body. */
const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post<{ Params: { method: string }; Body: object }>('/call/:method', async ({ params, body }) => {
    try {
      return { result: await Reflect.apply(Reflect.get(app.models.sample, params.method), app.models.sample, [body]) }
    } catch (error) {
      return { error: error instanceof Error ? error.name : 'unknown' }
    }
  })
  await app.ready()
  return app
}
`

onEveryEngine(
  'library',
  (service) => {
    const call = async (method: string, args: unknown) =>
      (await service().send('POST', `/call/${method}`, args)).body

    it.each([
      ['a_date', '2024-02-30'],
      ['a_date', '2024-13-01'],
      ['a_time', '25:00'],
      ['a_time', '12:60:00'],
      ['a_datetime', '2024-02-30T00:00:00Z'],
      ['a_datetime', '2024-01-01T00:00:00'],
      ['a_string', 'a\0b'],
      ['a_string', 'longer than ten'],
      ['a_string', '\ud800'],
      ['a_text', 'a\0b'],
      ['a_dict', { 'a\0': 1 }],
      ['a_pickle', ['a\0b']],
      ['a_decimal_text', '0.123456789'],
      ['a_decimal', '1'.repeat(40)],
      ['a_decimal', 'abc'],
      ['an_integer', 2 ** 31],
      ['an_integer', 1.5],
      ['a_small_integer', 40_000],
      ['a_big_integer', '9223372036854775808'],
      ['a_float', 'x'],
      ['a_boolean', 'yes'],
      ['a_binary', 'not base64'],
      ['a_choice', 'three'],
      ['a_list', [1, 'x']],
    ])('repositories reject %s = %j', async (name, value) => {
      const data = { [name]: value }
      expect(await call('create', { data })).toEqual({ error: 'BadRequest' })
      expect(await call('createMany', { data: [{}, data] })).toEqual({ error: 'BadRequest' })
      expect(await call('updateMany', { where: { an_integer: -5 }, data })).toEqual({ error: 'BadRequest' })
    })

    it('repositories store values in canonical form', async () => {
      const data = {
        a_time: '8:31',
        a_datetime: '2024-05-31T10:31:00+02:00',
        a_decimal: '1.50',
        a_big_integer: '7',
      }
      expect((await call('create', { data }))['result']).toMatchObject({
        a_time: '08:31:00',
        a_datetime: '2024-05-31T08:31:00.000Z',
        a_decimal: 1.5,
        a_big_integer: 7,
      })
    })

    it('a fuzzy term does not match an empty word', async () => {
      await call('create', { data: { a_string: '-- !' } })
      for (const term of ['a~1', 'ab~2'])
        expect((await service().send('GET', `/v1/samples?q=${term}&_count`)).body).toEqual({ total: 0 })
    })

    it.each(['CET', 'cet', 'MET', 'EET', 'WET', 'Europe/Berlin'])(
      'the time zone %s has its summer time',
      async (zone) => {
        const moment = '2031-06-15T22:30:00.000Z'
        const { result } = await call('create', { data: { a_datetime: moment } })
        const path = `/v1/samples?id=${String(result?.['id'])}&_aggs.x.date_histogram.field=a_datetime`
        const { body } = await service().send(
          'GET',
          `${path}&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=${zone}`,
        )
        const buckets = Object.values(body['aggregations']?.['x']?.['buckets'] ?? {})
        const day = String(buckets[0]?.['key']).slice(0, 10)
        const next = new Date(Date.parse(moment) + 86_400_000).toISOString().slice(0, 10)
        expect(day).toBe(zone === 'WET' ? moment.slice(0, 10) : next)
      },
    )

    it('a cursor whose item is gone continues after its place or throws', async () => {
      const made = await Promise.all([1, 2, 3].map((n) => call('create', { data: { an_integer: 900 + n } })))
      const ids = made
        .map(({ result }) => result?.['id'])
        .sort((x, y) => (String(x).padStart(30, '0') < String(y).padStart(30, '0') ? -1 : 1))
      const [, gone = ids[1]] = ids
      await call('delete', { where: { id: gone } })
      const page = async (args: object) => {
        const { result, error } = await call('findMany', {
          where: { an_integer: { gt: 900 } },
          cursor: gone,
          ...args,
        })
        return error ?? Object.values(result ?? {}).map((row) => row['id'])
      }
      expect(await page({})).toEqual([ids[2]])
      expect(await page({ orderBy: { id: 'desc' } })).toEqual([ids[0]])
      for (const orderBy of [{ an_integer: 'asc' }, { a_string: 'desc' }, [{ a_date: 'asc' }, { id: 'asc' }]])
        expect(await page({ orderBy })).toBe('TypeError')
      for (const cursor of [null, true, {}, [], 'no key'])
        expect([cursor, await page({ cursor })]).toEqual([cursor, 'TypeError'])
    })
  },
  { code: { 'src/app.ts': APP }, inProcess: true },
)
