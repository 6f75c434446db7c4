import { expect, it } from 'vitest'
import { logIn, PASSWORD, ticketOf, USERS, withAdmin } from './callers.js'
import { onDocument } from './documents.js'

const DOCUMENT = `
openapi: 3.0.3
info: { title: Desk, version: '1' }
paths:
  /people:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }
      responses: { 201: { description: Created, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } }
  /labels:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }
      responses: { 201: { description: Created, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } } }
  /tickets:
    get:
      parameters:
        - { name: assigneeId, in: query, schema: { type: string } }
        - { name: label_id, in: query, schema: { type: integer } }
        - { name: sort_by, in: query, schema: { type: string, enum: [subject] } }
        - { name: sort_dir, in: query, schema: { type: string, enum: [asc, desc] } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
      responses:
        200:
          description: The tickets
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/TicketInput' } } } }
      responses:
        201: { description: Created, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
        400:
          description: Invalid
          content:
            application/json:
              schema:
                type: object
                properties:
                  errors:
                    type: array
                    items: { type: object, properties: { field: { type: string }, issue: { type: string } } }
  /tickets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    patch:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/TicketInput' } } } }
      responses: { 200: { description: Changed, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } } }
components:
  schemas:
    Person:
      type: object
      x-stored: true
      required: [id]
      properties: { id: { type: string, maxLength: 20 } }
    Label:
      type: object
      x-stored: true
      required: [name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
    Ticket:
      type: object
      x-stored: true
      required: [subject, assignee, labels]
      properties:
        id: { type: integer, readOnly: true }
        subject: { type: string }
        assignee: { allOf: [{ $ref: '#/components/schemas/Person' }], nullable: true }
        labels: { type: array, items: { $ref: '#/components/schemas/Label' } }
    TicketInput:
      type: object
      properties:
        subject: { type: string }
        assigneeId: { type: string, nullable: true }
        label_ids: { type: array, items: { type: integer } }
`

onDocument(
  'members of requests with the keys of related items',
  DOCUMENT,
  (service) => {
    const send = async (method: string, path: string, body?: object): Promise<unknown> =>
      (await service().send(method, path, body)).body

    it('link the items, and parameters of these names filter by them', async () => {
      await send('POST', '/people', { id: 'ada' })
      for (const name of ['bug', 'urgent']) await send('POST', '/labels', { name })
      const [bug, urgent] = ['bug', 'urgent'].map((name, index) => ({ id: index + 1, name }))
      const first = { id: 1, subject: 'a', assignee: { id: 'ada' }, labels: [bug, urgent] }
      const second = { id: 2, subject: 'b', assignee: null, labels: [urgent] }
      expect(await send('POST', '/tickets', { subject: 'a', assigneeId: 'ada', label_ids: [1, 2] })).toEqual(
        first,
      )
      expect(await send('POST', '/tickets', { subject: 'b', assigneeId: null, label_ids: [2] })).toEqual(
        second,
      )
      expect(await send('GET', '/tickets?assigneeId=ada')).toEqual([first])
      expect(await send('GET', '/tickets?label_id=1')).toEqual([first])
      expect(await send('GET', '/tickets?label_id=2&sort_by=subject&sort_dir=desc')).toEqual([second, first])
      const changed = { assigneeId: null, label_ids: [] }
      expect(await send('PATCH', '/tickets/1', changed)).toEqual({ ...first, assignee: null, labels: [] })
      expect(await send('PATCH', '/tickets/1', { subject: 'c' })).toMatchObject({ subject: 'c', labels: [] })
    })

    it('are named in errors', async () => {
      expect(await send('POST', '/tickets', { subject: 'c', assigneeId: 'eve' })).toEqual({
        errors: [{ field: 'assigneeId', issue: 'there is no Person with the key "eve"' }],
      })
      expect(await send('POST', '/tickets', { subject: 'c', label_ids: [1, 99] })).toEqual({
        errors: [{ field: 'label_ids.1', issue: 'there is no Label with the key 99' }],
      })
    })

    it('are the only ones that link items', async () => {
      const undeclared = { subject: 'd', assignee: 'ada', labels: [1] }
      expect(await send('POST', '/tickets', undeclared)).toMatchObject({ assignee: null, labels: [] })
    })
  },
  { everyEngine: true },
)

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })

const tagged = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    author_username: { type: 'string' },
    liked_by: { type: 'array', items: { type: 'string' } },
    tagSlugs: { type: 'array', items: { type: 'string' } },
  },
}

onDocument(
  'members of requests with the keys of related items whose key is not "id"',
  {
    openapi: '3.0.3',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles': {
        get: {
          parameters: ['limit', 'tag_slug', 'author_username'].map((name) => ({
            name,
            in: 'query',
            schema: { type: name === 'limit' ? 'integer' : 'string' },
          })),
          responses: {
            200: {
              description: 'Articles',
              ...json({ type: 'array', items: { $ref: '#/components/schemas/Article' } }),
            },
          },
        },
        post: {
          requestBody: json(tagged),
          responses: { 201: { description: 'Made', ...json({ $ref: '#/components/schemas/Article' }) } },
        },
      },
      '/authors/{username}/articles': {
        parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          responses: {
            200: {
              description: 'Articles',
              ...json({ type: 'array', items: { $ref: '#/components/schemas/Article' } }),
            },
          },
        },
      },
      '/tags': {
        post: {
          requestBody: json({ $ref: '#/components/schemas/Tag' }),
          responses: { 201: { description: 'Made', ...json({ $ref: '#/components/schemas/Tag' }) } },
        },
      },
      '/notes': {
        post: {
          requestBody: json({ type: 'object', properties: { tag_slugs: tagged.properties.tagSlugs } }),
          responses: { 201: { description: 'Made', ...json({ $ref: '#/components/schemas/Note' }) } },
        },
      },
      '/authors/{username}': {
        parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
        put: {
          requestBody: json({ $ref: '#/components/schemas/Author' }),
          responses: {
            200: { description: 'Author', ...json({ $ref: '#/components/schemas/Author' }) },
            201: { description: 'Author', ...json({ $ref: '#/components/schemas/Author' }) },
          },
        },
      },
    },
    components: {
      schemas: {
        Author: {
          type: 'object',
          'x-stored': true,
          required: ['username'],
          properties: { username: { type: 'string', maxLength: 20 } },
        },
        Tag: {
          type: 'object',
          'x-stored': true,
          'x-key': 'slug',
          required: ['slug'],
          properties: { slug: { type: 'string', maxLength: 20 } },
        },
        Article: {
          type: 'object',
          'x-stored': true,
          required: ['author', 'tags'],
          properties: {
            id: { type: 'integer', readOnly: true },
            title: { type: 'string' },
            author: { $ref: '#/components/schemas/Author' },
            tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
            liked_by: { type: 'array', items: { type: 'string', 'x-relation': 'Author' }, writeOnly: true },
          },
        },
        Note: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'integer', readOnly: true },
            tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
            tag_slugs: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  (service) => {
    const send = async (method: string, path: string, body?: object): Promise<unknown> =>
      (await service().send(method, path, body)).body

    it('link the items by the name of the key', async () => {
      await send('PUT', '/authors/ada', { username: 'ada' })
      for (const slug of ['news', 'old']) await send('POST', '/tags', { slug })
      const body = { title: 'a', author_username: 'ada', tagSlugs: ['news'] }
      const article = { id: 1, title: 'a', author: { username: 'ada' }, tags: [{ slug: 'news' }] }
      expect(await send('POST', '/articles', body)).toEqual(article)
      expect(await send('GET', '/articles?tag_slug=news')).toEqual([article])
      expect(await send('GET', '/articles?tag_slug=old')).toEqual([])
      expect(await send('GET', '/articles?author_username=ada')).toEqual([article])
    })

    it('leave the articles of an author apart from those that the author likes', async () => {
      for (const username of ['eve', 'joe']) await send('PUT', `/authors/${username}`, { username })
      const body = { title: 'b', author_username: 'eve', liked_by: ['joe'], tagSlugs: [] }
      const made = { title: 'b', author: { username: 'eve' }, tags: [] }
      expect(await send('POST', '/articles', body)).toMatchObject(made)
      expect(await send('GET', '/authors/eve/articles')).toMatchObject([made])
      expect(await send('GET', '/authors/joe/articles')).toEqual([])
    })

    it('are shown beside the property with the items', async () => {
      await send('POST', '/tags', { slug: 'older' })
      expect(await send('POST', '/notes', { tag_slugs: ['older'] })).toEqual({
        id: 1,
        tags: [{ slug: 'older' }],
        tag_slugs: ['older'],
      })
    })
  },
  { everyEngine: true },
)

const seat = { $ref: '#/components/schemas/Seat' }

onDocument(
  'keys in a parameter',
  {
    openapi: '3.1.0',
    info: { title: 'Seats', version: '1' },
    paths: {
      '/seats': {
        get: {
          'x-queries': true,
          parameters: ['starting_after', 'ending_before'].map((name) => ({
            name,
            in: 'query',
            schema: { type: 'string' },
          })),
          responses: { 200: { description: 'Seats', ...json({ type: 'array', items: seat }) } },
        },
        post: {
          parameters: [{ name: 'seatId', in: 'query', schema: { type: 'string' } }],
          requestBody: json({ type: 'object', properties: { row: { type: 'integer' } } }),
          responses: {
            201: {
              description: 'The seat',
              headers: { Location: { schema: { type: 'string' } } },
              ...json(seat),
            },
          },
        },
        put: {
          'x-operation': 'replace',
          requestBody: json(seat),
          responses: { 200: { description: 'The seat', ...json(seat) } },
        },
      },
      '/seats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'The seat', ...json(seat) } } },
      },
    },
    components: {
      schemas: {
        Seat: {
          type: 'object',
          'x-stored': true,
          required: ['id'],
          properties: { id: { type: 'string' }, row: { type: 'integer' } },
        },
      },
    },
  },
  (service) => {
    it('are those of new items, although the body does not declare the key', async () => {
      const made = await service().send('POST', '/seats?seatId=a1', { row: 1 })
      expect([made.status, made.body]).toEqual([201, { id: 'a1', row: 1 }])
      expect(made.headers['location']).toMatch(/\/seats\/a1$/)
      expect((await service().send('GET', '/seats/a1')).body).toEqual({ id: 'a1', row: 1 })
      expect((await service().send('POST', '/seats?seatId=a1', { row: 2 })).status).toBe(409)
      const other = await service().send('POST', '/seats', { row: 3, id: 'a2' })
      expect([other.status, String(other.body['id']) === 'a2']).toEqual([201, false])
    })

    it('are those after or before which a list continues, in the order of the request', async () => {
      for (const [id, row] of [
        ['b1', 5],
        ['b2', 9],
        ['b3', 7],
      ] as const)
        await service().send('POST', `/seats?seatId=${id}`, { row })
      const ids = async (query: string): Promise<unknown> =>
        Object.values((await service().send('GET', `/seats?row__gte=5&${query}`)).body).map(({ id }) => id)
      expect(await ids('_sort=row')).toEqual(['b1', 'b3', 'b2'])
      expect(await ids('_sort=-row&starting_after=b2')).toEqual(['b3', 'b1'])
      expect(await ids('_sort=-row&ending_before=b1')).toEqual(['b2', 'b3'])
      expect(await ids('starting_after=b2')).toEqual(['b3'])
    })
  },
  { everyEngine: true },
)

const person = { $ref: '#/components/schemas/Person' }
const errand = { $ref: '#/components/schemas/Errand' }
const onlyAdmins = { 'x-writable-by': ['g:admin'] }
const anErrand = { requestBody: json(errand), responses: { 200: { description: 'OK', ...json(errand) } } }

const KEY = { type: 'number' }

onDocument(
  'keys that are numbers',
  {
    openapi: '3.0.3',
    info: { title: 'Posts', version: '1' },
    paths: {
      '/posts': {
        get: {
          parameters: [
            { name: 'authorId', in: 'query', schema: KEY },
            { name: 'limit', in: 'query', schema: KEY },
            { name: 'page', in: 'query', schema: { ...KEY, default: 1 } },
          ],
          responses: answer(200, { type: 'array', items: { $ref: '#/components/schemas/Post' } }),
        },
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { authorId: KEY } } },
            },
          },
          responses: answer(201, { $ref: '#/components/schemas/Post' }),
        },
      },
      '/posts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: KEY }],
        get: { responses: answer(200, { $ref: '#/components/schemas/Post' }) },
      },
      '/authors': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { id: KEY } } } },
          },
          responses: answer(201, { $ref: '#/components/schemas/Author' }),
        },
      },
    },
    components: {
      schemas: {
        Post: {
          type: 'object',
          'x-stored': true,
          required: ['id'],
          properties: { id: KEY, authorId: { ...KEY, nullable: true, 'x-relation': 'Author' } },
        },
        Author: { type: 'object', 'x-stored': true, properties: { id: KEY } },
      },
    },
  },
  (service) => {
    it('are integers', async () => {
      const send = async (
        method: string,
        path: string,
        body?: object,
      ): Promise<readonly [number, unknown]> => {
        const response = await service().send(method, path, body)
        return [response.status, response.body]
      }
      const [, author] = await send('POST', '/authors', { id: 7_000_000_000 })
      expect(author).toEqual({ id: 7_000_000_000 })
      const post = { id: 1, authorId: 7_000_000_000 }
      expect(await send('POST', '/posts', { authorId: 7_000_000_000 })).toEqual([201, post])
      expect(await send('GET', '/posts/1')).toEqual([200, post])
      expect(await send('GET', '/posts?authorId=7000000000&page=1&limit=1')).toEqual([200, [post]])
      expect((await send('GET', '/posts/1.5'))[0]).toBe(404)
      for (const path of ['/posts?authorId=1.5', '/posts?limit=1.5'])
        expect((await send('GET', path))[0]).toBe(400)
      expect(await send('GET', '/posts?page=1.5')).toEqual([
        400,
        expect.objectContaining({
          errors: [expect.objectContaining({ path: 'page', message: 'must be an integer >= 1' })],
        }),
      ])
      expect((await send('POST', '/posts', { authorId: 1.5 }))[0]).toBe(400)
      expect((await send('POST', '/authors', { id: 1.5 }))[0]).toBe(400)
    })
  },
  { everyEngine: true },
)

onDocument(
  'keys of related items beside these',
  {
    openapi: '3.1.0',
    info: { title: 'Errands', version: '1' },
    security: [{ session: [] }],
    'x-acl': { collection: 'allow authenticated all', item: 'allow authenticated all' },
    paths: {
      '/people': { post: { 'x-acl': { collection: 'allow g:admin create' }, requestBody: json(person) } },
      '/errands': {
        get: { responses: { 200: { description: 'OK', ...json({ type: 'array', items: errand }) } } },
        post: { ...anErrand, responses: { 201: { description: 'OK', ...json(errand) } } },
      },
      '/errands/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        patch: anErrand,
        put: anErrand,
      },
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', 'x-ticket': { secret: 'auth_tkt_secret' } },
      },
      schemas: {
        Person: {
          type: 'object',
          'x-auth-model': true,
          properties: {
            name: { type: 'string', 'x-db-settings': { type: 'string', primary_key: true } },
            mail: { type: 'string', 'x-db-settings': { type: 'string', unique: true } },
            password: { type: 'string', 'x-db-settings': { type: 'string' } },
            groups: {
              'x-db-settings': {
                type: 'list',
                item_type: 'string',
                choices: ['admin', 'user'],
                default: ['user'],
              },
            },
          },
        },
        Errand: {
          type: 'object',
          'x-stored': true,
          'x-hidden-fields': ['payer_id'],
          required: ['id'],
          properties: {
            id: { type: 'string' },
            boss: person,
            boss_id: { type: 'string', ...onlyAdmins },
            runner: { allOf: [person], ...onlyAdmins },
            runner_id: { type: 'string', readOnly: true },
            maker: person,
            maker_id: { type: 'string', 'x-write-once': true },
            payer: person,
            payer_id: { type: 'string' },
          },
        },
      },
    },
  },
  (service) => {
    it('have the same rules as these', async () => {
      const root = ticketOf(await logIn(service(), '', 'root'))
      const made = { name: 'ada', mail: 'ada@example.com', password: PASSWORD }
      expect((await service().send('POST', '/people', made, root)).status).toBe(201)
      const ada = ticketOf(await logIn(service(), '', 'ada'))
      const send = (method: string, path: string, body: object, as = ada) =>
        service().send(method, path, body, as)
      const first = await send('POST', '/errands', { id: 'e', boss_id: 'root', maker_id: 'ada' }, root)
      expect([first.status, first.body['boss_id'], first.body['maker_id']]).toEqual([201, 'root', 'ada'])
      for (const [member, value] of [
        ['boss_id', 'ada'],
        ['boss', { name: 'ada' }],
        ['runner', { name: 'ada' }],
        ['maker_id', 'root'],
        ['maker', { name: 'root' }],
      ] as const)
        for (const method of ['PATCH', 'PUT'])
          expect([
            method,
            member,
            (await send(method, '/errands/e', { id: 'e', [member]: value })).status,
          ]).toEqual([method, member, 403])
      expect((await send('POST', '/errands', { id: 'f', boss_id: 'ada' })).status).toBe(403)
      const paid = await send('PATCH', '/errands/e', { id: 'e', payer_id: 'ada', runner_id: 'ada' })
      expect([paid.status, Object.keys(paid.body).filter((name) => name.startsWith('payer'))]).toEqual([
        200,
        [],
      ])
      const seen = await service().send('GET', '/errands', undefined, root)
      expect(seen.body[0]).toMatchObject({ boss_id: 'root', maker_id: 'ada', payer_id: 'ada' })
      expect(seen.body[0]).not.toHaveProperty('runner_id')
    })
  },
  { settings: withAdmin },
)

function answer(status: number, schema: object): object {
  return { [status]: { description: 'OK', content: { 'application/json': { schema } } } }
}

const NOTES = `
openapi: 3.0.3
info: { title: Notes, version: '1' }
security: [{ session: [] }]
paths:
  /notes:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses:
        '200': { description: Notes, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }
components:
${USERS}
    Note: { type: object, x-stored: true, properties: { id: { type: integer }, text: { type: string } } }
`

for (const [name, document] of [
  ['users that only registration creates', NOTES],
  [
    'users of a component User that does not say so',
    NOTES.replace('x-auth-model: true', '').replace(
      'paths:',
      `paths:
  /users/{username}:
    get:
      parameters: [{ name: username, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } }`,
    ),
  ],
] as const)
  onDocument(
    name,
    document,
    (service) => {
      it('have the name with which they register, which is their key', async () => {
        const { status, body } = await service().send('POST', '/auth/register', {
          username: 'ada',
          email: 'ada@example.com',
          password: PASSWORD,
        })
        expect([status, body['username']]).toEqual([201, 'ada'])
        expect((await logIn(service(), '', 'ada')).status).toBe(200)
      })
    },
    { settings: { auth: true } },
  )
