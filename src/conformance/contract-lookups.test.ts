import { expect, it } from 'vitest'
import { type Known, logIn, PASSWORD, ticketOf, USERS, withAdmin } from './callers.js'
import { onDocument } from './documents.js'
import { onEveryEngine } from './suite.js'

const REPOS = `
openapi: 3.1.0
info: { title: Repos, version: '1' }
paths:
  /repos/{owner}:
    parameters: [{ $ref: '#/components/parameters/owner' }]
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Repo' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Repo' } } } }
      responses: { '201': { $ref: '#/components/responses/Repo' } }
  /repos/{owner}/{repo}:
    parameters: [{ $ref: '#/components/parameters/owner' }, { $ref: '#/components/parameters/repo' }]
    get: { responses: { '200': { $ref: '#/components/responses/Repo' } } }
    patch:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Repo' } } } }
      responses: { '200': { $ref: '#/components/responses/Repo' } }
    delete: { responses: { '200': { description: OK, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } } } } }
  /repos/{owner}/{repo}/issues:
    parameters: [{ $ref: '#/components/parameters/owner' }, { $ref: '#/components/parameters/repo' }]
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Issue' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Issue' } } } }
      responses: { '201': { $ref: '#/components/responses/Issue' } }
  /repos/{owner}/{repo}/issues/{issue_number}:
    parameters: [{ $ref: '#/components/parameters/owner' }, { $ref: '#/components/parameters/repo' }, { $ref: '#/components/parameters/issue' }]
    get: { responses: { '200': { $ref: '#/components/responses/Issue' } } }
    patch:
      requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses: { '200': { $ref: '#/components/responses/Issue' } }
    delete: { responses: { '204': { description: OK } } }
  /repos/{owner}/{repo}/issues/{issue_number}/close:
    parameters: [{ $ref: '#/components/parameters/owner' }, { $ref: '#/components/parameters/repo' }, { $ref: '#/components/parameters/issue' }]
    post: { operationId: close, responses: { '200': { description: OK, content: { application/json: { schema: { type: string } } } } } }
components:
  parameters:
    owner: { name: owner, in: path, required: true, x-scope: owner, schema: { type: string } }
    repo: { name: repo, in: path, required: true, x-key: name, schema: { type: string } }
    issue: { name: issue_number, in: path, required: true, schema: { type: integer } }
  responses:
    Repo: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Repo' } } } }
    Issue: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Issue' } } } }
  schemas:
    Repo:
      type: object
      x-stored: true
      x-unique-together: [[owner, name]]
      required: [name]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        owner: { type: string, readOnly: true }
        name: { type: string }
    Issue:
      type: object
      x-stored: true
      x-unique-together: [[repo, number]]
      required: [number, title]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        repo: { type: string, format: uuid, writeOnly: true, x-relation: Repo }
        number: { type: integer }
        title: { type: string }
        url: { type: string, readOnly: true, x-link: self }
`

onDocument(
  'items that are unique below the items above them',
  REPOS,
  (service) => {
    it('are found by what the path contains', async () => {
      const send = async (method: string, path: string, body?: object) => {
        const answer = await service().send(method, `/repos${path}`, body)
        return [answer.status, answer.body] as const
      }
      for (const owner of ['ann', 'bob'])
        expect(await send('POST', `/${owner}`, { name: 'web' })).toMatchObject([201, { owner, name: 'web' }])
      expect((await send('POST', '/bob', { name: 'web' }))[0]).toBe(409)
      for (const owner of ['ann', 'bob']) {
        const path = `/${owner}/web/issues/1`
        expect(
          await send('POST', `/${owner}/web/issues`, { number: 1, title: `For ${owner}` }),
        ).toMatchObject([201, { number: 1, url: expect.stringMatching(new RegExp(`/repos${path}$`)) }])
        expect(await send('GET', path)).toMatchObject([200, { title: `For ${owner}` }])
        expect(await send('POST', `${path}/close`)).toEqual([200, `For ${owner}`])
        expect(await send('GET', `/${owner}`)).toMatchObject([200, [{ owner, name: 'web' }]])
      }
      expect((await send('POST', '/ann/web/issues', { number: 1, title: 'Again' }))[0]).toBe(409)
      for (const path of ['/bob/web/issues/2', '/bob/app/issues/1', '/cat/web/issues/1', '/cat/web'])
        expect([path, (await send('GET', path))[0]]).toEqual([path, 404])
      expect(await send('PATCH', '/bob/web/issues/1', { title: 'New' })).toMatchObject([
        200,
        { title: 'New' },
      ])
      const app = await send('PATCH', '/bob/web', { name: 'app' })
      expect(app).toMatchObject([200, { name: 'app' }])
      expect(await send('GET', '/ann/web/issues/1')).toMatchObject([200, { title: 'For ann' }])
      expect((await send('DELETE', '/bob/app/issues/1'))[0]).toBe(204)
      expect((await send('GET', '/bob/app/issues/1'))[0]).toBe(404)
      expect((await send('GET', '/ann/web/issues/1'))[0]).toBe(200)
      expect(await send('DELETE', '/bob/app')).toEqual([200, { id: app[1].id }])
    })
  },
  {
    everyEngine: true,
    code: {
      'src/actions/close.ts': `import { registry } from '../generated/index.js'

registry.action('close', ({ item }) => item.title)
`,
    },
  },
)

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const of = (name: string): string => json(`{ $ref: '#/components/schemas/${name}' }`)
const listOf = (name: string): string =>
  json(`{ type: array, items: { $ref: '#/components/schemas/${name}' } }`)

const CORRESPONDENTS = `
openapi: 3.1.0
info: { title: People, version: '1' }
paths:
  /people:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: OK, ${listOf('Person')} } }
    post:
      requestBody: { required: true, ${of('Person')} }
      responses: { '201': { description: OK, ${of('Person')} } }
  /people/{id}/letters:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
      responses: { '200': { description: OK, ${listOf('Letter')} } }
    post:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, ${of('Letter')} }
      responses: { '201': { description: OK, ${of('Letter')} } }
  /people/{nickname}:
    get:
      parameters: [{ name: nickname, in: path, required: true, schema: { type: string, minLength: 3 } }]
      responses: { '200': { description: OK, ${of('Person')} } }
  /people/{nickname}/wave:
    post:
      operationId: wave
      parameters: [{ name: nickname, in: path, required: true, schema: { type: string, minLength: 3 } }]
      responses: { '200': { description: OK, ${json('{ type: string }')} } }
  /people/{email}/mail:
    get:
      operationId: mail
      parameters: [{ name: email, in: path, required: true, schema: { type: string, format: email } }]
      responses: { '200': { description: OK, ${json('{ type: array, items: { type: string } }')} } }
components:
  schemas:
    Person:
      type: object
      x-stored: true
      required: [nickname, email]
      properties:
        id: { type: integer, readOnly: true }
        nickname: { type: string, x-db-settings: { unique: true } }
        email: { type: string, x-db-settings: { unique: true } }
    Letter:
      type: object
      x-stored: true
      required: [text]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string }
        to: { type: integer, readOnly: true, x-relation: Person }
`

onDocument(
  'items whose paths name their parameter differently',
  CORRESPONDENTS,
  (service) => {
    it('are found by the property that each path names, and each parameter has its schema', async () => {
      const send = async (method: string, path: string, body?: object) => {
        const answer = await service().send(method, `/people${path}`, body)
        return [answer.status, answer.body] as const
      }
      const ann = { nickname: 'ann', email: 'ann@example.com' }
      const { id } = (await send('POST', '', ann))[1]
      // The nickname of one is the key of the other.
      expect((await send('POST', '', { nickname: '1000', email: 'bob@example.com' }))[0]).toBe(201)
      expect(await send('GET', '/ann')).toEqual([200, { id, ...ann }])
      expect(await send('GET', '/1000')).toMatchObject([200, { email: 'bob@example.com' }])
      expect((await send('GET', `/${String(id)}`))[0]).toBe(400)
      expect(await send('POST', `/${String(id)}/letters`, { text: 'Hello' })).toMatchObject([201, { to: id }])
      expect(await send('GET', `/${String(id)}/letters`)).toMatchObject([200, [{ text: 'Hello' }]])
      expect((await send('GET', '/ann/letters'))[0]).toBe(400)
      expect(await send('POST', '/ann/wave')).toEqual([200, `ann is ${String(id)}`])
      expect((await send('POST', `/${String(id)}/wave`))[0]).toBe(404)
      expect(await send('GET', '/ann@example.com/mail')).toEqual([200, ['ann@example.com', 'ann']])
      expect((await send('GET', '/bea@example.com/mail'))[0]).toBe(404)
    })
  },
  {
    everyEngine: true,
    code: {
      'src/actions/wave.ts': `import { registry } from '../generated/index.js'

registry.action('wave', ({ item, params }) => params.nickname + ' is ' + item.id)
`,
      'src/actions/mail.ts': `import { registry } from '../generated/index.js'

registry.action('mail', ({ item, params }) => [params.email, item.nickname])
`,
    },
  },
)

const WORDS = `
openapi: 3.1.0
info: { title: Words, version: '1' }
paths:
  /words:
    post: { requestBody: { ${of('Word')} }, responses: { '201': { description: OK, ${of('Word')} } } }
  /words/{valueOf}:
    parameters: [{ name: valueOf, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: OK, ${of('Word')} } } }
components:
  schemas:
    Word:
      type: object
      x-stored: true
      x-key: id
      properties: { id: { type: string, readOnly: true }, text: { type: string } }
`

onDocument('items whose parameter has the name of a member of every object', WORDS, (service) => {
  it('are found by their keys', async () => {
    const { body } = await service().send('POST', '/words', { text: 'moin' })
    expect((await service().send('GET', `/words/${String(body['id'])}`)).body).toEqual(body)
  })
})

const LIBRARY = `
openapi: 3.0.3
info: { title: Library, version: '1' }
servers: [{ url: https://library.example.com/v1 }]
paths:
  /publishers:
    post:
      parameters: [{ name: publisherId, in: query, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Publisher' } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Publisher' } } } } }
  /publishers/{publisher}:
    parameters: [{ name: publisher, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Publisher' } } } } } }
  /publishers/{publisher}/books:
    parameters: [{ name: publisher, in: path, required: true, schema: { type: string } }]
    get:
      parameters:
        - { name: pageSize, in: query, schema: { type: integer, default: 10 } }
        - { name: pageToken, in: query, schema: { type: string } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Books' } } } } }
    post:
      parameters: [{ name: bookId, in: query, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /publishers/{publisher}/books/{book}:
    parameters:
      - { name: publisher, in: path, required: true, schema: { type: string } }
      - { name: book, in: path, required: true, schema: { type: string } }
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }
    patch:
      parameters: [{ name: updateMask, in: query, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
components:
  schemas:
    Publisher:
      type: object
      x-stored: true
      properties:
        id: { type: string, writeOnly: true }
        name: { type: string, readOnly: true, x-link: 'publishers/{publisher}' }
        displayName: { type: string }
    Book:
      type: object
      x-stored: true
      x-key: uid
      x-unique-together: [[publisher, id]]
      properties:
        id: { type: string, writeOnly: true, x-db-settings: { default: '{{uuid.uuid4}}' } }
        publisher: { type: string, writeOnly: true, x-relation: Publisher }
        uid: { type: string, format: uuid, readOnly: true }
        name: { type: string, readOnly: true, x-link: 'publishers/{publisher}/books/{book}' }
        title: { type: string }
        pages: { type: integer }
    Books:
      type: object
      properties:
        books: { type: array, items: { $ref: '#/components/schemas/Book' } }
        nextPageToken: { type: string }
`

onDocument('resource names, as in Google APIs', LIBRARY, (service) => {
  it('are the ends of the paths of items', async () => {
    const send = async (method: string, path: string, body?: object) => {
      const answer = await service().send(method, `/v1/publishers${path}`, body)
      return [answer.status, answer.body] as const
    }
    for (const id of ['acme', 'apex']) {
      const name = `publishers/${id}`
      expect(await send('POST', `?publisherId=${id}`, { displayName: id })).toEqual([
        200,
        { name, displayName: id },
      ])
      const book = { name: `${name}/books/one`, title: id, uid: expect.any(String) }
      expect(await send('POST', `/${id}/books?bookId=one`, { title: id })).toEqual([200, book])
      expect(await send('GET', `/${id}/books/one`)).toEqual([200, book])
      expect(await send('GET', `/${id}/books`)).toEqual([200, { books: [book] }])
    }
    const sent = { name: 'publishers/acme/books/one', title: 'New', uid: undefined }
    expect(await send('PATCH', '/acme/books/one?updateMask=title', sent)).toMatchObject([
      200,
      { name: 'publishers/acme/books/one', title: 'New' },
    ])
    // The mask of all members leaves out what the path says.
    await send('PATCH', '/acme/books/one?updateMask=*', { title: 'Long', pages: 900 })
    const emptied = await send('PATCH', '/acme/books/one?updateMask=*', { title: 'Short' })
    expect(emptied).toEqual([200, { name: sent.name, title: 'Short', uid: expect.any(String) }])
    expect(await send('GET', '/acme/books/one')).toEqual(emptied)
    expect((await send('PATCH', '/acme/books/one?updateMask=publisher', {}))[0]).toBe(400)
    expect(await send('GET', '/apex/books/one')).toMatchObject([200, { title: 'apex' }])
    expect((await send('GET', '/apex/books/two'))[0]).toBe(404)
    expect(await send('POST', '/apex/books', { title: 'Unnamed' })).toMatchObject([
      200,
      { name: expect.stringMatching(/^publishers\/apex\/books\/[0-9a-f-]{36}$/) },
    ])
  })
})

const PEOPLE = `
openapi: 3.0.3
info: { title: People, version: '1' }
security: [{ key: [] }, {}]
paths:
  /people:
    x-acl: { collection: [allow everyone all], item: [allow everyone all] }
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Person' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } }
  /people/{email}:
    x-acl: { collection: [allow everyone all], item: [allow everyone all] }
    parameters: [{ name: email, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: x-key } }
  schemas:
    Person:
      type: object
      x-stored: true
      x-key: id
      x-public-fields: [id, title]
      x-auth-fields: [id, title, email]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        email: { type: string, x-db-settings: { unique: true } }
        title: { type: string }
        name: { type: string, readOnly: true, x-link: 'people/{email}' }
        url: { type: string, readOnly: true, x-link: self }
`

onDocument(
  'resource names with a field that only some callers can read',
  PEOPLE,
  (service) => {
    it('are shown to them alone', async () => {
      const key = { 'x-key': '1' }
      const made = await service().send('POST', '/people', { email: 'ann', title: 'Dr' }, key)
      const name = 'people/ann'
      expect([made.status, made.body]).toMatchObject([201, { name, email: 'ann' }])
      expect((await service().send('GET', '/people', undefined, key)).body).toMatchObject([{ name }])
      expect((await service().send('GET', '/people')).body).toEqual([{ id: made.body['id'], title: 'Dr' }])
    })
  },
  {
    settings: { auth: true },
    code: {
      'src/schemes/key.ts': `import { registry } from '../generated/index.js'

registry.scheme('key', ({ caller }) => caller({ name: 'ann' }))
`,
    },
  },
)

const TEAMS = `
openapi: 3.1.0
info: { title: Teams, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all }
paths:
  /users:
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, responses: { '204': { description: OK } } }
  /teams:
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } }, responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } } } }
  /teams/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } } } }
  /teams/{slug}/events:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } }, responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } } } }
  /teams/{slug}/events/{number}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }, { name: number, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } } } }
  /halls:
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Hall' } } } }, responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Hall' } } } } } }
  /halls/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Hall' } } } } } }
  /seal:
    post: { operationId: seal, responses: { '204': { description: OK } } }
components:
${USERS}
    Team:
      type: object
      x-stored: true
      x-key: id
      required: [slug]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        slug: { type: string, x-db-settings: { unique: true } }
    Event:
      type: object
      x-stored: true
      x-unique-together: [[team, number]]
      required: [number]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        number: { type: integer }
        team: { type: string, format: uuid, writeOnly: true, x-relation: Team }
        hall: { type: string, x-relation: Hall }
        url: { type: string, readOnly: true, x-link: self }
    Hall:
      type: object
      x-stored: true
      properties:
        name: { type: string }
        events: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Event' } }
`

onEveryEngine(
  'items whose path contains a field of an item with its own rules',
  (service) => {
    it('have no URL for callers who cannot view that item, and get no rules by operations of the document', async () => {
      const root = ticketOf(await logIn(service(), '', 'root'))
      const known: Record<string, Known> = {}
      for (const username of ['ann', 'bob']) {
        const body = { username, email: `${username}@example.com`, password: PASSWORD }
        await service().send('POST', '/users', body, root)
        known[username] = ticketOf(await logIn(service(), '', username))
      }
      const send = (name: string, method: string, path: string, body?: object) =>
        service().send(method, path, body, known[name])
      await send('ann', 'POST', '/halls', { name: 'north' })
      for (const slug of ['open', 'merger']) {
        await send('ann', 'POST', '/teams', { slug })
        await send('ann', 'POST', `/teams/${slug}/events`, { number: 1, hall: 'north' })
      }
      const urls = async (name: string): Promise<unknown> => {
        const { events } = (await send(name, 'GET', '/halls/north')).body
        return Object.values(events ?? {})
          .map(({ url }) => String(url ?? 'none').replace(/^.*\/teams/, ''))
          .toSorted()
      }
      expect(await urls('bob')).toEqual(['/merger/events/1', '/open/events/1'])
      expect((await send('ann', 'POST', '/seal')).status).toBe(204)
      expect((await send('bob', 'GET', '/teams/merger')).status).toBe(403)
      expect(await urls('bob')).toEqual(['/open/events/1', 'none'])
      expect(await urls('ann')).toEqual(['/merger/events/1', '/open/events/1'])
      const ruled = await service().send('POST', '/teams', { slug: 'sealed', _acl: ['deny bob all'] }, root)
      expect([ruled.status, ruled.body['errors']?.[0]?.['path']]).toEqual([400, '/_acl'])
    })
  },
  {
    api: TEAMS,
    settings: { ...withAdmin, ticket_secret: 'a secret for tests only', database_acls: true },
    code: {
      'src/actions/seal.ts': `import { registry } from '../generated/index.js'

registry.action('seal', async ({ models }) => {
  await models.team.updateMany({ where: { slug: 'merger' }, data: { _acl: 'deny bob all' } })
})
`,
    },
  },
)

const SHOPS = `
openapi: 3.1.0
info: { title: Shops, version: '1' }
paths:
  /shops:
    post:
      requestBody: { ${json("{ type: object, required: [slug], properties: { slug: { type: string, pattern: '^[a-z-]{3,20}$' } } }")} }
      responses: { '201': { description: Created, ${of('Shop')} } }
  /shops/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: OK, ${of('Shop')} } } }
    patch:
      requestBody: { ${json('{ type: object, properties: { slug: { type: string } } }')} }
      responses: { '200': { description: OK, ${of('Shop')} } }
  /shops/{slug}/listings:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { '200': { description: OK, ${listOf('Listing')} } }
    post:
      requestBody: { ${json('{ type: object, required: [title], properties: { title: { type: string } } }')} }
      responses: { '201': { description: Created, ${of('Listing')} } }
components:
  schemas:
    Shop:
      type: object
      x-stored: true
      required: [id, slug]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        slug: { type: string, pattern: '^[a-z-]{3,20}$' }
    Listing:
      type: object
      x-stored: true
      required: [id, title, shop_id]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string }
        shop_id: { type: string, format: uuid, readOnly: true }
        shop: { $ref: '#/components/schemas/Shop' }
`

onDocument(
  'items with an "id" that only the service makes, found by another property',
  SHOPS,
  (service) => {
    it('keep their id and what refers to it if that property changes', async () => {
      const send = async (method: string, path: string, body?: object) => {
        const { status, body: content } = await service().send(method, `/shops${path}`, body)
        return [status, content] as const
      }
      const [, shop] = await send('POST', '', { slug: 'pots' })
      const { id } = shop
      expect([typeof id, shop['slug']]).toEqual(['string', 'pots'])
      expect((await send('POST', '', { slug: 'pots' }))[0]).toBe(409)
      const listing = { title: 'Jug', shop_id: id }
      expect(await send('POST', '/pots/listings', { title: 'Jug' })).toMatchObject([201, listing])
      expect(await send('PATCH', '/pots', { slug: 'jugs' })).toEqual([200, { id, slug: 'jugs' }])
      expect(await send('GET', '/jugs/listings')).toMatchObject([200, [listing]])
      expect((await send('GET', '/pots/listings'))[0]).toBe(404)
      expect((await send('GET', `/${String(id)}`))[0]).toBe(404)
    })
  },
  { everyEngine: true, settings: { auth: false, validate_responses: true } },
)
