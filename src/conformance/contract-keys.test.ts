import { expect, it } from 'vitest'
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
const seat = { $ref: '#/components/schemas/Seat' }

onDocument(
  'keys in a parameter',
  {
    openapi: '3.1.0',
    info: { title: 'Seats', version: '1' },
    paths: {
      '/seats': {
        post: {
          parameters: [{ name: 'seatId', in: 'query', schema: { type: 'string' } }],
          requestBody: json({ type: 'object', properties: { row: { type: 'integer' } } }),
          responses: { 201: { description: 'The seat', ...json(seat) } },
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
      expect((await service().send('GET', '/seats/a1')).body).toEqual({ id: 'a1', row: 1 })
      expect((await service().send('POST', '/seats?seatId=a1', { row: 2 })).status).toBe(409)
      const other = await service().send('POST', '/seats', { row: 3, id: 'a2' })
      expect([other.status, String(other.body['id']) === 'a2']).toEqual([201, false])
    })
  },
  { everyEngine: true },
)
