import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const DOCUMENT = `
openapi: 3.0.3
info: { title: Roads, version: '1' }
paths:
  /roads:
    get:
      parameters:
        - { name: lanes, in: query, schema: { type: integer, enum: ['1', '2'] } }
        - { name: kind, in: query, schema: { type: array, enum: [street, highway], items: { type: string } } }
      responses: { 200: { description: Roads, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Road' } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Road' } } } }
      responses: { 201: { description: Created, content: { application/json: { schema: { $ref: '#/components/schemas/Road' } } } } }
  /roads/{codes}:
    parameters: [{ name: codes, in: path, required: true, schema: { type: array, items: { type: integer } } }]
    get:
      operationId: findRoads
      responses: { 200: { description: Roads, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Road' } } } } } }
  /events:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Event' } } } } } }
      responses: { 201: { description: Created, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Event' } } } } } } }
  /events/{pk}:
    parameters: [{ name: pk, in: path, required: true, schema: { type: integer } }]
    get:
      responses: { 200: { description: Event, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Event' } } } } } } }
  /markets/{market}/cars/{id}:
    parameters:
      - { name: market, in: path, required: true, schema: { type: string }, x-scope: market }
      - { name: id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getCar
      x-operation: own
      responses: { 200: { description: Car, content: { application/json: { schema: { $ref: '#/components/schemas/Car' } } } } }
components:
  schemas:
    Car:
      type: object
      x-stored: true
      properties: { id: { type: integer, readOnly: true } }
    Road:
      type: object
      x-stored: true
      properties:
        id: { type: integer, readOnly: true }
        lanes: { type: integer, enum: ['1', '2'] }
        kind: { type: string, enum: [street, highway] }
        region: { type: integer, enum: ['0 (North)', '1 (South)'] }
        place: { nullable: true, allOf: [{ $ref: '#/components/schemas/Place' }] }
    Place: { type: object, required: [city], properties: { city: { type: string }, zip: { type: string } } }
    Event:
      type: object
      x-stored: true
      properties:
        id: { type: integer, readOnly: true }
        type: { type: string, enum: [event] }
        attributes:
          type: object
          properties: { type: { type: string, enum: [call, visit] }, title: { type: string } }
`

const FIND_ROADS = `
import { registry } from '../generated/index.js'
registry.action('find_roads', ({ params }) => params.codes.map((id) => ({ id })))
`

const GET_CAR = `
import { registry } from '../generated/index.js'
registry.action('get_car', ({ params }) => ({ id: params.id }))
`

onDocument(
  'documents with common mistakes',
  DOCUMENT,
  (service) => {
    const send = async (method: string, path: string, body?: object): Promise<unknown> =>
      (await service().send(method, path, body)).body

    it('read an enum as its type says', async () => {
      const road = { id: 1, lanes: 2, kind: 'street', region: 1, place: null }
      expect(await send('POST', '/roads', { lanes: 2, kind: 'street', region: 1 })).toEqual(road)
      expect(await send('GET', '/roads?lanes=2')).toEqual([road])
      expect(await send('GET', '/roads?kind=street&kind=highway')).toEqual([road])
      const statusOf = async (path: string): Promise<number> => (await service().send('GET', path)).status
      expect([await statusOf('/roads?lanes=3'), await statusOf('/roads?kind=path')]).toEqual([400, 400])
    })

    it('list only the errors in an object that can also be null', async () => {
      const errorsOf = async (place: unknown): Promise<unknown> =>
        (await service().send('POST', '/roads', { place })).body['errors']
      expect(await errorsOf({ zip: 1 })).toEqual([
        { path: '/place/city', message: 'is required' },
        { path: '/place/zip', message: 'must be string' },
      ])
      expect(await errorsOf(5)).toEqual([{ path: '/place', message: 'must be object' }])
      expect(await errorsOf(null)).toBeUndefined()
    })

    it('leave a path to a function whose parameter names several items', async () => {
      expect(await send('GET', '/roads/1,2')).toEqual([{ id: 1 }, { id: 2 }])
    })

    it('have functions at paths whose scope no operation stores', async () => {
      expect(await send('GET', '/markets/de/cars/3')).toEqual({ id: 3 })
    })

    it('distinguish the type of a resource object from its attribute of this name', async () => {
      const attributes = { type: 'visit', title: 'Lab' }
      const data = { id: 1, type: 'event', attributes }
      expect(await send('POST', '/events', { data: { type: 'event', attributes } })).toEqual({ data })
      expect(await send('GET', '/events/1')).toEqual({ data })
    })
  },
  { code: { 'src/actions/find-roads.ts': FIND_ROADS, 'src/actions/get-car.ts': GET_CAR } },
)
