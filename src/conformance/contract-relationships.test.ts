import { beforeAll, expect, it } from 'vitest'
import { logIn, PASSWORD, ticketOf, withAdmin } from './callers.js'
import { onDocument } from './documents.js'
import type { Body, TestResponse } from './service.js'

const SESSION = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid', 'x-ticket': { secret: 'ticket_secret' } },
}

const USER = {
  type: 'object',
  'x-stored': true,
  'x-auth-model': true,
  required: ['username', 'email', 'password'],
  properties: {
    username: { type: 'string' },
    email: { type: 'string', 'x-db-settings': { unique: true } },
    password: { type: 'string', writeOnly: true },
    groups: { type: 'array', items: { type: 'string', enum: ['admin', 'user'] }, default: ['user'] },
  },
}

const TYPE = 'application/vnd.api+json'
const content = (schema: object): object => ({ content: { [TYPE]: { schema } } })
const component = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const data = (schema: object): object => ({
  type: 'object',
  required: ['data'],
  properties: { data: schema },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const include = { name: 'include', in: 'query', schema: { type: 'string' } }
const sparse = { name: 'fields[articles]', in: 'query', schema: { type: 'string' } }
const identifier = (type: string): object => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { const: type }, id: { type: 'string' } },
})
const resource = (type: string, relationships?: object): object => ({
  'x-stored': true,
  type: 'object',
  required: ['type', 'attributes'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    type: { const: type },
    attributes: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    ...(relationships === undefined ? {} : { relationships: { type: 'object', properties: relationships } }),
  },
})
const one = (type: string): object => ({ anyOf: [identifier(type), { type: 'null' }] })
const linkage = (schema: object): object => ({ type: 'object', properties: { data: schema } })
const creates = (name: string): object => ({
  post: {
    requestBody: content(data(component(name))),
    responses: { 201: { description: 'Created', ...content(data(component(name))) } },
  },
})
const relationship = (schema: object): object => ({
  parameters: [id],
  get: { responses: { 200: { description: 'Identifiers', ...content(data(schema)) } } },
  patch: {
    requestBody: { required: true, ...content(data(schema)) },
    responses: { 204: { description: 'Changed' } },
  },
})

onDocument(
  'relationships of JSON:API at paths of their own',
  {
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles': creates('Article'),
      '/people': creates('Person'),
      '/companies': creates('Company'),
      '/tags': creates('Tag'),
      '/articles/{id}': {
        parameters: [id],
        get: {
          parameters: [include, sparse],
          responses: {
            200: {
              description: 'The article',
              ...content({
                type: 'object',
                required: ['data'],
                properties: {
                  data: component('Article'),
                  included: { type: 'array', items: { anyOf: ['Person', 'Company'].map(component) } },
                },
              }),
            },
          },
        },
      },
      '/people/{id}': {
        parameters: [id],
        get: {
          parameters: [include],
          responses: {
            200: {
              description: 'The person',
              ...content({
                type: 'object',
                required: ['data'],
                properties: {
                  data: component('Person'),
                  included: { type: 'array', items: component('Company') },
                },
              }),
            },
          },
        },
      },
      '/articles/{id}/relationships/author': relationship(one('people')),
      '/articles/{id}/relationships/tags': relationship({ type: 'array', items: identifier('tags') }),
    },
    components: {
      schemas: {
        Article: resource('articles', {
          author: linkage({ ...one('people'), 'x-relation': 'Person' }),
          tags: linkage({ type: 'array', items: identifier('tags'), 'x-relation': 'Tag' }),
          topics: linkage({ type: 'array', items: identifier('subjects'), 'x-relation': 'Tag' }),
        }),
        Person: resource('people', { employer: linkage({ ...one('companies'), 'x-relation': 'Company' }) }),
        Company: resource('companies'),
        Tag: resource('tags'),
      },
    },
  },
  (service) => {
    const send = (method: string, path: string, body?: object): Promise<TestResponse> =>
      service().send(method, path, body && JSON.stringify(body), { 'content-type': TYPE })
    const create = async (type: string, name: string, relationships: object = {}): Promise<string> => {
      const body = { data: { type, attributes: { name }, relationships } }
      return String((await send('POST', `/${type}`, body)).body['data']?.['id'])
    }
    const linked = async (path: string): Promise<unknown> => (await send('GET', path)).body['data']
    let article = ''
    let person = ''
    let company = ''

    beforeAll(async () => {
      company = await create('companies', 'Acme')
      person = await create('people', 'Ann', { employer: { data: { type: 'companies', id: company } } })
      article = await create('articles', 'One')
    })

    it('are left out of resource objects of which a request wants only some fields', async () => {
      const partsOf = async (query: string): Promise<unknown> => {
        const { status, body } = await send('GET', `/articles/${article}?${query}`)
        const { attributes, relationships } = Object(body['data'])
        return status === 200 ? [attributes, Object.keys(relationships)] : status
      }
      const name = { name: 'One' }
      expect(await partsOf('')).toEqual([name, ['author', 'tags', 'topics']])
      expect(await partsOf('fields[articles]=tags')).toEqual([name, ['tags']])
      // The response requires the name.
      expect(await partsOf('fields[articles]=')).toEqual([name, []])
      expect(await partsOf('fields[articles]=name,pin')).toBe(400)
      expect(await partsOf('fields[people]=name')).toBe(400)
    })

    it('are included if the response names a single component', async () => {
      const { body } = await send('GET', `/people/${person}?include=employer`)
      expect(body['included']).toEqual([{ id: company, type: 'companies', attributes: { name: 'Acme' } }])
    })

    it('show and replace the only related item', async () => {
      const path = `/articles/${article}/relationships/author`
      expect(await linked(path)).toBeNull()
      const author = { type: 'people', id: person }
      expect((await send('PATCH', path, { data: author })).status).toBe(204)
      expect(await linked(path)).toEqual(author)
      expect((await send('PATCH', path, { data: null })).status).toBe(204)
      expect(await linked(path)).toBeNull()
    })

    it('show and replace all related items, and keep the item as it is', async () => {
      const path = `/articles/${article}/relationships/tags`
      const tags = [await create('tags', 'a'), await create('tags', 'b')].map((key) => ({
        type: 'tags',
        id: key,
      }))
      expect((await send('PATCH', path, { data: tags })).status).toBe(204)
      expect(await linked(path)).toEqual(expect.arrayContaining(tags))
      expect((await send('PATCH', path, { data: tags.slice(0, 1) })).status).toBe(204)
      expect(await linked(path)).toEqual(tags.slice(0, 1))
      expect((await send('GET', `/articles/${article}`)).body['data']?.['attributes']).toEqual({
        name: 'One',
      })
    })

    it.each([
      [{}, '/data'],
      [{ data: { type: 'people', id: 'unknown' } }, '/data'],
      [{ data: { type: 'tags', id: 'x' } }, '/data/type'],
    ])('refuse %j', async (sent, path) => {
      const { status, body } = await send('PATCH', `/articles/${article}/relationships/author`, sent)
      expect([status, body['errors']?.[0]?.['path']]).toEqual([400, path])
    })

    it('are a 404 without the item', async () => {
      expect((await send('GET', `/articles/${person}/relationships/author`)).status).toBe(404)
    })

    it('lead to included items over two of them', async () => {
      await send('PATCH', `/articles/${article}/relationships/author`, {
        data: { type: 'people', id: person },
      })
      const included = async (names: string): Promise<readonly unknown[]> => {
        const { body } = await send('GET', `/articles/${article}?include=${names}`)
        return [body['included'] ?? []].flat().map((each: Body) => each['attributes']?.['name'])
      }
      expect(await included('author.employer')).toEqual(['Ann', 'Acme'])
      expect(await included('author')).toEqual(['Ann'])
      expect((await send('GET', `/articles/${article}?include=employer`)).status).toBe(400)
    })
  },
  { everyEngine: true },
)

onDocument(
  'relationships of JSON:API to items that callers cannot view',
  {
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    security: [{ session: [] }],
    'x-acl': { collection: 'allow authenticated all' },
    paths: {
      '/articles': creates('Article'),
      '/tags': { ...creates('Tag'), 'x-acl': { collection: 'allow g:admin all' } },
      '/articles/{id}': {
        parameters: [id],
        get: { responses: { 200: { description: 'OK', ...content(data(component('Article'))) } } },
      },
      '/articles/{id}/relationships/tags': relationship({ type: 'array', items: identifier('tags') }),
    },
    components: {
      securitySchemes: SESSION,
      schemas: {
        User: USER,
        Article: resource('articles', { tags: linkage({ type: 'array', items: identifier('tags') }) }),
        Tag: resource('tags'),
      },
    },
  },
  (service) => {
    it('contain their identifiers, so that clients can send them back', async () => {
      const account = { username: 'amy', email: 'amy@example.com', password: PASSWORD }
      await service().send('POST', '/auth/register', account)
      const amy = ticketOf(await logIn(service(), '', 'amy'))
      const root = ticketOf(await logIn(service(), '', 'root'))
      const headers = { 'content-type': TYPE }
      const made = async (type: string, relationships?: object): Promise<object> => {
        const body = { data: { type, attributes: { name: 'x' }, relationships } }
        const { body: found } = await service().send('POST', `/${type}`, body, { ...headers, ...root })
        return { id: found['data']?.['id'], type }
      }
      const tag = await made('tags')
      const article = await made('articles', { tags: { data: [tag] } })
      const path = `/articles/${String(Reflect.get(article, 'id'))}`
      const shown = await service().send('GET', `${path}/relationships/tags`, undefined, amy)
      expect([shown.status, shown.body]).toEqual([200, { data: [tag] }])
      const sent = await service().send('PATCH', `${path}/relationships/tags`, shown.body, {
        ...headers,
        ...amy,
      })
      expect(sent.status).toBe(204)
      const { body } = await service().send('GET', path, undefined, root)
      expect(body['data']?.['relationships']?.['tags']).toEqual({ data: [tag] })
    })
  },
  {
    settings: { auth: true, ticket_secret: 'a secret that these tests know', ...withAdmin },
    everyEngine: true,
  },
)

onDocument(
  'relationships of JSON:API with links',
  {
    openapi: '3.1.0',
    info: { title: 'Accounts', version: '1' },
    paths: {
      '/accounts': creates('Account'),
      '/transactions': creates('Transaction'),
      '/accounts/{id}': {
        parameters: [id],
        get: { responses: { 200: { description: 'OK', ...content(data(component('Account'))) } } },
      },
      '/transactions/{id}': {
        parameters: [id],
        get: { responses: { 200: { description: 'OK', ...content(data(component('Transaction'))) } } },
      },
    },
    components: {
      schemas: {
        Account: {
          ...resource('accounts', {
            transactions: {
              type: 'object',
              required: ['links'],
              properties: {
                links: {
                  type: 'object',
                  required: ['related'],
                  properties: {
                    self: { type: 'string' },
                    related: { type: 'string', 'x-link': '/accounts/{id}/transactions' },
                  },
                },
              },
            },
          }),
          required: ['type', 'attributes', 'relationships'],
        },
        Transaction: resource('transactions', {
          account: {
            type: 'object',
            required: ['data'],
            properties: {
              data: { ...identifier('accounts'), 'x-relation': 'Account' },
              links: {
                type: 'object',
                properties: {
                  related: {
                    type: 'object',
                    properties: { href: { type: 'string', 'x-link': '/accounts/{account}' } },
                  },
                },
              },
            },
          },
        }),
      },
    },
  },
  (service) => {
    it('contain the links, alone or beside the identifiers', async () => {
      const create = async (type: string, relationships: object): Promise<Body> => {
        const body = { data: { type, attributes: { name: 'x' }, relationships } }
        const sent = await service().send('POST', `/${type}`, JSON.stringify(body), { 'content-type': TYPE })
        return sent.body
      }
      const { data: account } = await create('accounts', {})
      const key = String(account?.['id'])
      const found = { type: 'accounts', id: key }
      const { data: made } = await create('transactions', { account: { data: found } })
      const show = async (path: string): Promise<unknown> =>
        (await service().send('GET', path)).body['data']?.['relationships']
      expect(await show(`/accounts/${key}`)).toEqual({
        transactions: { links: { related: expect.stringMatching(`/accounts/${key}/transactions$`) } },
      })
      expect(await show(`/transactions/${String(made?.['id'])}`)).toEqual({
        account: { data: found, links: { related: { href: expect.stringMatching(`/accounts/${key}$`) } } },
      })
    })
  },
)

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const orders = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [{ session: [] }],
  'x-acl': { collection: 'allow authenticated all' },
  paths: {
    '/buyers': {
      post: {
        requestBody: json(component('Buyer')),
        responses: { 201: { description: 'Created', ...json(component('Buyer')) } },
      },
    },
    '/orders': {
      get: {
        responses: { 200: { description: 'OK', ...json({ type: 'array', items: component('Order') }) } },
      },
      post: {
        requestBody: json(component('Order')),
        responses: { 201: { description: 'Created', ...json(component('Order')) } },
      },
    },
  },
  components: {
    securitySchemes: SESSION,
    schemas: {
      User: USER,
      Buyer: {
        'x-stored': true,
        'x-row-rules': ['allow g:admin all', 'allow authenticated view where user={{user.username}}'],
        type: 'object',
        required: ['id', 'user'],
        properties: { id: { type: 'integer' }, user: { type: 'string' } },
      },
      Order: {
        'x-stored': true,
        'x-row-rules': ['allow authenticated all'],
        type: 'object',
        required: ['id', 'buyer'],
        properties: { id: { type: 'integer' }, buyer: component('Buyer') },
      },
    },
  },
}

onDocument(
  'required related items that row rules hide',
  orders,
  (service) => {
    it('are left out, with their keys, of items that the caller can view', async () => {
      const account = { username: 'amy', email: 'amy@example.com', password: PASSWORD }
      await service().send('POST', '/auth/register', account)
      const amy = ticketOf(await logIn(service(), '', 'amy'))
      const root = ticketOf(await logIn(service(), '', 'root'))
      for (const [number, user] of [
        [1, 'amy'],
        [2, 'bob'],
      ] as const) {
        const buyer = { id: number, user }
        await service().send('POST', '/buyers', buyer, root)
        expect((await service().send('POST', '/orders', { id: number, buyer }, root)).status).toBe(201)
      }
      const { body } = await service().send('GET', '/orders', undefined, amy)
      expect(body).toEqual([{ id: 1, buyer: { id: 1, user: 'amy' } }, { id: 2 }])
    })
  },
  {
    settings: {
      auth: true,
      ticket_secret: 'a secret that these tests know',
      validate_responses: false,
      ...withAdmin,
    },
    everyEngine: true,
  },
)

const item = (name: string): object => ({
  parameters: [id],
  get: { responses: { 200: { description: 'OK', ...content(data(component(name))) } } },
})
const ruled = {
  'x-row-rules': [
    'allow g:admin all',
    'allow everyone view where shared=true',
    'allow authenticated all where holder={{user.username}}',
  ],
}
const held = (type: string, relationships: object): object => ({
  'x-stored': true,
  ...ruled,
  type: 'object',
  required: ['id', 'type', 'attributes'],
  properties: {
    id: { type: 'string' },
    type: { const: type },
    attributes: { type: 'object', properties: { shared: { type: 'boolean' }, holder: { type: 'string' } } },
    relationships: { type: 'object', properties: relationships },
  },
})
const many = (type: string): object => ({ type: 'array', items: identifier(type) })

onDocument(
  'relationships of JSON:API with row rules',
  {
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    security: [{ session: [] }, {}],
    'x-acl': { collection: 'allow everyone all', item: 'allow everyone all' },
    paths: {
      '/articles': creates('Article'),
      '/people': creates('Person'),
      '/notes': creates('Note'),
      '/tags': creates('Tag'),
      '/articles/{id}': item('Article'),
      '/articles/{id}/relationships/author': relationship(one('people')),
      '/articles/{id}/relationships/notes': relationship(many('notes')),
      '/articles/{id}/relationships/tags': relationship(many('tags')),
    },
    components: {
      securitySchemes: SESSION,
      schemas: {
        User: { ...USER, 'x-row-rules': ['allow everyone all'] },
        Article: held('articles', {
          author: linkage({ ...one('people'), 'x-relation': 'Person' }),
          notes: linkage({ ...many('notes'), 'x-relation': 'Note.article' }),
          tags: linkage({ ...many('tags'), 'x-relation': 'Tag' }),
        }),
        Person: held('people', {}),
        Note: held('notes', { article: linkage({ ...one('articles'), 'x-relation': 'Article' }) }),
        Tag: held('tags', { articles: linkage({ ...many('articles'), 'x-relation': 'Article' }) }),
      },
    },
  },
  (service) => {
    const known = new Map<string, object>()
    const send = (who: string, method: string, path: string, body?: object): Promise<TestResponse> =>
      service().send(method, path, body, { 'content-type': TYPE, ...known.get(who) })
    const at = (article: string, name: string): string => `/articles/${article}/relationships/${name}`
    /** The items at the other end: one that is shared by somebody else, one of somebody else, and one that does not exist. */
    const ENDS = ['shared', 'hidden', 'none'] as const

    beforeAll(async () => {
      known.set('root', ticketOf(await logIn(service(), '', 'root')))
      const account = { username: 'amy', email: 'amy@example.com', password: PASSWORD }
      known.set('amy', ticketOf(await service().send('POST', '/auth/register', account)))
      for (const type of ['articles', 'people', 'notes', 'tags'])
        for (const [key, attributes] of Object.entries({
          own: { holder: 'amy' },
          shared: { holder: 'root', shared: true },
          hidden: { holder: 'root' },
        }))
          await send('root', 'POST', `/${type}`, { data: { id: key, type, attributes } })
    })

    it.each([
      // Linking the item at the other end changes it, unless the article contains its key.
      ['author', 'people', [204, 400, 400]],
      ['notes', 'notes', [403, 400, 400]],
      ['tags', 'tags', [403, 400, 400]],
    ])('%s: callers link only what they can view, and change', async (name, type, expected) => {
      const linking = (key: string): object => {
        const end = { type, id: key }
        return { data: name === 'author' ? end : [end] }
      }
      const statuses = async (article: string): Promise<readonly number[]> => {
        const found: number[] = []
        for (const key of ENDS)
          found.push((await send('amy', 'PATCH', at(article, name), linking(key))).status)
        return found
      }
      expect(await statuses('own')).toEqual(expected)
      expect(await statuses('shared')).toEqual([403, 403, 403])
      expect(await statuses('hidden')).toEqual([404, 404, 404])
      expect((await send('amy', 'GET', at('hidden', name))).status).toBe(404)
    })

    it.each([
      ['author', 'people', null],
      ['notes', 'notes', []],
      ['tags', 'tags', []],
    ])('%s: hidden ends are not shown, and stay linked', async (name, type, nothing) => {
      const hidden = { type, id: 'hidden' }
      const linked = { data: name === 'author' ? hidden : [hidden] }
      expect((await send('root', 'PATCH', at('own', name), linked)).status).toBe(204)
      expect((await send('amy', 'GET', at('own', name))).body).toEqual({ data: nothing })
      expect((await send('amy', 'PATCH', at('own', name), { data: nothing })).status).toBe(204)
      expect((await send('root', 'GET', at('own', name))).body).toEqual(linked)
    })
  },
  {
    settings: { auth: true, ticket_secret: 'a secret that these tests know', ...withAdmin },
    everyEngine: true,
  },
)
