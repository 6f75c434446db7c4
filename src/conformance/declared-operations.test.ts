import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const order = { $ref: '#/components/schemas/Order' }
const body = { requestBody: { required: true, content: { 'application/json': { schema: order } } } }
const answer = (status: number, schema: object = { type: 'object' }): object => ({
  responses: { [status]: { description: 'OK', content: { 'application/json': { schema } } } },
})

onDocument(
  'operations that a document does not declare',
  {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: answer(200),
        post: { ...body, ...answer(201, order) },
        put: { ...body, ...answer(200) },
        delete: answer(200),
        patch: { ...body, ...answer(200), 'x-operation': 'update_many' },
      },
    },
    components: {
      schemas: {
        Order: {
          type: 'object',
          properties: {
            id: { type: 'integer', 'x-db-settings': { type: 'id_field', primary_key: true } },
            title: { type: 'string', 'x-db-settings': { type: 'string' } },
          },
        },
      },
    },
  },
  (service) => {
    it('does not create several items at once', async () => {
      const response = await service().send('POST', '/orders', [{ title: 'a' }, { title: 'b' }])
      expect(response.status).toBe(400)
      expect((await service().send('GET', '/orders')).body).toMatchObject({ total: 0 })
    })

    it('changes and deletes many items only if the document asks for it', async () => {
      const { send } = service()
      await send('POST', '/orders', { title: 'a' })
      expect((await send('PUT', '/orders', { title: 'x' })).status).toBe(501)
      expect((await send('DELETE', '/orders')).status).toBe(501)
      expect((await send('GET', '/orders')).body).toMatchObject({ total: 1, data: [{ title: 'a' }] })
      const { body: changed } = await send('PATCH', '/orders?title=a', { title: 'b' })
      expect(changed).toEqual({ message: 'Updated 1 Order(s) objects', count: 1 })
      expect((await send('GET', '/orders')).body).toMatchObject({ data: [{ title: 'b' }] })
    })
  },
)

const text = { type: 'string' }
const listed = (schema: object): object => ({ get: answer(200, { type: 'array', items: schema }) })

onDocument(
  'documents that a document declares',
  {
    openapi: '3.1.0',
    info: { title: 'People', version: '1' },
    paths: {
      '/people': {
        ...listed({ type: 'object', properties: { name: text } }),
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Person' } } },
          },
          responses: { 204: { description: 'Created' } },
        },
      },
      '/places': listed({ $ref: '#/components/schemas/Place' }),
    },
    components: {
      schemas: {
        Person: {
          type: 'object',
          'x-stored': true,
          'x-key': 'name',
          properties: { name: text, salary: text },
        },
        Place: { type: 'object', 'x-stored': true, 'x-key': 'name', properties: { name: text } },
      },
    },
  },
  (service) => {
    it('are not shown in full by lists of several collections', async () => {
      const { send } = service()
      expect((await send('POST', '/people', { name: 'ada', salary: '90000' })).status).toBe(204)
      expect((await send('GET', '/people')).body).toEqual([{ name: 'ada' }])
      for (const query of ['', '?name=ada', '?_fields=salary'])
        expect((await send('GET', `/people,places${query}`)).status).toBe(404)
    })
  },
  { settings: { auth: false, enable_polymorphic_query: true } },
)

const OWN = {
  moved: "async ({ reply }) => void reply.header('location', '/orders')",
  refused: "async () => ({ message: 'never' })",
  sent: 'async () => undefined',
}

onDocument(
  'own operations without a successful response',
  {
    openapi: '3.1.0',
    info: { title: 'Statuses', version: '1' },
    paths: {
      '/moved': { get: { operationId: 'moved', responses: { 302: { description: 'Elsewhere' } } } },
      '/refused': {
        get: {
          operationId: 'refused',
          ...answer(403, { type: 'object', properties: { message: text }, required: ['message'] }),
        },
      },
      '/sent': { get: { operationId: 'sent', responses: { 204: { description: 'Sent' } } } },
    },
  },
  (service) => {
    it('have the first declared status', async () => {
      const moved = await service().send('GET', '/moved')
      expect([moved.status, moved.headers['location']]).toEqual([302, '/orders'])
      const { status, body: refusal } = await service().send('GET', '/refused')
      expect([status, refusal]).toEqual([403, { message: 'never' }])
      expect((await service().send('GET', '/sent')).status).toBe(204)
    })
  },
  {
    code: Object.fromEntries(
      Object.entries(OWN).map(([name, code]) => [
        `src/actions/${name}.ts`,
        `import { registry } from '../generated/index.js'\nregistry.action('${name}', ${code})\n`,
      ]),
    ),
    settings: { auth: false, validate_responses: true },
  },
)
