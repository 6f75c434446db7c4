import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const item = { $ref: '#/components/schemas/Item' }
const ok = (status: number): object => ({ responses: { [status]: { description: 'OK', ...json(item) } } })
const org = { name: 'org', in: 'path', required: true, 'x-scope': 'org_id', schema: { type: 'string' } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const mine = { name: 'mine', in: 'query', 'x-filter': 'own', schema: { type: 'string' } }

onDocument(
  'items that the path selects',
  {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    paths: {
      '/orgs/{org}/items': {
        parameters: [org],
        get: {
          parameters: [mine],
          responses: { 200: { description: 'OK', ...json({ type: 'array', items: item }) } },
        },
        post: { requestBody: json(item), ...ok(201) },
      },
      '/orgs/{org}/items/{id}': {
        parameters: [org, id],
        get: ok(200),
        put: { requestBody: json(item), ...ok(200) },
        patch: { requestBody: json(item), ...ok(200) },
        delete: { responses: { 204: { description: 'OK' } } },
      },
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            org_id: { type: 'string' },
            name: { type: 'string' },
          },
        },
      },
    },
  },
  (service) => {
    const send = (method: string, path: string, body?: unknown) => service().send(method, path, body)

    it('stay with the value of the path, whatever the body says, and cannot be reached through another one', async () => {
      const created = await send('POST', '/orgs/a/items', { name: 'x', org_id: 'b' })
      expect(created.body).toMatchObject({ org_id: 'a' })
      const key = String(created.body['id'])
      for (const method of ['PATCH', 'PUT'])
        expect((await send(method, `/orgs/a/items/${key}`, { org_id: 'b', name: 'y' })).body).toMatchObject({
          org_id: 'a',
        })
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE'])
        expect(
          (await send(method, `/orgs/b/items/${key}`, method.startsWith('P') ? {} : undefined)).status,
        ).toBe(404)
      expect((await send('GET', '/orgs/b/items')).body).toEqual([])
    })

    it.each(['undefined', 'null', 'false'])(
      'are not all selected by a function that returns %s',
      async (value) => {
        expect((await send('GET', `/orgs/a/items?mine=${value}`)).status).toBe(500)
      },
    )
  },
  {
    everyEngine: true,
    code: {
      'src/filters/get-orgs-org-items-mine.ts': `
import { registry } from '../generated/index.js'

registry.add('get_orgs_org_items_mine', (value: string) =>
  value === 'undefined' ? { name: Object(value).missing } : JSON.parse(value),
)
`,
    },
  },
)
