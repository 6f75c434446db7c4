import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { TestResponse } from './service.js'

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const withForm = (schema: string): string =>
  `content: { application/json: { schema: ${schema} }, application/x-www-form-urlencoded: { schema: ${schema} } }`
const BLOCK = "{ $ref: '#/components/schemas/Block' }"
const BODY = `requestBody: { required: true, ${content(BLOCK)} }`
const item = (status: number): string =>
  `responses: { '${status}': { description: The block, ${content(BLOCK)} } }`

const DOCUMENT = `openapi: 3.1.0
info: { title: Blocks, version: 1.0.0 }
paths:
  /blocks:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
        - { name: kind, in: query, schema: { type: string, enum: [text, image] } }
        - { name: width_gte, in: query, schema: { type: integer } }
      responses: { '200': { description: Blocks, ${content(`{ type: array, items: ${BLOCK} }`)} } }
    post: { ${BODY}, ${item(201)} }
  /blocks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { ${item(200)} }
    put: { ${BODY}, ${item(200)} }
    patch:
      requestBody: { ${content('{ type: object, properties: { caption: { type: string }, text: { type: string } } }')} }
      ${item(200)}
  /holders:
    post:
      requestBody: { ${content("{ $ref: '#/components/schemas/Holder' }")} }
      responses: { '201': { description: The holder, ${content('{ type: object, properties: { id: { type: string }, name: { type: string } } }')} } }
  /tickets:
    post:
      requestBody: { required: true, ${content("{ $ref: '#/components/schemas/Ticket' }")} }
      responses: { '201': { description: The ticket, ${content("{ $ref: '#/components/schemas/Ticket' }")} } }
  /payments:
    post:
      requestBody: { required: true, ${withForm("{ $ref: '#/components/schemas/Payment' }")} }
      responses: { '201': { description: The payment, ${content("{ $ref: '#/components/schemas/Payment' }")} } }
  /figures:
    post:
      requestBody: { required: true, ${withForm("{ $ref: '#/components/schemas/Figure' }")} }
      responses: { '201': { description: The figure, ${content("{ $ref: '#/components/schemas/Figure' }")} } }
  /trips:
    post:
      requestBody: { required: true, ${content("{ $ref: '#/components/schemas/Trip' }")} }
      responses: { '201': { description: The trip, ${content("{ $ref: '#/components/schemas/Trip' }")} } }
components:
  schemas:
    Card:
      type: object
      required: [kind]
      properties: { kind: { type: string, enum: [card, debit] }, amount: { type: string, enum: [low, high] } }
    Transfer:
      type: object
      required: [kind]
      properties: { kind: { type: string, enum: [transfer] }, amount: { type: integer, enum: [1, 2] } }
    Payment:
      x-stored: true
      oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Transfer' }]
      discriminator: { propertyName: kind, mapping: { debit: '#/components/schemas/Card' } }
    Sized:
      type: object
      required: [shape]
      properties: { shape: { type: string }, label: { type: string } }
    Circle: { type: object, required: [radius], properties: { radius: { type: integer } } }
    Square:
      type: object
      required: [fill]
      properties: { fill: { type: string, enum: [square] }, side: { type: integer } }
    Striped:
      type: object
      required: [fill, width]
      properties: { fill: { type: string, enum: [striped] }, width: { type: integer } }
    Filled:
      oneOf: [{ $ref: '#/components/schemas/Square' }, { $ref: '#/components/schemas/Striped' }]
      discriminator: { propertyName: fill }
    Figure:
      x-stored: true
      allOf:
        - { $ref: '#/components/schemas/Sized' }
        - oneOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Filled' }]
          discriminator: { propertyName: shape }
    TripKind: { type: string, enum: [BUS, TRAIN] }
    BusTrip:
      type: object
      required: [kind]
      properties: { kind: { $ref: '#/components/schemas/TripKind' }, line: { type: string } }
    TrainTrip:
      type: object
      required: [kind]
      properties: { kind: { $ref: '#/components/schemas/TripKind' }, track: { type: integer } }
    Trip:
      x-stored: true
      oneOf: [{ $ref: '#/components/schemas/BusTrip' }, { $ref: '#/components/schemas/TrainTrip' }]
      discriminator:
        propertyName: kind
        mapping: { BUS: '#/components/schemas/BusTrip', TRAIN: '#/components/schemas/TrainTrip' }
    AnyTicket:
      type: object
      required: [id, kind]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        kind: { type: string }
        holder: { $ref: '#/components/schemas/Holder' }
    Holder:
      type: object
      x-stored: true
      required: [name]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        name: { type: string }
        tickets: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Ticket' } }
    Seat:
      allOf:
        - { $ref: '#/components/schemas/AnyTicket' }
        - { type: object, required: [seat], properties: { seat: { type: integer } } }
    Standing:
      allOf:
        - { $ref: '#/components/schemas/AnyTicket' }
        - { type: object, properties: { area: { type: string } } }
    Ticket:
      x-stored: true
      oneOf: [{ $ref: '#/components/schemas/Seat' }, { $ref: '#/components/schemas/Standing' }]
      discriminator: { propertyName: kind, mapping: { seat: '#/components/schemas/Seat' } }
    Base:
      type: object
      required: [id, kind, page]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        kind: { type: string }
        page: { type: string }
        note: { type: string, writeOnly: true }
    Text:
      allOf:
        - { $ref: '#/components/schemas/Base' }
        - { type: object, required: [text], properties: { kind: { const: text }, text: { type: string } } }
      unevaluatedProperties: false
    Image:
      allOf:
        - { $ref: '#/components/schemas/Base' }
        - type: object
          required: [url, width]
          properties:
            kind: { const: image }
            url: { type: string, format: uri }
            width: { type: integer }
            caption: { type: [string, 'null'] }
            score: { type: integer, readOnly: true }
      unevaluatedProperties: false
    Picture: { $ref: '#/components/schemas/Image' }
    Block:
      x-stored: true
      oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Picture' }]
      discriminator:
        propertyName: kind
        mapping: { text: '#/components/schemas/Text', image: '#/components/schemas/Picture' }
`

onDocument(
  'stored components with alternatives',
  DOCUMENT,
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body)
    const TEXT = { kind: 'text', page: 'home', text: 'Hello' }
    const IMAGE = { kind: 'image', page: 'home', url: 'https://example.com/a.png', width: 7 }

    it('are stored in one table, and each item has the properties of its alternative', async () => {
      const text = await send('POST', '/blocks', { ...TEXT, note: 'hidden' })
      expect([text.status, text.body]).toEqual([201, { ...TEXT, id: text.body['id'] }])
      const image = await send('POST', '/blocks', IMAGE)
      expect([image.status, image.body]).toEqual([201, { ...IMAGE, id: image.body['id'], caption: null }])
      const listOf = async (query: string): Promise<unknown> => (await send('GET', `/blocks${query}`)).body
      expect(await listOf('?kind=image')).toEqual([image.body])
      expect(await listOf('?width_gte=7')).toEqual([image.body])
      expect(await listOf('?width_gte=8')).toEqual([])
      const path = `/blocks/${String(text.body['id'])}`
      expect((await send('GET', path)).body).toEqual(text.body)
      const replaced = (await send('PUT', path, IMAGE)).body
      expect(replaced).toEqual({ ...IMAGE, id: text.body['id'], caption: null })
      expect((await send('PATCH', path, { caption: 'A' })).body).toEqual({ ...replaced, caption: 'A' })
      expect((await send('PATCH', path, { text: 'no' })).body).toEqual({ ...replaced, caption: 'A' })
      expect((await send('PUT', path, TEXT)).body).toEqual(text.body)
    })

    it('are selected by the discriminator alone', async () => {
      const create = async (body: unknown): Promise<unknown> => {
        const { status, body: ticket } = await send('POST', '/tickets', body)
        return [status, ...(status === 201 ? [{ ...ticket, id: null }] : [])]
      }
      expect(await create({ kind: 'seat', seat: 3 })).toEqual([201, { id: null, kind: 'seat', seat: 3 }])
      expect(await create({ kind: 'seat' })).toEqual([400])
      // A component without an entry in the mapping is selected by its name.
      const standing = { kind: 'Standing', area: 'left' }
      expect(await create({ ...standing, seat: 3 })).toEqual([201, { id: null, ...standing }])
      expect(await create({ kind: 'other' })).toEqual([400])
    })

    it('can have related items, which requests contain as documents', async () => {
      const { body: holder } = await send('POST', '/holders', { name: 'Ada' })
      const { status, body } = await send('POST', '/tickets', { kind: 'seat', seat: 4, holder })
      expect([status, body]).toMatchObject([201, { seat: 4, holder: { ...holder, tickets: [{ seat: 4 }] } }])
    })

    it('are selected by the values that they list, also if the mapping names none or only some of them', async () => {
      for (const payment of [
        { kind: 'card', amount: 'low' },
        { kind: 'debit' },
        { kind: 'transfer', amount: 2 },
      ]) {
        const { status, body } = await send('POST', '/payments', payment)
        expect([status, body]).toEqual([201, payment])
      }
      expect((await send('POST', '/payments', { kind: 'Card' })).status).toBe(400)
      expect((await send('POST', '/payments', { kind: 'transfer', amount: 'low' })).status).toBe(400)
    })

    it('are selected by the mapping if they share the list of values', async () => {
      for (const trip of [
        { kind: 'BUS', line: 'M41' },
        { kind: 'TRAIN', track: 7 },
      ]) {
        const { status, body } = await send('POST', '/trips', trip)
        expect([status, body]).toEqual([201, trip])
      }
      expect((await send('POST', '/trips', { kind: 'BUS', line: 5 })).status).toBe(400)
    })

    it('can be in a part of the component, and have alternatives themselves', async () => {
      for (const figure of [
        { shape: 'Circle', label: 'a', radius: 1 },
        { shape: 'Filled', label: 'b', fill: 'striped', width: 2 },
      ]) {
        const { status, body } = await send('POST', '/figures', figure)
        expect([status, body]).toEqual([201, figure])
      }
      expect((await send('POST', '/figures', { shape: 'Filled', fill: 'striped' })).status).toBe(400)
    })

    it('are forms whose fields have the types of the alternative', async () => {
      const post = async (path: string, form: string): Promise<unknown> => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { status, body } = await service().send('POST', path, form, headers)
        return status === 201 ? body : status
      }
      expect(await post('/payments', 'kind=transfer&amount=2')).toMatchObject({ kind: 'transfer', amount: 2 })
      expect(await post('/payments', 'kind=debit&amount=low')).toMatchObject({ kind: 'debit', amount: 'low' })
      expect(await post('/payments', 'kind=debit&amount=2')).toBe(400)
      const striped = { shape: 'Filled', fill: 'striped', width: 7 }
      expect(await post('/figures', 'shape=Filled&fill=striped&width=7')).toMatchObject(striped)
      expect(await post('/figures', 'shape=Filled&fill=striped&width=x')).toBe(400)
      expect(await post('/figures', 'shape=Circle')).toBe(400)
    })

    it('are validated by their alternative', async () => {
      const faults = async (body: unknown): Promise<unknown> => {
        const { status, body: problem } = await send('POST', '/blocks', body)
        return [status, Object.values(problem['errors'] ?? {}).map((each) => Object(each).path)]
      }
      expect(await faults({ kind: 'image', page: 'home', text: 'x' })).toEqual([
        400,
        ['/url', '/width', '/text'],
      ])
      expect(await faults({ ...TEXT, kind: 'video' })).toEqual([400, ['/kind']])
      expect(await faults({ page: 'home', text: 'x' })).toEqual([400, ['/kind']])
      expect(await faults({ ...IMAGE, score: 5 })).toEqual([403, ['/score']])
    })
  },
  { everyEngine: true },
)

const CASES = `openapi: 3.1.0
info: { title: Cases, version: 1.0.0 }
paths:
  /cases:
    get:
      x-queries: true
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
        - { name: search, in: query, schema: { type: string } }
        - { name: filters, in: query, style: deepObject, schema: { type: object } }
        - { name: $filter, in: query, schema: { type: string } }
      responses:
        '200': { description: Cases, ${content("{ type: array, items: { $ref: '#/components/schemas/Shown' } }")} }
    post:
      requestBody: { ${content("{ $ref: '#/components/schemas/Case' }")} }
      responses: { '201': { description: The case, ${content("{ $ref: '#/components/schemas/Case' }")} } }
components:
  schemas:
    Case:
      x-stored: true
      type: object
      properties:
        id: { type: integer, readOnly: true }
        state: { type: string, enum: [open, closed, sealed] }
        level: { type: string, enum: [low, high] }
        name: { type: string }
        note: { type: string }
    Open:
      type: object
      required: [state, level]
      properties: { state: { const: open }, level: { type: string }, name: { type: string } }
      oneOf: [{ $ref: '#/components/schemas/Low' }, { $ref: '#/components/schemas/High' }]
      discriminator:
        propertyName: level
        mapping: { low: '#/components/schemas/Low', high: '#/components/schemas/High' }
    Low: { type: object, properties: { note: { type: string } } }
    High: { type: object, properties: { level: { const: high } } }
    Closed:
      type: object
      required: [state]
      properties: { state: { const: closed }, name: { type: string } }
    Shown:
      oneOf: [{ $ref: '#/components/schemas/Open' }, { $ref: '#/components/schemas/Closed' }]
      discriminator:
        propertyName: state
        mapping: { open: '#/components/schemas/Open', closed: '#/components/schemas/Closed' }
`

onDocument(
  'responses with alternatives',
  CASES,
  (service) => {
    const names = async (query: string): Promise<unknown> => {
      const { status, body } = await service().send('GET', `/cases?${query}`)
      return status === 200 ? Object.values(body).map(({ name }) => name) : status
    }

    it('show nothing that the alternative of an item lacks, and nothing else reveals it', async () => {
      for (const [state, level] of [
        ['open', 'low'],
        ['open', 'high'],
        ['closed', 'low'],
        ['sealed', 'low'],
      ])
        await service().send('POST', '/cases', { state, level, name: `${state} ${level}`, note: 'witness' })
      const { body } = await service().send('GET', '/cases')
      expect(body).toEqual([
        { state: 'open', level: 'low', name: 'open low', note: 'witness' },
        { state: 'open', level: 'high', name: 'open high' },
        { state: 'closed', name: 'closed low' },
        { state: 'sealed', name: 'sealed low' },
      ])
      expect(await names('search=witness')).toEqual([])
      expect(await names('q=witness')).toEqual([])
      expect(await names('search=sealed')).toEqual(['sealed low'])
      expect(await names('filters[name]=closed%20low')).toEqual(['closed low'])
      for (const query of [
        'filters[note]=witness',
        '$filter=note eq %27witness%27',
        'note__startswith=w',
        '_sort=note',
      ])
        expect(await names(query)).toBe(400)
    })
  },
  // An item in a state that the response does not describe does not match it.
  { settings: { auth: false, validate_responses: false } },
)

const INHERITING = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
        - { name: pet_type, in: query, schema: { type: string } }
      responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /cats:
    get:
      operationId: listCats
      responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Cat' } } } } } }
components:
  schemas:
    Pet:
      type: object
      x-stored: true
      required: [pet_type, name]
      discriminator: { propertyName: pet_type }
      properties:
        id: { type: integer, readOnly: true }
        pet_type: { $ref: '#/components/schemas/PetType' }
        name: { type: string }
    PetType: { type: string, enum: [CAT, LION, DOG, CHIMERA, FISH] }
    Cat:
      allOf:
        - $ref: '#/components/schemas/Pet'
        - { type: object, required: [claws], properties: { claws: { type: integer }, chip: { type: string, writeOnly: true } } }
    Lion:
      allOf: [{ $ref: '#/components/schemas/Cat' }]
      properties: { mane: { type: boolean } }
    Dog:
      properties: { pack: { type: string } }
      allOf: [{ $ref: '#/components/schemas/Pet' }]
    Chimera:
      allOf:
        - $ref: '#/components/schemas/Lion'
        - $ref: '#/components/schemas/Dog'
        - properties: { fire: { type: boolean } }
`

onDocument(
  'components that inherit from a stored one',
  INHERITING,
  (service) => {
    it('are its alternatives, with what they inherit from each other', async () => {
      const post = async (body: object) => {
        const answer = await service().send('POST', '/pets', body)
        return [answer.status, answer.body]
      }
      const cat = { pet_type: 'CAT', name: 'Tom', claws: 18 }
      const lion = { pet_type: 'LION', name: 'Leo', claws: 20, mane: true }
      const dog = { pet_type: 'DOG', name: 'Rex', pack: 'north' }
      const chimera = { pet_type: 'CHIMERA', name: 'Mera', claws: 9, mane: true, pack: 'south', fire: true }
      const fish = { pet_type: 'FISH', name: 'Nemo' }
      const id = expect.any(Number)
      expect(await post({ ...cat, chip: 'x' })).toEqual([201, { id, ...cat }])
      for (const pet of [lion, dog, chimera, fish]) expect(await post(pet)).toEqual([201, { id, ...pet }])
      expect(await post({ pet_type: 'LION', name: 'Elsa' })).toMatchObject([
        400,
        { errors: [{ path: '/claws', message: 'is required' }] },
      ])
      expect((await post({ pet_type: 'BIRD', name: 'Tweety' }))[0]).toBe(400)
      expect((await service().send('GET', '/pets')).body).toMatchObject([cat, lion, dog, chimera, fish])
      expect((await service().send('GET', '/pets?pet_type=LION')).body).toEqual([{ id, ...lion }])
    })

    it('are listed alone by functions', async () => {
      expect((await service().send('GET', '/cats')).status).toBe(501)
    })
  },
  { everyEngine: true },
)
