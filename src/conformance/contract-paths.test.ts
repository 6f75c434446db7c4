import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body, TestResponse } from './service.js'

const document = readFileSync(fileURLToPath(new URL('contracts/paths.yaml', import.meta.url)), 'utf8')

const code = {
  'src/errors.ts': `import { registry } from './generated/index.js'
registry.add('error_body', ({ schema, status, detail, errors }) => {
  if (detail.includes('unknown parameter')) throw new Error('not mine')
  return { reason: \`\${schema} \${status} \${errors?.length ?? 0}\`, trace: 't-1' }
})
`,
  'src/actions/post-people-username-ban.ts': `import { registry } from '../generated/index.js'
registry.action('post_people_username_ban', async ({ params, item, models }) => {
  await models.user.update({ where: { id: item.id }, data: { city: params.username } })
})
`,
}

onDocument(
  'paths and errors of a contract',
  document,
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body)
    const valuesIn = (list: Body | undefined, name: string): readonly unknown[] =>
      Object.values(list ?? {}).map((each) => each[name])
    const pathOf = ({ headers }: TestResponse): string => new URL(String(headers['location'])).pathname

    it('finds items by unique fields that paths name', async () => {
      for (const [username, age] of [
        ['ann', 3],
        ['bob', 5],
      ] as const)
        expect((await send('POST', '/users', { username, age, secret: `of ${username}` })).status).toBe(201)
      const ann = (await send('GET', '/people/ann')).body
      expect(ann).toEqual({ id: ann['id'], username: 'ann', age: 3 })
      expect((await send('GET', `/users/${String(ann['id'])}`)).body).toEqual(ann)
      expect((await send('GET', '/users/by-name/ann')).body).toEqual(ann)
      expect((await send('GET', `/people/${String(ann['id'])}`)).status).toBe(404)
      expect((await send('PATCH', '/people/ann', { city: 'Bonn' })).body).toEqual({ ...ann, city: 'Bonn' })
      expect((await send('POST', '/people/ann/ban')).status).toBe(204)
      expect((await send('GET', '/people/ann')).body['city']).toBe('ann')
      expect((await send('POST', '/people/nobody/ban')).status).toBe(404)
    })

    it('generates integer keys that the body may contain, after those that clients chose', async () => {
      const created = async (body: object): Promise<unknown> => {
        const { status, body: order } = await send('POST', '/orders', body)
        return status === 201 ? order['id'] : status
      }
      expect(await created({ quantity: 1 })).toBe(1)
      expect(await created({ id: 40, quantity: 2 })).toBe(40)
      expect(await created({ id: 7 })).toBe(7)
      expect(await created({})).toBe(41)
      expect(await created({ id: 40 })).toBe(409)
      // A key at the end of the range would leave none to generate.
      for (const id of [2 ** 53 - 1, 2 ** 52 + 1]) expect(await created({ id })).toBe(400)
      const ids = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => created(index === 3 ? { id: 1000 } : {})),
      )
      expect(new Set(ids).size).toBe(12)
      expect(ids.every((id) => Number(id) > 41)).toBe(true)
      expect((await send('GET', '/orders/1000')).body['id']).toBe(1000)
    })

    it('shows integer keys of related items as text where the document says so', async () => {
      const order = (await send('POST', '/orders', { id: 5000 })).body['id']
      const invoice = await send('POST', '/invoices', { order_id: String(order) })
      expect([invoice.status, invoice.body['order_id']]).toEqual([201, '5000'])
      expect((await send('GET', '/invoices?order_id=5000')).body).toEqual([invoice.body])
      expect((await send('GET', '/invoices?order_id=1')).body).toEqual([])
      expect((await send('POST', '/invoices', { order_id: null })).body['order_id']).toBeNull()
      for (const order_id of [5000, 'x', '5001'])
        expect((await send('POST', '/invoices', { order_id })).status, String(order_id)).toBeLessThan(500)
      expect((await send('GET', '/invoices?limit=50')).body).toHaveLength(2)
    })

    it('finds items below them', async () => {
      const created = await send('POST', '/people/bob/posts', { title: 'first' })
      // No path leads to a post.
      expect([created.status, created.headers['location']]).toEqual([201, undefined])
      expect(valuesIn((await send('GET', '/people/bob/posts')).body, 'title')).toEqual(['first'])
      expect((await send('GET', '/people/ann/posts')).body).toEqual([])
      expect((await send('GET', '/people/nobody/posts')).status).toBe(404)
    })

    it('scopes collections by a first segment', async () => {
      const created = await send('POST', '/red/notes', { text: 'x' })
      const path = pathOf(created)
      expect(path).toBe(`/v1/red/notes/${String(created.body['id'])}`)
      expect((await service().send('GET', path)).body).toEqual(created.body)
      expect((await service().send('GET', path.replace('red', 'blue'))).status).toBe(404)
      expect((await send('GET', '/blue/notes')).body).toEqual([])
    })

    it("takes svcgen's own query parameters where the document says so, for the fields that it shows", async () => {
      const names = async (query: string): Promise<unknown> =>
        valuesIn((await send('GET', `/users?${query}`)).body['users'], 'username')
      expect(await names('age__gt=4')).toEqual(['bob'])
      expect(await names('_sort=-username&_limit=1')).toEqual(['bob'])
      expect(await names('_sort=username&limit=1&_page=1')).toEqual(['bob'])
      expect(await names('q=ann')).toEqual(['ann'])
      expect(await names('_exists_=city')).toEqual(['ann'])
      for (const query of [
        'secret=of ann',
        'secret__startswith=of',
        '_sort=secret',
        '_exists_=secret',
        'no=1',
        'limit[x]=1',
      ])
        expect((await send('GET', `/users?${query}`)).status, query).toBe(400)
      expect((await send('GET', '/users?_count')).status).toBe(400)
      const paths = (await send('GET', '/openapi.json')).body['paths']
      const parameters = valuesIn(paths?.['/users']?.['get']?.['parameters'], 'name')
      expect(parameters).toEqual(expect.arrayContaining(['limit', '_sort', 'age', 'username']))
      expect(parameters).not.toContain('secret')
    })

    it('prefers paths without parameters for all methods', async () => {
      const { status, headers } = await send('DELETE', '/people/stats')
      expect([status, headers['allow'], headers['content-type']]).toEqual([
        405,
        'GET, HEAD',
        expect.stringMatching(/^application\/problem\+json/),
      ])
      expect((await send('PUT', '/people/stats')).headers['allow']).toBe('GET, HEAD')
      expect((await send('GET', '/people/stats')).status).toBe(501)
    })

    it('accepts other fields of forms, ranges of media types and large keys, and returns what it deletes', async () => {
      const send = service().send
      const created = await send('POST', '/v1/counters', 'number=5&color=red', {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect([created.status, created.body]).toEqual([201, { number: 5 }])
      const other = await send('POST', '/v1/counters', JSON.stringify({ number: 7 }), {
        'content-type': 'application/vnd.counters+json',
      })
      expect([other.status, other.body]).toEqual([201, { number: 7 }])
      expect((await send('GET', '/v1/counters/9223372036854775806')).status).toBe(404)
      expect((await send('DELETE', '/v1/counters/5')).body).toEqual({ counter: { number: 5 } })
      expect((await send('DELETE', '/v1/counters/5')).status).toBe(404)
    })

    it('sends errors as src/errors.ts makes them, and as problem documents if it fails', async () => {
      const conflict = await send('POST', '/users', { username: 'ann' })
      expect([conflict.status, conflict.body]).toEqual([409, { reason: 'Failure 409 1', trace: 't-1' }])
      const missing = await send('GET', '/people/nobody')
      expect([missing.status, missing.body]).toEqual([404, { reason: 'Failure 404 0', trace: 't-1' }])
      const unknown = await send('POST', '/users?a=b', { username: 'cid' })
      expect([unknown.status, unknown.headers['content-type']]).toEqual([
        400,
        expect.stringMatching(/^application\/problem\+json/),
      ])
    })
  },
  { everyEngine: true, code, settings: { validate_responses: true, auth: false } },
)

onDocument(
  'a collection at the root',
  {
    openapi: '3.1.0',
    info: { title: 'Links', version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/': {
        get: {
          parameters: [{ name: 'host', in: 'query', 'x-filter': 'own', schema: { type: 'string' } }],
          responses: json(200, { type: 'array', items: { $ref: '#/components/schemas/Link' } }),
        },
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Link' } } } },
          responses: json(201, { $ref: '#/components/schemas/Link' }),
        },
      },
      '/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: json(200, { $ref: '#/components/schemas/Link' }) },
        delete: { responses: { 204: { description: 'Deleted' } } },
      },
    },
    components: {
      schemas: {
        Link: {
          type: 'object',
          'x-stored': true,
          required: ['code', 'url'],
          properties: { code: { type: 'string' }, url: { type: 'string' } },
        },
      },
    },
  },
  (service) => {
    it('is served with and without a slash', async () => {
      const link = { code: 'a', url: 'https://example.com' }
      expect((await service().send('POST', '/v1/', link)).status).toBe(201)
      expect((await service().send('GET', '/v1')).body).toEqual([link])
      expect((await service().send('GET', '/v1/')).body).toEqual([link])
      expect((await service().send('GET', '/v1/a')).body).toEqual(link)
      expect((await service().send('DELETE', '/v1/a')).status).toBe(204)
      expect((await service().send('GET', '/v1/a')).status).toBe(404)
    })

    it('is built before the function of a filter, without operations of yours, is written', async () => {
      expect((await service().send('GET', '/v1?host=a')).status).toBe(501)
    })

    it('is listed whole if the document declares no limit', async () => {
      for (const code of ['a', 'b', 'c']) await service().send('POST', '/v1', { code, url: 'x' })
      const codes = Object.values((await service().send('GET', '/v1')).body).map(({ code }) => code)
      expect(codes).toEqual(['a', 'b', 'c'])
    })
  },
  { settings: { auth: false, max_limit: 1 } },
)

const comments = { type: 'array', items: { $ref: '#/components/schemas/Comment' } }

onDocument(
  'carts',
  {
    openapi: '3.0.3',
    info: { title: 'Carts', version: '1' },
    servers: [{ url: '/api/v2' }],
    paths: {
      '/': { get: { responses: json(200, { type: 'object', properties: { title: { type: 'string' } } }) } },
      '/carts': {
        post: { responses: json(201, { $ref: '#/components/schemas/Cart' }) },
        get: {
          parameters: [
            { name: 'page_size', in: 'query', schema: { type: 'integer' } },
            { name: 'ordering', in: 'query', 'x-sort': { state: 'state' }, schema: { type: 'string' } },
          ],
          responses: json(200, page({ count: { type: 'integer' } })),
        },
      },
      '/all-carts': {
        get: {
          'x-operation': 'list',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          responses: json(200, page({ count: { type: 'integer' }, total: { type: 'integer' } })),
        },
      },
      '/{source}': {
        parameters: [inPath('source', 'string')],
        get: { responses: json(200, { type: 'string' }) },
        put: { responses: json(200, { type: 'string' }) },
      },
    },
    components: {
      schemas: {
        Cart: {
          type: 'object',
          'x-stored': true,
          properties: { id: { type: 'string', format: 'uuid' }, state: { type: 'string', default: 'new' } },
        },
      },
    },
  },
  (service) => {
    it('are created without a body', async () => {
      const { status, body } = await service().send('POST', '/api/v2/carts')
      expect([status, body]).toEqual([201, { id: expect.any(String), state: 'new' }])
      expect((await service().send('POST', '/api/v2/carts', { state: 'old' })).status).toBe(415)
    })

    it('are counted: all of them, or those on the page beside a total', async () => {
      await service().send('POST', '/api/v2/carts')
      const { body } = await service().send('GET', '/api/v2/carts?page_size=1&ordering=-state')
      expect(body).toEqual({ count: 2, results: [expect.objectContaining({ state: 'new' })] })
      const { count, total } = (await service().send('GET', '/api/v2/all-carts?limit=1')).body
      expect([count, total]).toEqual([1, 2])
    })

    it('are below a root with and without a slash', async () => {
      for (const path of ['/api/v2', '/api/v2/']) {
        expect((await service().send('GET', path)).status, path).toBe(501)
        expect((await service().send('PUT', path)).status, path).not.toBe(501)
      }
    })
  },
  { everyEngine: true },
)

describe.each(['.json', '/'])('paths that end with %s', (end) => {
  onDocument(
    'in a contract',
    {
      openapi: '3.0.3',
      info: { title: 'Tickets', version: '1' },
      servers: [{ url: '/v2' }],
      paths: {
        [`/tickets${end}`]: {
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            responses: json(200, { type: 'array', items: { $ref: '#/components/schemas/Ticket' } }),
          },
          post: {
            requestBody: bodyOf('Ticket'),
            responses: created('Ticket'),
          },
        },
        [`/tickets/{code}${end}`]: {
          parameters: [inPath('code', 'string')],
          get: { responses: json(200, { $ref: '#/components/schemas/Ticket' }) },
          put: {
            requestBody: bodyOf('Ticket'),
            responses: json(200, { $ref: '#/components/schemas/Ticket' }),
          },
          delete: { responses: { 204: { description: 'Deleted' } } },
        },
        [`/tickets/{code}/comments${end}`]: {
          parameters: [inPath('code', 'string')],
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            responses: json(200, comments),
          },
          post: {
            requestBody: bodyOf('Comment'),
            responses: {
              ...created('Comment'),
              ...json(422, { $ref: '#/components/schemas/HTTPValidationError' }),
            },
          },
        },
        [`/tickets/{code}/comments/{id}${end}`]: {
          parameters: [inPath('code', 'string'), inPath('id', 'integer')],
          get: { responses: json(200, { $ref: '#/components/schemas/Comment' }) },
        },
        // A path without the ending is another one.
        '/labels': {
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            responses: json(200, { type: 'array', items: { $ref: '#/components/schemas/Label' } }),
          },
        },
        [`/labels${end}`]: {
          get: { responses: json(200, { type: 'object', properties: { count: { type: 'integer' } } }) },
        },
      },
      components: {
        schemas: {
          Ticket: {
            type: 'object',
            'x-stored': true,
            required: ['code'],
            properties: { code: { type: 'string' }, title: { type: 'string' } },
          },
          Comment: {
            type: 'object',
            'x-stored': true,
            properties: {
              id: { type: 'integer', readOnly: true },
              text: { type: 'string' },
              ticket: { type: 'string', 'x-relation': 'Ticket' },
              url: { type: 'string', readOnly: true, 'x-link': `/tickets/{code}/comments/{id}${end}` },
            },
          },
          HTTPValidationError: {
            type: 'object',
            properties: {
              detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
            },
          },
          ValidationError: {
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: {
              loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
              msg: { type: 'string' },
              type: { type: 'string' },
            },
          },
          Label: { type: 'object', 'x-stored': true, properties: { id: { type: 'integer' } } },
        },
      },
    },
    (service) => {
      const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
        service().send(method, `/v2${path}`, body)

      it('serves items of the collection whose path ends in the same way', async () => {
        const { status, headers } = await send('POST', `/tickets${end}`, { code: 'a.json', title: 'First' })
        const { pathname } = new URL(String(headers['location']))
        expect([status, pathname]).toEqual([201, `/v2/tickets/a.json${end}`])
        const ticket = { code: 'a.json', title: 'First' }
        expect((await service().send('GET', pathname)).body).toEqual(ticket)
        expect((await send('GET', `/tickets${end}`)).body).toEqual([ticket])
        expect((await send('PUT', `/tickets/a.json${end}`, { ...ticket, title: 'New' })).body['title']).toBe(
          'New',
        )
        for (const path of ['/tickets', '/tickets/a.json', '/tickets/a.xml', `/tickets/${end}`])
          expect((await send('GET', path)).status, path).toBe(404)
      })

      it('serves items below an item', async () => {
        const comment = await send('POST', `/tickets/a.json/comments${end}`, { text: 'Hello' })
        expect(comment).toMatchObject({ status: 201, body: { text: 'Hello', ticket: 'a.json' } })
        const { pathname } = new URL(String(comment.headers['location']))
        expect(pathname).toBe(`/v2/tickets/a.json/comments/${String(comment.body['id'])}${end}`)
        expect(comment.body['url']).toBe(comment.headers['location'])
        expect((await service().send('GET', pathname)).body).toEqual(comment.body)
        expect((await send('GET', `/tickets/a.json/comments${end}`)).body).toEqual([comment.body])
        expect((await send('GET', `/tickets/b/comments${end}`)).status).toBe(404)
        expect((await send('DELETE', `/tickets/a.json${end}`)).status).toBe(204)
      })

      it('says where an error is, as in FastAPI', async () => {
        await send('POST', `/tickets${end}`, { code: 'c' })
        const { status, body } = await send('POST', `/tickets/c/comments${end}`, { text: 5 })
        const [message, type] = ['must be string', 'invalid']
        expect([status, body]).toEqual([422, { detail: [{ loc: ['body', 'text'], msg: message, type }] }])
      })

      it('distinguishes paths with and without the ending', async () => {
        expect((await send('GET', '/labels')).body).toEqual([])
        expect((await send('GET', `/labels${end}`)).status).toBe(501)
      })
    },
    { everyEngine: true },
  )
  onDocument(
    'with access rules',
    {
      openapi: '3.0.3',
      info: { title: 'Teams', version: '1' },
      security: [{}, { session: [] }],
      paths: {
        [`/teams${end}`]: {
          'x-acl': { collection: 'allow everyone create', item: 'allow everyone create' },
          post: { requestBody: bodyOf('Team'), responses: created('Team') },
        },
        [`/boards${end}`]: {
          'x-acl': { collection: 'deny everyone view', item: 'deny everyone view' },
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            responses: json(200, { type: 'array', items: { $ref: '#/components/schemas/Board' } }),
          },
        },
        [`/boards/{id}${end}`]: {
          parameters: [inPath('id', 'integer')],
          get: { security: [], responses: json(200, { $ref: '#/components/schemas/Board' }) },
        },
        [`/boards/{board}/cards${end}`]: {
          parameters: [inPath('board', 'integer')],
          get: { security: [], responses: json(200, { type: 'string' }) },
        },
        [`/lists/{id}${end}`]: {
          'x-acl': { collection: 'deny everyone view', item: 'deny everyone view' },
          parameters: [inPath('id', 'integer')],
          get: { responses: json(200, { type: 'string' }) },
        },
        // The parameter has another name.
        [`/lists/{list}/cards${end}`]: {
          parameters: [inPath('list', 'integer')],
          get: { security: [], responses: json(200, { type: 'string' }) },
        },
        [`/teams/{id}${end}`]: {
          'x-acl': { collection: 'allow everyone view', item: 'deny everyone view' },
          parameters: [inPath('id', 'integer')],
          get: { responses: json(200, { $ref: '#/components/schemas/Team' }) },
        },
        [`/teams/{id}/notes${end}`]: {
          'x-acl': { collection: 'allow everyone view', item: 'allow everyone view' },
          parameters: [inPath('id', 'integer')],
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            responses: json(200, { type: 'array', items: { $ref: '#/components/schemas/Note' } }),
          },
        },
      },
      components: {
        schemas: {
          Board: { type: 'object', 'x-stored': true, properties: { id: { type: 'integer' } } },
          Team: { type: 'object', 'x-stored': true, properties: { id: { type: 'integer' } } },
          Note: {
            type: 'object',
            'x-stored': true,
            properties: { id: { type: 'integer' }, team: { type: 'integer', 'x-relation': 'Team' } },
          },
        },
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid', 'x-ticket': {} } },
      },
    },
    (service) => {
      it('applies the rules of a collection to what is below it, whatever its operations require', async () => {
        const below = [`/boards/1${end}`, `/boards/1/cards${end}`, `/lists/1/cards${end}`]
        for (const path of [`/boards${end}`, ...below])
          expect((await service().send('GET', path)).status, path).toBe(401)
      })

      it('protects the items below an item', async () => {
        expect((await service().send('POST', `/teams${end}`, { id: 1 })).status).toBe(201)
        for (const path of [`/teams/1${end}`, `/teams/1/notes${end}`])
          expect((await service().send('GET', path)).status, path).toBe(401)
      })
    },
    { settings: { auth: true } },
  )
})

function created(component: string): object {
  return {
    201: {
      description: 'Created',
      headers: { Location: { schema: { type: 'string' } } },
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${component}` } } },
    },
  }
}

function page(counts: object): object {
  const results = { type: 'array', items: { $ref: '#/components/schemas/Cart' } }
  return { type: 'object', properties: { ...counts, results } }
}

function inPath(name: string, type: string): object {
  return { name, in: 'path', required: true, schema: { type } }
}

function bodyOf(component: string): object {
  return {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${component}` } } },
  }
}

function json(status: number, schema: object): object {
  return { [status]: { description: 'OK', content: { 'application/json': { schema } } } }
}

onDocument(
  'items of OData whose collection has no path of its own',
  {
    openapi: '3.1.0',
    info: { title: 'Products', version: '1' },
    paths: {
      '/Products': {
        post: { requestBody: bodyOf('Product'), responses: created('Product') },
      },
      "/Categories('{Code}')": {
        parameters: [inPath('Code', 'string')],
        get: { responses: json(200, { $ref: '#/components/schemas/Category' }) },
        put: {
          requestBody: bodyOf('Category'),
          responses: {
            ...json(200, { $ref: '#/components/schemas/Category' }),
            ...json(201, { $ref: '#/components/schemas/Category' }),
          },
        },
      },
      "/Categories('{Code}')/Products": {
        parameters: [inPath('Code', 'string')],
        get: { responses: json(200, { type: 'array', items: { $ref: '#/components/schemas/Product' } }) },
      },
    },
    components: {
      schemas: {
        Category: {
          type: 'object',
          'x-stored': true,
          properties: { Code: { type: 'string' }, Title: { type: 'string' } },
        },
        Product: {
          type: 'object',
          'x-stored': true,
          properties: { ID: { type: 'integer' }, category: { type: 'string', 'x-relation': 'Category' } },
        },
      },
    },
  },
  (service) => {
    it('are found by their keys, and what is below them', async () => {
      const category = { Code: "O'x", Title: 'Tea' }
      const path = "/Categories('O''x')"
      expect((await service().send('PUT', path, category)).status).toBe(201)
      expect((await service().send('GET', path)).body).toEqual(category)
      for (const [ID, parent] of [
        [1, category.Code],
        [2, null],
      ] as const)
        await service().send('POST', '/Products', { ID, ...(parent === null ? {} : { category: parent }) })
      expect((await service().send('GET', `${path}/Products`)).body).toEqual([
        { ID: 1, category: category.Code },
      ])
      expect((await service().send('GET', "/Categories('y')/Products")).status).toBe(404)
    })
  },
)
