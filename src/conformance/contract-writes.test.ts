import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body } from './service.js'

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const returns = (status: number, schema: object): object => ({
  responses: {
    [status]: { description: 'OK', headers: { Location: { schema: { type: 'string' } } }, ...json(schema) },
    400: { description: 'Invalid', ...json(reference('Failure')) },
    404: { description: 'Missing', ...json(reference('Failure')) },
  },
})
const text = { type: 'string' }
const filter = (name: string, schema: object, field?: string): object => ({
  name,
  in: 'query',
  schema,
  ...(field === undefined ? {} : { 'x-filter': field }),
})
const texts = { type: 'array', items: text }
const cover = (kind: string, others: object): object => ({
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  properties: { kind: { const: kind }, ...others },
})
const policyPath = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const patch = { type: 'object', properties: { cover: reference('Cover') } }

onDocument(
  'writes and filters of contracts',
  {
    openapi: '3.1.0',
    info: { title: 'Policies', version: '1' },
    paths: {
      '/policies': {
        get: {
          parameters: [
            filter('status', text),
            filter('state', texts, 'status'),
            filter('min_premium', { type: 'number' }),
            filter('from', { type: 'number' }, 'premium__gte'),
            filter('sortBy', { ...text, enum: ['premium'] }),
            filter('sortOrder', { ...text, enum: ['asc', 'desc'] }),
            filter('tags', texts),
            filter('label', texts, 'tags'),
          ],
          ...returns(200, { type: 'array', items: reference('Policy') }),
        },
        post: { requestBody: json(reference('Policy')), ...returns(201, reference('Policy')) },
      },
      '/policies/{id}': {
        parameters: [policyPath],
        get: returns(200, reference('Policy')),
        put: { requestBody: json(reference('Policy')), ...returns(200, reference('Policy')) },
        patch: { requestBody: json(patch), ...returns(200, reference('Policy')) },
      },
      '/drafts/{id}': {
        parameters: [policyPath],
        patch: {
          'x-operation': 'update',
          requestBody: { content: { 'application/merge-patch+json': { schema: patch } } },
          ...returns(200, reference('Policy')),
        },
      },
      '/Holders': { post: { requestBody: json(reference('Holder')), ...returns(201, reference('Holder')) } },
      "/Holders('{Name}')": {
        parameters: [{ name: 'Name', in: 'path', required: true, schema: text }],
        get: returns(200, reference('Holder')),
      },
      "/Holders('{Name}')/greet": {
        parameters: [{ name: 'Name', in: 'path', required: true, schema: text }],
        post: { operationId: 'greet', ...returns(200, { type: 'object' }) },
      },
    },
    components: {
      schemas: {
        Failure: {
          type: 'object',
          required: ['timestamp', 'status', 'error', 'message', 'path', 'traceId'],
          properties: {
            timestamp: { type: 'string', format: 'date-time' },
            status: { type: 'integer' },
            error: text,
            message: text,
            path: text,
            traceId: text,
          },
        },
        Cover: {
          oneOf: [
            cover('car', { plate: text, mileage: { type: 'integer' } }),
            cover('home', { street: text, rooms: { type: 'integer' } }),
          ],
        },
        Policy: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'integer', readOnly: true },
            status: text,
            premium: { type: 'number', multipleOf: 0.01 },
            tags: texts,
            cover: reference('Cover'),
            created: {
              type: 'string',
              format: 'date-time',
              readOnly: true,
              'x-db-settings': { default: '{{datetime.datetime.utcnow}}' },
            },
          },
        },
        Holder: { type: 'object', 'x-stored': true, 'x-key': 'Name', properties: { Name: text, city: text } },
      },
    },
  },
  (service) => {
    const create = async (body: object): Promise<Body> =>
      (await service().send('POST', '/policies', body)).body

    it('require all filters by the same field', async () => {
      for (const [status, premium, tags] of [
        ['a', 1.5, ['x', 'y']],
        ['b', 2.5, ['x']],
        ['c', 3.5, ['y']],
      ])
        await create({ status, premium, tags })
      const found = async (query: string): Promise<unknown> =>
        Object.values((await service().send('GET', `/policies?${query}`)).body).map((each) => each['status'])
      expect(await found('status=a&state=a&state=b')).toEqual(['a'])
      expect(await found('status=c&state=a&state=b')).toEqual([])
      expect(await found('state=a,b&status=a,b')).toEqual([])
      expect(await found('state=a&state=c&sortBy=premium&sortOrder=desc')).toEqual(['c', 'a'])
      expect(await found('min_premium=2&from=3')).toEqual(['c'])
      expect(await found('min_premium=3&from=2')).toEqual(['c'])
      expect(await found('tags=x&label=y')).toEqual(['a'])
      expect(await found('tags=x&tags=y&label=y')).toEqual(['a', 'c'])
    })

    it('replace an item by its own document, with members that only the service sets', async () => {
      const { id } = await create({ status: 'a', cover: { kind: 'car', plate: 'A 1' } })
      const path = `/policies/${String(id)}`
      const { body: document } = await service().send('GET', path)
      expect(await service().send('PUT', path, document)).toMatchObject({ status: 200, body: document })
      const changed = { ...document, status: 'b' }
      expect(await service().send('PUT', path, changed)).toMatchObject({ status: 200, body: changed })
    })

    it('move objects from one alternative to another, and merge those of the same one', async () => {
      const { id } = await create({ cover: { kind: 'home', street: 'Elm St', rooms: 2 } })
      const path = `/policies/${String(id)}`
      const patched = async (sent: object): Promise<unknown> =>
        (await service().send('PATCH', path, { cover: sent })).body['cover']
      expect(await patched({ kind: 'home', street: 'Oak St' })).toEqual({
        kind: 'home',
        street: 'Oak St',
        rooms: 2,
      })
      expect(await patched({ kind: 'car', plate: 'A 1' })).toEqual({ kind: 'car', plate: 'A 1' })
      const merged = await service().send(
        'PATCH',
        `/drafts/${String(id)}`,
        { cover: { kind: 'home' } },
        { 'content-type': 'application/merge-patch+json' },
      )
      expect([merged.status, merged.body['message']]).toEqual([
        400,
        expect.stringContaining('cover/plate: unknown property'),
      ])
    })

    it('describe errors by members such as those of Spring', async () => {
      const { status, body } = await service().send('GET', '/policies/999999')
      expect([status, body]).toEqual([
        404,
        {
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          status: 404,
          error: 'Not Found',
          message: 'There is no Policy with this key.',
          path: '/policies/999999',
          traceId: expect.stringMatching(/./),
        },
      ])
    })

    it('find keys in quotation marks, in which each is written twice', async () => {
      const { headers } = await service().send('POST', '/Holders', { Name: "O'Brien", city: "It's" })
      const location = String(headers['location'])
      expect(location).toContain("/Holders('O''Brien')")
      expect((await service().send('GET', "/Holders('O''Brien')")).body).toEqual({
        Name: "O'Brien",
        city: "It's",
      })
      expect((await service().send('GET', "/Holders('O%27%27Brien')")).status).toBe(200)
      const greeted = await service().send('POST', "/Holders('O''Brien')/greet")
      expect([greeted.status, greeted.body]).toEqual([200, { name: "O'Brien", city: "It's" }])
    })
  },
  {
    everyEngine: true,
    code: {
      'src/actions/greet.ts': `import { registry } from '../generated/index.js'
registry.action('greet', async ({ params, item }) => ({ name: params.Name, city: item.city }))
`,
    },
  },
)

const order = reference('Order')
const orderView = json(reference('OrderView'))
const orderInput = { requestBody: json(reference('OrderInput')) }

onDocument(
  'schemas of requests and responses beside the component',
  {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { 200: { description: 'OK', ...json({ type: 'array', items: order }) } } },
        post: { ...orderInput, responses: { 201: { description: 'OK', ...orderView } } },
      },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        patch: {
          parameters: [{ name: 'updateMask', in: 'query', schema: { type: 'string' } }],
          ...orderInput,
          responses: { 200: { description: 'OK', ...orderView } },
        },
        put: { ...orderInput, responses: { 200: { description: 'OK', ...orderView } } },
      },
    },
    components: {
      schemas: {
        Order: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'string' },
            status: { type: 'string', default: 'new' },
            note: { type: 'string' },
            pin: { type: 'string' },
            code: { type: 'string', default: 'c' },
          },
        },
        Fixed: { type: 'string', readOnly: true },
        Secret: { type: 'string', writeOnly: true },
        OrderInput: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            status: { type: 'string', readOnly: true },
            note: { anyOf: [reference('Fixed'), { type: 'null' }] },
            pin: { type: 'string' },
          },
          // Another description of a property does not lift what the first one says.
          allOf: [{ properties: { status: { type: 'string', maxLength: 9 } } }],
        },
        OrderView: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            status: { type: 'string' },
            note: { type: 'string' },
            pin: { type: 'string', writeOnly: true },
            code: { allOf: [reference('Secret')] },
          },
          allOf: [{ properties: { pin: { type: 'string', maxLength: 9 } } }],
        },
      },
    },
  },
  (service) => {
    it('say what requests do not write, and what responses do not show', async () => {
      const sent = { id: 'a', status: 'paid', note: 'x', pin: '1' }
      const made = await service().send('POST', '/orders', sent)
      expect([made.status, made.body]).toEqual([201, { id: 'a', status: 'new' }])
      for (const method of ['PATCH', 'PUT'])
        expect((await service().send(method, '/orders/a', sent)).body).toEqual({ id: 'a', status: 'new' })
      expect((await service().send('PATCH', '/orders/a?updateMask=status', sent)).status).toBe(400)
      expect((await service().send('GET', '/orders')).body).toEqual([
        { id: 'a', status: 'new', pin: '1', code: 'c' },
      ])
    })
  },
)
