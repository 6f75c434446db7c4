import { beforeAll, describe, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, USERS, withAdmin } from './callers.js'
import { onDocument } from './documents.js'
import type { TestResponse } from './service.js'

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const of = (name: string): string => content(`{ $ref: '#/components/schemas/${name}' }`)
const ok = (name: string): string => `responses: { '200': { description: OK, ${of(name)} } }`

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ session: [] }]
paths:
  /me:
    get: { ${ok('User')} }
    patch:
      requestBody: { ${content('{ type: object, properties: { email: { type: string } } }')} }
      ${ok('User')}
    delete: { responses: { '200': { description: Deleted, ${content('{ type: object, required: [username], properties: { username: { type: string } } }')} } } }
  /people/current:
    x-item: self
    put:
      requestBody: { required: true, ${content('{ type: object, required: [email], properties: { email: { type: string } } }')} }
      ${ok('User')}
  /notes:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: Notes, ${content("{ type: array, items: { $ref: '#/components/schemas/Note' } }")} } }
    post:
      requestBody: { ${content('{ type: object, properties: { title: { type: string }, authorId: { type: string } } }')} }
      responses: { '201': { description: The note, ${of('Note')} } }
  /users/{username}:
    x-acl: { item: 'allow g:admin all' }
    parameters: [{ name: username, in: path, required: true, schema: { type: string } }]
    get: { ${ok('User')} }
  /settings:
    x-item: site
    get: { ${ok('Settings')} }
    put: { requestBody: { required: true, ${of('Settings')} }, ${ok('Settings')} }
    patch:
      requestBody: { required: true, ${content('{ type: object, properties: { theme: { type: string } } }')} }
      ${ok('Settings')}
    delete: { responses: { '204': { description: Deleted } } }
  /counter:
    get: { x-item: 1, ${ok('Counter')} }
    put:
      x-item: 1
      requestBody: { required: true, ${of('Counter')} }
      responses: { '201': { description: Created, ${of('Counter')} }, '200': { description: Changed, ${of('Counter')} } }
  /about:
    x-item: about
    get: { ${ok('Page')} }
  /internal:
    x-item: internal
    x-acl: { collection: 'allow g:admin all' }
    get: { ${ok('Page')} }
    put: { requestBody: { required: true, ${of('Page')} }, ${ok('Page')} }
  /firm:
    x-item: acme
    get: { ${ok('Firm')} }
  /firms:
    x-acl: { collection: 'allow g:admin all' }
    post: { requestBody: { ${of('Firm')} }, responses: { '201': { description: The firm, ${of('Firm')} } } }
  /firms/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { ${ok('Firm')} }
  /jobs:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
        - { name: phone, in: query, x-filter: firm.phone, schema: { type: string } }
      responses: { '200': { description: Jobs, ${content("{ type: array, items: { $ref: '#/components/schemas/Job' } }")} } }
    post: { requestBody: { ${of('Job')} }, responses: { '201': { description: The job, ${of('Job')} } } }
components:
${USERS}
    Firm:
      type: object
      x-stored: true
      x-key: name
      properties: { name: { type: string }, phone: { type: string }, url: { type: string, x-link: self } }
    Page:
      type: object
      x-stored: true
      properties: { id: { type: string }, text: { type: string } }
    Job:
      type: object
      x-stored: true
      properties: { id: { type: integer, readOnly: true }, page: { $ref: '#/components/schemas/Page' }, firm: { $ref: '#/components/schemas/Firm' } }
    Note:
      type: object
      x-stored: true
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        author: { $ref: '#/components/schemas/User' }
    Settings:
      type: object
      x-stored: true
      required: [theme]
      properties: { theme: { type: string }, limit: { type: integer, default: 5 } }
    Counter:
      type: object
      x-stored: true
      properties: { id: { type: integer, readOnly: true }, value: { type: integer } }
`

onDocument(
  'an item without a key in the path',
  DOCUMENT,
  (service) => {
    const callers = new Map<string, Known>([['nobody', nobody]])
    const as = (name: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, callers.get(name))

    beforeAll(async () => {
      for (const username of ['amy', 'bob']) {
        await service().send('POST', '/auth/register', {
          username,
          email: `${username}@example.com`,
          password: PASSWORD,
        })
        callers.set(username, ticketOf(await logIn(service(), '', username)))
      }
      callers.set('root', ticketOf(await logIn(service(), '', 'root')))
    })

    describe('is that of the caller', () => {
      it.each(['amy', 'bob'])('as %s sees at "/me"', async (name) => {
        const { status, body } = await as(name, 'GET', '/me')
        expect([status, body]).toEqual([
          200,
          { username: name, email: `${name}@example.com`, groups: ['user'] },
        ])
      })

      it("and nobody's for anonymous callers", async () => {
        expect((await as('nobody', 'GET', '/me')).status).toBe(401)
        expect((await as('nobody', 'PATCH', '/me', { email: 'x@example.com' })).status).toBe(401)
        expect((await as('nobody', 'DELETE', '/me')).status).toBe(401)
      })

      it('which alone changes, and only as the body declares', async () => {
        const { status, body } = await as('amy', 'PATCH', '/me', {
          email: 'a@example.com',
          groups: ['admin'],
        })
        expect([status, body]).toEqual([200, { username: 'amy', email: 'a@example.com', groups: ['user'] }])
        expect((await as('bob', 'GET', '/me')).body['email']).toBe('bob@example.com')
        const put = await as('bob', 'PUT', '/people/current', { email: 'b@example.com' })
        expect([put.status, put.body['email']]).toEqual([200, 'b@example.com'])
        expect((await as('amy', 'GET', '/me')).body['email']).toBe('a@example.com')
      })

      it('with errors of its body after those of the caller', async () => {
        expect((await as('nobody', 'PATCH', '/me', { email: 5 })).status).toBe(401)
        const { status, body } = await as('amy', 'PATCH', '/me', { email: 5 })
        expect([status, body['errors']?.[0]?.['path']]).toEqual([400, '/email'])
      })

      it('whose access rules say nothing of the items of others', async () => {
        expect((await as('root', 'POST', '/notes', { title: 'One', authorId: 'bob' })).status).toBe(201)
        expect((await as('amy', 'GET', '/users/bob')).status).toBe(403)
        expect((await as('amy', 'GET', '/notes')).body[0]?.['author']).toBeUndefined()
        expect((await as('root', 'GET', '/notes')).body[0]?.['author']).toMatchObject({ username: 'bob' })
      })

      it('until the caller deletes it', async () => {
        expect(await as('amy', 'DELETE', '/me')).toMatchObject({ status: 200, body: { username: 'amy' } })
        expect((await as('amy', 'GET', '/me')).status).toBe(401)
        expect((await as('root', 'GET', '/users/amy')).status).toBe(404)
        expect((await as('root', 'GET', '/users/bob')).status).toBe(200)
      })
    })

    describe('is the only one', () => {
      it('which a PUT creates, also several at once', async () => {
        expect((await as('bob', 'GET', '/settings')).status).toBe(404)
        expect((await as('bob', 'PATCH', '/settings', { theme: 'dark' })).status).toBe(404)
        expect((await as('bob', 'PUT', '/settings', {})).status).toBe(400)
        const puts = await Promise.all(
          ['dark', 'light', 'dim'].map((theme) => as('bob', 'PUT', '/settings', { theme })),
        )
        expect(puts.map(({ status }) => status)).toEqual([200, 200, 200])
        expect((await as('bob', 'PUT', '/settings', { theme: 'red', limit: 2 })).body).toEqual({
          theme: 'red',
          limit: 2,
        })
        expect((await as('bob', 'PATCH', '/settings', { theme: 'blue' })).body).toEqual({
          theme: 'blue',
          limit: 2,
        })
        expect((await as('bob', 'GET', '/settings')).body).toEqual({ theme: 'blue', limit: 2 })
        expect((await as('bob', 'DELETE', '/settings')).status).toBe(204)
        expect((await as('bob', 'GET', '/settings')).status).toBe(404)
      })

      it('whose path and access rules say nothing of others', async () => {
        for (const [name, phone] of [
          ['acme', '1'],
          ['other', '2'],
        ]) {
          const made = await as('root', 'POST', '/firms', { name, phone })
          expect(String(made.body['url'])).toMatch(`/firms/${name}`)
          expect((await as('root', 'POST', '/jobs', { firm: { name } })).status).toBe(201)
        }
        expect((await as('bob', 'GET', '/firm')).body).toMatchObject({ name: 'acme', phone: '1' })
        expect((await as('bob', 'GET', '/firms/other')).status).toBe(403)
        expect((await as('bob', 'GET', '/jobs')).body).toEqual([{ id: 1 }, { id: 2 }])
        expect((await as('bob', 'GET', '/jobs?phone=2')).status).toBe(403)
        expect((await as('root', 'GET', '/jobs')).body[1]?.['firm']).toMatchObject({ phone: '2' })
      })

      it('which no other document contains if there are several with different rules', async () => {
        expect((await as('root', 'PUT', '/internal', { text: 'secret' })).status).toBe(200)
        expect((await as('root', 'POST', '/jobs', { page: { id: 'internal' } })).status).toBe(201)
        expect((await as('bob', 'GET', '/internal')).status).toBe(403)
        const { body } = await as('bob', 'GET', '/jobs')
        expect(body[2]).toEqual({ id: 3 })
      })

      it('with an integer key, and with 201 if that is declared', async () => {
        const made = await as('bob', 'PUT', '/counter', { value: 1 })
        expect([made.status, made.body]).toEqual([201, { id: 1, value: 1 }])
        const put = await as('bob', 'PUT', '/counter', { value: 2 })
        expect([put.status, put.body]).toEqual([200, { id: 1, value: 2 }])
      })
    })
  },
  {
    settings: { auth: true, ticket_secret: 'a secret that these tests know', ...withAdmin },
    everyEngine: true,
  },
)

const theme = (id: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${id}' } } }`

onDocument(
  'a POST of the only item at a path',
  `
openapi: 3.0.3
info: { title: Theme, version: '1' }
paths:
  /theme:
    x-item: site
    get: { responses: { '200': { description: The theme, ${theme('Theme')} } } }
    post: { requestBody: { ${theme('Theme')} }, responses: { '201': { description: The theme, ${theme('Theme')} } } }
    delete: { responses: { '204': { description: Gone } } }
  /limit:
    x-item: '7'
    get: { responses: { '200': { description: The limit, ${theme('Limit')} } } }
    post:
      x-operation: create
      requestBody: { ${theme('Limit')} }
      responses: { '200': { description: The limit, ${theme('Limit')} } }
components:
  schemas:
    Theme: { type: object, x-stored: true, required: [color], properties: { color: { type: string } } }
    Limit: { type: object, x-stored: true, properties: { id: { type: integer }, most: { type: integer } } }
`,
  (service) => {
    it('creates it with its key, once', async () => {
      const send = async (method: string, path: string, body?: object, headers = {}): Promise<unknown> => {
        const answer = await service().send(method, path, body, headers)
        return [answer.status, answer.body]
      }
      // RFC 9110, section 13.1.1
      expect(await send('POST', '/theme', { color: 'red' }, { 'if-match': '*' })).toMatchObject([412, {}])
      expect(await send('POST', '/theme', { color: 'red' })).toEqual([201, { color: 'red' }])
      expect(await send('POST', '/theme', { color: 'blue' })).toMatchObject([409, {}])
      expect(await send('GET', '/theme')).toEqual([200, { color: 'red' }])
      expect(await send('DELETE', '/theme')).toMatchObject([204, {}])
      expect(await send('POST', '/limit', { id: 8, most: 1 })).toMatchObject([
        400,
        { errors: [{ path: '/id', message: 'must be 7' }] },
      ])
      expect(await send('POST', '/limit', { most: 1 })).toEqual([200, { id: 7, most: 1 }])
      expect(await send('GET', '/limit')).toEqual([200, { id: 7, most: 1 }])
    })
  },
  { everyEngine: true },
)
