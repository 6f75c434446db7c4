import { beforeAll, describe, expect, it } from 'vitest'
import type { Body, TestResponse } from './service.js'
import { Callers, settings } from './rights/teams.js'
import { onEveryEngine } from './suite.js'

onEveryEngine('links', (service) => {
  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    service().send(method, path, body)
  const created = async (path: string, body: unknown): Promise<string> => {
    const response = await send('POST', path, body)
    expect([response.status, response.body]).toEqual([201, expect.anything()])
    return String(response.body['_pk'])
  }
  const keys = async (path: string): Promise<readonly unknown[]> => {
    const { status, body } = await send('GET', path)
    expect([status, body]).toEqual([200, expect.anything()])
    return dataOf(body).map((item) => item['title'] ?? item['name'] ?? item['login'])
  }
  const show = async (path: string): Promise<Body> => (await send('GET', path)).body
  let fair = ''
  let match = ''

  beforeAll(async () => {
    for (const [name, color] of [
      ['art', 'red'],
      ['food', 'green'],
      ['sport', 'red'],
    ])
      await created('/categories', { name, color })
    for (const login of ['amy', 'ben', 'cy']) await created('/people', { login })
    fair = await created('/events', { title: 'fair', categories: ['food', 'art'], guests: ['amy'] })
    match = await created('/events', { title: 'match', categories: ['sport'] })
  })

  describe('lists', () => {
    it('are shown on both sides, in the order of the keys', async () => {
      expect((await show(`/events/${fair}`))['categories']).toEqual(['art', 'food'])
      const { events } = await show('/categories/art')
      expect([events].flat().map(String)).toEqual([fair])
    })

    it('are set as a whole, from both sides', async () => {
      const id = await created('/events', { title: 'both' })
      const set = async (categories: unknown) =>
        (await send('PATCH', `/events/${id}`, { categories })).body['categories']
      expect(await set(['food', 'sport'])).toEqual(['food', 'sport'])
      expect(await set(['sport', 'art', 'art'])).toEqual(['art', 'sport'])
      const key = (await show('/categories/food'))['events']
      const events = [[key].flat(), (await show(`/events/${id}`))['id']].flat()
      const patched = await send('PATCH', '/categories/food', { events })
      expect(patched.status).toBe(200)
      expect((await show(`/events/${id}`))['categories']).toEqual(['art', 'food', 'sport'])
      expect((await show(`/events/${fair}`))['categories']).toEqual(['art', 'food'])
      expect(await set([])).toEqual([])
      const replaced = await send('PUT', `/events/${fair}`, { title: 'fair', categories: ['art', 'food'] })
      expect([replaced.status, replaced.body['guests']]).toEqual([200, []])
      await send('PATCH', `/events/${fair}`, { guests: ['amy'] })
      expect((await send('DELETE', `/events/${id}`)).status).toBe(200)
    })

    it('contain only existing items', async () => {
      const { status, body } = await send('PATCH', `/events/${fair}`, { categories: ['art', 'none'] })
      expect([status, body['errors']]).toEqual([
        400,
        [{ path: '/categories/1', message: 'there is no Category with the key "none"' }],
      ])
      expect((await show(`/events/${fair}`))['categories']).toEqual(['art', 'food'])
    })

    it('show documents that are nested', async () => {
      const { guests } = await show(`/events/${fair}`)
      expect(guests).toMatchObject([{ _type: 'Person', login: 'amy' }])
    })

    it('lead through a model with fields of its own, whose items get defaults', async () => {
      const [ticket] = dataOf(await show('/tickets?person=amy'))
      expect(ticket).toMatchObject({ seat: 'standing' })
      const id = String(ticket?.['_pk'])
      await send('PATCH', `/events/${fair}`, { guests: ['amy', 'ben'] })
      expect(dataOf(await show('/tickets?person=amy')).map((each) => each['_pk'])).toEqual([id])
      expect(dataOf(await show('/tickets'))).toHaveLength(2)
      await send('PATCH', `/events/${fair}`, { guests: ['amy'] })
    })

    it('link items of one model in two directions', async () => {
      await send('PATCH', '/people/amy', { follows: ['ben', 'cy'] })
      await send('PATCH', '/people/ben', { follows: ['amy'], followers: ['amy', 'cy'] })
      expect(await show('/people/amy')).toMatchObject({ follows: ['ben', 'cy'], followers: ['ben'] })
      expect(await show('/people/cy')).toMatchObject({ follows: ['ben'], followers: ['amy'] })
      expect(await keys('/people?follows.follows=amy')).toEqual(['amy', 'cy'])
    })

    it('are changed by bulk requests', async () => {
      const first = await created('/events', { title: 'bulk' })
      const second = await created('/events', { title: 'bulk', categories: ['art'] })
      const { status, body } = await send('PATCH', '/events?title=bulk', { categories: ['food', 'sport'] })
      expect([status, body['count']]).toEqual([200, 2])
      for (const id of [first, second]) {
        expect((await show(`/events/${id}`))['categories']).toEqual(['food', 'sport'])
        await send('DELETE', `/events/${id}`)
      }
    })
  })

  describe('filters', () => {
    it('select by keys and fields of the items in a list', async () => {
      expect(await keys('/events?categories=art')).toEqual(['fair'])
      expect(await keys('/events?categories=art&categories=sport')).toEqual(['fair', 'match'])
      expect(await keys('/events?categories__ne=art')).toEqual(['match'])
      expect(await keys('/events?categories__all=art,food')).toEqual(['fair'])
      expect(await keys('/events?categories.color=green')).toEqual(['fair'])
      expect(await keys('/categories?events.title=fair')).toEqual(['art', 'food'])
      expect(await keys('/categories?events.guests=amy')).toEqual(['art', 'food'])
      expect(await keys('/people?events.categories.color=green')).toEqual(['amy'])
      expect(await keys('/events?guests__exists=false')).toEqual(['match'])
      expect(await keys('/events?_exists_=guests')).toEqual(['fair'])
    })

    it('mean the same item', async () => {
      expect(await keys('/events?categories.color=green&categories.name=food')).toEqual(['fair'])
      expect(await keys('/events?categories.color=green&categories.name=art')).toEqual([])
    })
  })

  describe('sub-resources', () => {
    it('contain the linked items, and create linked items', async () => {
      expect(await keys(`/events/${match}/categories`)).toEqual(['sport'])
      await created(`/events/${match}/categories`, { name: 'ball', color: 'white' })
      expect(await keys(`/events/${match}/categories`)).toEqual(['ball', 'sport'])
      expect((await show(`/events/${match}`))['categories']).toEqual(['ball', 'sport'])
      expect((await send('GET', `/events/${fair}/categories/ball`)).status).toBe(404)
      expect((await send('PATCH', `/events/${match}/categories/ball`, { color: 'blue' })).status).toBe(200)
      expect((await show('/categories/ball'))['color']).toBe('blue')
    })

    it('replace items without losing their links to the parent', async () => {
      const document = await show(`/events/${match}/categories/ball`)
      const sent = await send('PUT', `/events/${match}/categories/ball`, { ...document, color: 'black' })
      expect([sent.status, sent.body['color']]).toEqual([200, 'black'])
      expect(await keys(`/events/${match}/categories`)).toEqual(['ball', 'sport'])
    })

    it('unlink items, which are not deleted', async () => {
      await send('PATCH', `/events/${fair}`, { categories: ['art', 'ball', 'food'] })
      expect((await send('DELETE', `/events/${match}/categories/ball`)).status).toBe(200)
      expect(await keys(`/events/${match}/categories`)).toEqual(['sport'])
      expect((await show(`/events/${fair}`))['categories']).toEqual(['art', 'ball', 'food'])
      const { status, body } = await send('DELETE', `/events/${fair}/categories?name=ball`)
      expect([status, body['count']]).toEqual([200, 1])
      expect((await show(`/events/${fair}`))['categories']).toEqual(['art', 'food'])
      expect((await show('/categories/ball'))['name']).toBe('ball')
    })
  })

  describe('deletion', () => {
    it('removes the links of an item', async () => {
      const id = await created('/events', { title: 'short', categories: ['sport'], guests: ['cy'] })
      expect((await send('DELETE', `/events/${id}`)).status).toBe(200)
      expect([(await show('/categories/sport'))['events']].flat().map(String)).toEqual([match])
      expect(dataOf(await show('/tickets?person=cy'))).toEqual([])
    })

    it('follows backref_ondelete', async () => {
      expect((await send('DELETE', '/categories/sport')).status).toBe(409)
      expect((await send('DELETE', '/categories/ball')).status).toBe(200)
    })
  })
})

function dataOf({ data }: Body): readonly Body[] {
  return Array.isArray(data) ? data : []
}

const operation = (method: string, schema: string): string =>
  `    ${method}: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }, responses: { 200: { description: OK } } }`
const read = '    get: { responses: { 200: { description: OK } } }'
const parameters = (...names: readonly string[]): string =>
  `    parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`

/** Members see a room, and its tags that are not secret. Tags have no list of rooms that a document shows. */
const ROOMS = `openapi: 3.0.3
info: { title: Rooms, version: '1' }
security: [{ session: [] }, {}]
x-acl: { collection: allow everyone all, item: allow everyone all }
paths:
  /users:
${read}
${operation('post', 'User')}
  /rooms:
${read}
${operation('post', 'Room')}
  /rooms/{id}:
${parameters('id')}
${read}
${operation('put', 'Room')}
${operation('patch', 'Room')}
  /rooms/{id}/tags:
${parameters('id')}
${read}
${operation('post', 'Tag')}
  /rooms/{id}/tags/{name}:
${parameters('id', 'name')}
${read}
${operation('put', 'Tag')}
    delete: { responses: { 200: { description: OK } } }
  /rooms/{id}/members:
${parameters('id')}
${read}
    delete: { x-operation: delete_many, responses: { 200: { description: OK } } }
  /rooms/{id}/guides:
${parameters('id')}
${read}
    delete: { x-operation: delete_many, responses: { 200: { description: OK } } }
  /rooms/{id}/guides/{username}:
${parameters('id', 'username')}
    delete: { responses: { 200: { description: OK } } }
  /rooms/{id}/report:
${parameters('id')}
    get: { operationId: report, x-action: true, responses: { 200: { description: OK } } }
  /tags:
${read}
${operation('post', 'Tag')}
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: rooms, x-ticket: { secret: auth_tkt_secret, hashalg: sha256 } }
  schemas:
    User:
      type: object
      x-auth-model: true
      x-stored: true
      x-key: username
      x-row-rules: [allow everyone all]
      required: [username, email, password]
      properties:
        username: { type: string }
        email: { type: string, x-db-settings: { type: string, unique: true, required: true } }
        password: { type: string, x-db-settings: { type: string, required: true } }
        groups: { x-db-settings: { type: list, item_type: string, choices: [admin, user], default: [user] } }
    Room:
      type: object
      x-stored: true
      x-row-rules:
        - allow g:admin all
        - 'allow authenticated view, update where members={{user.username}}'
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        members: { type: array, items: { $ref: '#/components/schemas/User' } }
        guides: { type: array, x-writable-by: ['g:admin'], items: { $ref: '#/components/schemas/User' } }
        tags: { type: array, items: { $ref: '#/components/schemas/Tag' }, x-db-settings: { many_to_many: true } }
    Tag:
      type: object
      x-stored: true
      x-key: name
      x-row-rules:
        - allow g:admin all
        - allow authenticated view where secret=false
        - 'allow authenticated update where owner={{user.username}}'
      properties:
        name: { type: string }
        secret: { type: boolean, default: false }
        owner: { type: string }
`

/** Calls the repositories of the models, whose types the compiler checks. */
const ROOM_REPORT = `import { registry } from '../generated/index.js'

registry.action('report', async ({ item, user, models }) => {
  const { id } = await models.room.create({ data: { name: 'made', tags: ['open'] } })
  await models.room.update({ where: { id }, data: { tags: ['open', 'own'] } })
  const made = await models.room.findUnique({ where: { id }, include: { tags: true } })
  const some = await models.room.findMany({ where: { tags: { some: { owner: 'ada' } } }, include: { tags: true } })
  const none = await models.room.count({ where: { tags: { none: { owner: 'ada' } } } })
  const seen = await models.$as(user).room.findUnique({ where: { id: item.id }, include: { tags: true } })
  await models.room.delete({ where: { id } })
  const { roomTagLink } = models.$as(user)
  const links = await roomTagLink.findMany()
  const added = await roomTagLink.create({ data: { room: item.id, tag: 'open' } }).catch((error: Error) => error.name)
  const changed = await models
    .$as(user)
    .tag.updateMany({ where: { name: 'kept' }, data: { secret: false } })
    .catch((error: Error) => error.name)
  return {
    links: links.map(({ tag }) => tag).sort(),
    added,
    changed,
    made: made?.tags.map(({ name }) => name),
    some: some.map(({ name, tags }) => [name, tags.length]),
    none,
    seen: seen?.tags.map(({ name }) => name),
  }
})
`

onEveryEngine(
  'rooms',
  (service) => {
    const callers = new Callers(service)
    let room = ''
    let other = ''
    const tags = async (who: string): Promise<unknown> =>
      (await callers.send(who, 'GET', `/rooms/${room}`)).body['tags']

    beforeAll(async () => {
      await callers.prepare('ada', 'bob')
      await callers.make('/tags', { name: 'open', owner: 'bob' })
      await callers.make('/tags', { name: 'own', owner: 'ada' })
      await callers.make('/tags', { name: 'hidden', secret: true, owner: 'ada' })
      await callers.make('/tags', { name: 'closed', secret: true, owner: 'bob' })
      room = String(await callers.make('/rooms', { name: 'room', tags: ['own', 'closed'] }))
      other = String(await callers.make('/rooms', { name: 'other', tags: ['own'] }))
    })

    describe('row rules', () => {
      it('lead through the list', async () => {
        expect(await callers.status('ada', 'GET', `/rooms/${room}`)).toBe(404)
        expect(await callers.status('root', 'PATCH', `/rooms/${room}`, { members: ['ada'] })).toBe(200)
        expect(await callers.status('ada', 'GET', `/rooms/${room}`)).toBe(200)
        expect(await callers.status('bob', 'GET', `/rooms/${room}`)).toBe(404)
        expect(await callers.status('ada', 'GET', `/rooms/${other}`)).toBe(404)
      })

      it('hide items in lists, and what filters say about them', async () => {
        expect([await tags('root'), await tags('ada')]).toEqual([['closed', 'own'], ['own']])
        const total = async (query: string) => (await callers.send('ada', 'GET', query)).body['total']
        expect(await total('/rooms?tags=own')).toBe(1)
        expect(await total('/rooms?tags=closed')).toBe(0)
        expect(await total('/rooms?tags.owner=bob')).toBe(0)
        expect(await total(`/rooms/${room}/tags`)).toBe(1)
      })

      it('decide which items can be linked and unlinked', async () => {
        const patch = (list: readonly string[]) =>
          callers.status('ada', 'PATCH', `/rooms/${room}`, { tags: list })
        expect(await patch(['own', 'open'])).toBe(403)
        expect(await patch(['own', 'hidden'])).toBe(400)
        expect(await tags('root')).toEqual(['closed', 'own'])
        expect(await patch([])).toBe(200)
        expect(await tags('root')).toEqual(['closed'])
        expect(await patch(['own'])).toBe(200)
        expect(await tags('root')).toEqual(['closed', 'own'])
        const document = (await callers.send('ada', 'GET', `/rooms/${room}`)).body
        expect(await callers.status('ada', 'PUT', `/rooms/${room}`, document)).toBe(200)
        expect(await tags('root')).toEqual(['closed', 'own'])
      })

      it('decide which items can be unlinked from their parent', async () => {
        await callers.send('root', 'PATCH', `/rooms/${room}`, { tags: ['closed', 'open', 'own'] })
        expect(await callers.status('bob', 'DELETE', `/rooms/${room}/tags/open`)).toBe(404)
        expect(await callers.status('ada', 'DELETE', `/rooms/${room}/tags/closed`)).toBe(404)
        expect(await callers.status('ada', 'DELETE', `/rooms/${room}/tags/open`)).toBe(403)
        expect(await tags('root')).toEqual(['closed', 'open', 'own'])
        expect(await callers.status('ada', 'DELETE', `/rooms/${room}/tags/own`)).toBe(200)
        expect(await tags('root')).toEqual(['closed', 'open'])
        await callers.send('root', 'PATCH', `/rooms/${room}`, { tags: ['closed', 'own'] })
      })
    })

    it('is written by requests that remove items from their parent', async () => {
      const path = `/rooms/${room}`
      const list = async (name: string) => (await callers.send('root', 'GET', path)).body[name]
      await callers.send('root', 'PATCH', path, { guides: ['bob', 'root'] })
      expect(await callers.status('ada', 'PATCH', path, { guides: [] })).toBe(403)
      expect(await callers.status('ada', 'DELETE', `${path}/guides/bob`)).toBe(403)
      expect(await callers.status('ada', 'DELETE', `${path}/guides?username=bob`)).toBe(403)
      expect(await list('guides')).toEqual(['bob', 'root'])
      expect(await callers.status('root', 'DELETE', `${path}/guides/bob`)).toBe(200)
      expect(await list('guides')).toEqual(['root'])
      // Without members, the rules would no longer cover the room.
      expect(await callers.status('ada', 'PATCH', path, { members: [] })).toBe(403)
      expect(await callers.status('ada', 'DELETE', `${path}/members`)).toBe(403)
      expect(await list('members')).toEqual(['ada'])
    })

    it('keeps the other links of an item whose list no document shows', async () => {
      const path = `/rooms/${room}/tags/own`
      const item = (await callers.send('root', 'GET', path)).body
      expect(Object.keys(item)).not.toContain('rooms')
      expect(await callers.status('root', 'PUT', path, { name: 'own', owner: 'ada' })).toBe(200)
      expect((await callers.send('root', 'GET', `/rooms/${other}`)).body['tags']).toEqual(['own'])
      expect(await tags('root')).toEqual(['closed', 'own'])
    })

    it('is written, filtered and included by repositories', async () => {
      const { status, body } = await callers.send('ada', 'GET', `/rooms/${room}/report`)
      expect([status, body]).toEqual([
        200,
        {
          made: ['open', 'own'],
          some: [
            ['room', 2],
            ['other', 1],
            ['made', 2],
          ],
          links: ['own'],
          added: 'Forbidden',
          changed: { count: 0 },
          none: 0,
          seen: ['own'],
        },
      ])
    })

    it('hides items whose own rules deny access, and protects their links', async () => {
      await callers.make('/tags', { name: 'barred', owner: 'ada', _acl: ['deny ada all'] })
      await callers.make('/tags', { name: 'kept', owner: 'ada', _acl: ['deny ada update'] })
      const path = `/rooms/${room}`
      await callers.send('root', 'PATCH', path, { tags: ['barred', 'kept', 'own'] })
      expect(await tags('ada')).toEqual(['kept', 'own'])
      const total = async (query: string) => (await callers.send('ada', 'GET', query)).body['total']
      for (const query of ['tags=barred', 'tags__any=barred', 'tags__all=own,barred', 'tags.name=barred'])
        expect([query, await total(`/rooms?${query}`)]).toEqual([query, 0])
      expect(await total(`${path}/tags`)).toBe(2)
      for (const list of [[], ['own'], ['barred', 'kept', 'own']])
        expect([list, await callers.status('ada', 'PATCH', path, { tags: list })]).toEqual([list, 403])
      expect(await callers.status('ada', 'DELETE', `${path}/tags/kept`)).toBe(403)
      expect(await callers.status('ada', 'DELETE', `${path}/tags/barred`)).toBe(403)
      // Repositories that are restricted to a user obey the same rules.
      const { body } = await callers.send('ada', 'GET', `${path}/report`)
      expect(body).toMatchObject({ seen: ['kept', 'own'], links: ['kept', 'own'], changed: 'Forbidden' })
      expect(await callers.status('ada', 'PATCH', path, { tags: ['kept'] })).toBe(200)
      expect(await tags('root')).toEqual(['barred', 'kept'])
    })
  },
  {
    api: ROOMS,
    settings: { ...settings, database_acls: true },
    search: 'also',
    code: { 'src/actions/report.ts': ROOM_REPORT },
  },
)

const DESK = `#%RAML 0.8
title: Desks
mediaType: application/json
/desks:
  get:
  post:
    body:
      application/json:
        schema: |
          { "type": "object", "properties": {
            "id": { "_db_settings": { "type": "id_field", "primary_key": true } },
            "workers": { "_db_settings": { "type": "relationship", "document": "Worker", "backref_name": "desks", "many_to_many": true, "through": "Seat" } },
            "seats": { "_db_settings": { "type": "relationship", "document": "Seat", "backref_name": "desk", "ondelete": "CASCADE" } } } }
  /{id}:
    get:
    patch:
    delete:
/workers:
  post:
    body:
      application/json:
        schema: |
          { "type": "object", "properties": {
            "name": { "type": "string", "_db_settings": { "type": "string", "primary_key": true } },
            "seats": { "_db_settings": { "type": "relationship", "document": "Seat", "backref_name": "worker", "ondelete": "CASCADE" } } } }
/seats:
  post:
    body:
      application/json:
        schema: |
          { "type": "object", "_event_handlers": { "on_change": ["note_seat"] }, "properties": {
            "id": { "_db_settings": { "type": "id_field", "primary_key": true } },
            "desk_id": { "_db_settings": { "type": "foreign_key", "ref_document": "Desk", "ref_column": "desk.id", "ref_column_type": "id_field" } },
            "worker_name": { "_db_settings": { "type": "foreign_key", "ref_document": "Worker", "ref_column": "worker.name", "ref_column_type": "string" } } } }
/entries:
  get:
  delete:
  post:
    body:
      application/json:
        schema: |
          { "type": "object", "properties": {
            "id": { "_db_settings": { "type": "id_field", "primary_key": true } },
            "what": { "type": "string", "_db_settings": { "type": "string" } } } }
`

const NOTE_SEAT = `import { registry } from '../generated/index.js'

registry.add('note_seat', async ({ action, before, after, models }) => {
  await models.entry.create({ data: { what: \`\${action} \${String((after ?? before)?.worker)}\` } })
})
`

onEveryEngine(
  'desks',
  (service) => {
    const noted = async (): Promise<readonly string[]> => {
      const { body } = await service().send('GET', '/entries?_sort=what')
      await service().send('DELETE', '/entries')
      return dataOf(body).map(({ what }) => String(what))
    }

    it('calls the handlers of changes of the model in between', async () => {
      for (const name of ['ada', 'bob']) await service().send('POST', '/workers', { name })
      const { body } = await service().send('POST', '/desks', { workers: ['ada', 'bob'] })
      expect(await noted()).toEqual(['create ada', 'create bob'])
      const desk = `/desks/${String(body['_pk'])}`
      expect((await service().send('PATCH', desk, { workers: ['bob'] })).body['workers']).toEqual(['bob'])
      expect(await noted()).toEqual(['delete ada'])
      expect((await service().send('DELETE', desk)).status).toBe(200)
      expect(await noted()).toEqual(['delete bob'])
    })
  },
  { api: DESK, code: { 'src/handlers/note-seat.ts': NOTE_SEAT } },
)

const SHELF = `#%RAML 0.8
title: Shelf
mediaType: application/json
/books:
  get:
  post:
    body:
      application/json:
        schema: |
          { "type": "object", "properties": {
            "id": { "_db_settings": { "type": "id_field", "primary_key": true } },
            "title": { "type": "string", "_db_settings": { "type": "string" } },
            "labels": { "_db_settings": { "type": "relationship", "document": "Label", "backref_name": "books", "many_to_many": true } } } }
  /{id}:
    get:
    patch:
    delete:
/labels:
  get:
  post:
    body:
      application/json:
        schema: |
          { "type": "object", "_event_handlers": { "on_change": ["note_label"] }, "properties": {
            "name": { "type": "string", "_db_settings": { "type": "string", "primary_key": true } } } }
  /{name}:
    get:
    patch:
    delete:
`

const NOTE_LABEL = `import { registry } from '../generated/index.js'

registry.add('note_label', async () => undefined)
`

onEveryEngine(
  'shelves',
  (service) => {
    it('keeps the links of other items to an item whose model has handlers of changes', async () => {
      await service().send('POST', '/labels', { name: 'red' })
      const post = async (title: string): Promise<Body | undefined> =>
        (await service().send('POST', '/books', { title, labels: ['red'] })).body['id']
      const [first, second] = [await post('one'), await post('two')]
      expect((await service().send('DELETE', `/books/${String(first)}`)).status).toBe(200)
      expect((await service().send('GET', '/labels/red')).body['books']).toEqual([second])
      expect((await service().send('GET', '/books?q=two&labels=red')).body['total']).toBe(1)
      expect((await service().send('DELETE', '/labels/red')).status).toBe(200)
      expect((await service().send('GET', `/books/${String(second)}`)).body['labels']).toEqual([])
    })

    it('is changed from both ends at the same time', async () => {
      const labels = ['a', 'b', 'c', 'd']
      for (const name of labels) await service().send('POST', '/labels', { name })
      const books: (Body | undefined)[] = []
      for (const title of labels) books.push((await service().send('POST', '/books', { title })).body['id'])
      const rotated = <Item>(list: readonly Item[], by: number): Item[] => [
        ...list.slice(by),
        ...list.slice(1, by),
      ]
      const writes = Array.from({ length: 32 }, (_, n) =>
        n % 2 === 0
          ? service().send('PATCH', `/books/${String(books[n % 4])}`, { labels: rotated(labels, n % 3) })
          : service().send('PATCH', `/labels/${labels[n % 4]}`, { books: rotated(books, n % 3) }),
      )
      expect([...new Set((await Promise.all(writes)).map(({ status }) => status))]).toEqual([200])
    })
  },
  { api: SHELF, code: { 'src/handlers/note-label.ts': NOTE_LABEL }, search: 'also' },
)
