import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const itemOf = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const listOf = (name: string): object => ({
  content: {
    'application/json': { schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } } },
  },
})
const pathOf = (name: string): object => ({
  get: { responses: { 200: { description: 'Items', ...listOf(name) } } },
  post: {
    requestBody: itemOf(name),
    responses: { 201: { description: 'Created', ...itemOf(name) } },
  },
})
const stored = (properties: object): object => ({
  type: 'object',
  'x-stored': true,
  required: Object.keys(properties),
  properties: { id: { type: 'integer' }, ...properties },
})

const document = {
  openapi: '3.0.3',
  info: { title: 'Places', version: '1' },
  paths: {
    '/countries': pathOf('Country'),
    '/cities': pathOf('City'),
    '/streets': pathOf('Street'),
    '/houses': pathOf('House'),
  },
  components: {
    schemas: {
      Country: stored({ name: { type: 'string' } }),
      City: stored({ country: { $ref: '#/components/schemas/Country' } }),
      Street: stored({ city: { $ref: '#/components/schemas/City' } }),
      House: stored({ street: { $ref: '#/components/schemas/Street' } }),
    },
  },
}

onDocument(
  'responses with related items of related items',
  document,
  (service) => {
    it('contain each of them as its schema says', async () => {
      const country = { id: 1, name: 'Peru' }
      const city = { id: 2, country }
      const street = { id: 3, city }
      const house = { id: 4, street }
      for (const [path, item] of Object.entries({
        countries: country,
        cities: city,
        streets: street,
        houses: house,
      }))
        expect((await service().send('POST', `/${path}`, item)).body).toEqual(item)
      const list = async (path: string): Promise<unknown> => (await service().send('GET', path)).body
      expect(await list('/cities')).toEqual([city])
      expect(await list('/streets')).toEqual([street])
      expect(await list('/houses')).toEqual([house])
    })
  },
  { everyEngine: true },
)

onDocument(
  'lists of related items that only a response declares',
  `
openapi: 3.1.0
info: { title: Courses, version: '1' }
paths:
  /courses:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Course' } } } }
      responses: { 201: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Course' } } } } }
  /courses/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get:
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Course' } } } } }
  /courses/{slug}/lessons:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses: { 201: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Lesson' } } } } }
  /v2/courses/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get:
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/CourseV2' } } } } }
  /v3/courses/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        200:
          description: OK
          content:
            application/json:
              schema: { type: object, properties: { slug: { type: string }, tests: { type: array, items: { type: integer } } } }
components:
  schemas:
    Course: { x-stored: true, x-key: slug, type: object, required: [slug], properties: { slug: { type: string } } }
    CourseV2:
      allOf:
        - $ref: '#/components/schemas/Course'
        - { type: object, required: [lessons], properties: { lessons: { type: array, items: { $ref: '#/components/schemas/Lesson' } } } }
    Lesson:
      x-stored: true
      type: object
      required: [id, title]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        course: { type: string, writeOnly: true, x-relation: Course }
    Test:
      x-stored: true
      type: object
      properties: { id: { type: integer, readOnly: true }, course: { type: string, x-relation: Course } }
`,
  (service) => {
    it('are shown there as documents or keys, and nowhere else', async () => {
      await service().send('POST', '/courses', { slug: 'sql' })
      for (const title of ['one', 'two']) await service().send('POST', '/courses/sql/lessons', { title })
      const lessons = [
        { id: 1, title: 'one' },
        { id: 2, title: 'two' },
      ]
      expect((await service().send('GET', '/courses/sql')).body).toEqual({ slug: 'sql' })
      expect((await service().send('GET', '/v2/courses/sql')).body).toEqual({ slug: 'sql', lessons })
      expect((await service().send('GET', '/v3/courses/sql')).body).toEqual({ slug: 'sql', tests: [] })
    })
  },
  { everyEngine: true },
)

const text = { type: 'string' }

onDocument(
  'members that x-member takes from others',
  {
    openapi: '3.1.0',
    info: { title: 'Roofs', version: '1' },
    paths: {
      '/cities': pathOf('City'),
      '/owners': pathOf('Owner'),
      '/roofs': {
        get: {
          'x-operation': 'list',
          parameters: ['headline', 'home', 'filter[home]'].map((name) => ({
            name,
            in: 'query',
            schema: text,
          })),
          responses: { 200: { description: 'Roofs', ...listOf('Summary') } },
        },
        post: {
          requestBody: itemOf('Roof'),
          responses: { 201: { description: 'A roof', ...itemOf('Roof') } },
        },
      },
      '/roofs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          parameters: [{ name: 'expand', in: 'query', schema: text }],
          responses: { 200: { description: 'A roof', ...itemOf('Roof') } },
        },
        put: {
          requestBody: itemOf('Roof'),
          responses: { 200: { description: 'A roof', ...itemOf('Roof') } },
        },
      },
    },
    components: {
      schemas: {
        City: stored({ name: text }),
        Owner: stored({
          name: text,
          city: { $ref: '#/components/schemas/City' },
          roofCount: { type: 'integer', readOnly: true, 'x-member': 'roofs.count' },
        }),
        Roof: {
          type: 'object',
          'x-stored': true,
          required: ['title'],
          properties: {
            id: { type: 'integer' },
            title: text,
            address: {
              type: 'object',
              properties: {
                city: text,
                place: { type: 'object', properties: { floor: { type: 'integer' } } },
              },
            },
            owner: { $ref: '#/components/schemas/Owner' },
            ownerName: { ...text, readOnly: true, 'x-member': 'owner.name' },
          },
        },
        Summary: {
          type: 'object',
          required: ['id', 'headline'],
          properties: {
            id: { type: 'integer' },
            headline: { ...text, 'x-member': 'title' },
            town: { ...text, 'x-member': 'address.city' },
            floor: { type: ['integer', 'null'], 'x-member': 'address.place.floor' },
            ownerId: { ...text, 'x-member': 'owner.id' },
            home: { ...text, 'x-member': 'owner.city.name' },
            offers: { type: 'integer' },
          },
        },
      },
    },
  },
  (service) => {
    const send = (method: string, path: string, body?: object) => service().send(method, path, body)

    it('are renamed fields, parts of objects, and values of related items', async () => {
      const city = { id: 3, name: 'Lima' }
      const owner = { id: 7, name: 'Ada', city }
      const address = { city: 'Cusco', place: { floor: 4 } }
      await send('POST', '/cities', city)
      await send('POST', '/owners', owner)
      const created = await send('POST', '/roofs', { id: 1, title: 'Barn', address, owner })
      expect([created.status, created.body]).toEqual([
        201,
        { id: 1, title: 'Barn', address, owner: { ...owner, roofCount: 1 }, ownerName: 'Ada' },
      ])
      expect((await send('PUT', '/roofs/1', { ...created.body, title: 'Hall' })).body['title']).toBe('Hall')
      const shown = { id: 1, title: 'Hall', address, ownerName: 'Ada' }
      expect((await send('GET', '/roofs/1')).body).toEqual(shown)
      expect((await send('GET', '/roofs/1?expand=owner')).body).toMatchObject({ ...shown, owner: { id: 7 } })
      const lonely = await send('POST', '/roofs', { id: 2, title: 'Shed' })
      expect(lonely.body).toEqual({ id: 2, title: 'Shed' })
      expect((await send('GET', '/roofs')).body).toEqual([
        { id: 1, headline: 'Hall', town: 'Cusco', floor: 4, ownerId: '7', home: 'Lima' },
        { id: 2, headline: 'Shed', floor: null },
      ])
      for (const [query, id] of [
        ['home=Lima', 1],
        ['filter[home]=Lima', 1],
        ['headline=Shed', 2],
      ])
        expect((await send('GET', `/roofs?${query}`)).body).toEqual([expect.objectContaining({ id })])
      expect((await send('GET', '/roofs?home=Rome')).body).toEqual([])
    })

    it('are numbers of related items', async () => {
      const owner = { id: 8, name: 'Bo', city: { id: 3, name: 'Lima' } }
      await send('POST', '/owners', owner)
      const counts = async () => {
        const { body } = await send('GET', '/owners')
        return [body[0]?.['roofCount'], body[1]?.['roofCount']]
      }
      for (const id of [11, 12, 13]) await send('POST', '/roofs', { id, title: 'Loft', owner })
      expect(await counts()).toEqual([1, 3])
      await send('PUT', '/roofs/12', { id: 12, title: 'Loft' })
      expect(await counts()).toEqual([1, 2])
    })
  },
  { everyEngine: true },
)
