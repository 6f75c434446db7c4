import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const item = { $ref: '#/components/schemas/Item' }
const ok = (status: number): object => ({ responses: { [status]: { description: 'OK', ...json(item) } } })
const org = { name: 'org', in: 'path', required: true, 'x-scope': 'org_id', schema: { type: 'string' } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const own = (operationId: string): object => ({ operationId, responses: { 200: { description: 'OK' } } })
const box = { $ref: '#/components/schemas/Box' }
const lid = { $ref: '#/components/schemas/Lid' }
const crate = { $ref: '#/components/schemas/Crate' }
const painted = { type: 'object', properties: { color: { type: 'string' } } }
const boxId = { name: 'boxId', in: 'path', required: true, schema: { type: 'string' } }
const event = { $ref: '#/components/schemas/Event' }
const app = { ...org, name: 'app', 'x-scope': 'app_id' }
const note = { $ref: '#/components/schemas/Note' }
const shown = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    hint: { type: 'string' },
    hint__code: { type: 'string' },
  },
}
const continued = [
  { name: 'starting_after', in: 'query', schema: { type: 'string' } },
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
]
const sort = (field: string): object => ({
  name: 'sort',
  in: 'query',
  schema: { type: 'string', enum: [field] },
})
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
          parameters: [mine, sort('name'), ...continued],
          responses: { 200: { description: 'OK', ...json({ type: 'array', items: item }) } },
        },
        post: { requestBody: json(item), ...ok(201) },
        put: { 'x-operation': 'replace', requestBody: json(item), ...ok(200) },
      },
      '/orgs/{org}/items/{id}': {
        parameters: [org, id],
        get: ok(200),
        put: { requestBody: json(item), ...ok(200) },
        patch: { requestBody: json(item), ...ok(200) },
        delete: { responses: { 204: { description: 'OK' } } },
      },
      '/orgs/{org}/items/{id}/publish': { parameters: [org, id], post: own('publish'), get: own('draft') },
      '/orgs/{org}/items/{id}:copy': { parameters: [org, id], post: own('copy') },
      '/{app}': {
        parameters: [app],
        get: {
          parameters: [sort('name'), ...continued],
          responses: { 200: { description: 'OK', ...json({ type: 'array', items: event }) } },
        },
        post: { requestBody: json(event), responses: { 201: { description: 'OK', ...json(event) } } },
      },
      '/{app}/{eventId}': {
        parameters: [app, { ...id, name: 'eventId' }],
        get: { responses: { 200: { description: 'OK', ...json(event) } } },
        delete: { responses: { 204: { description: 'OK' } } },
      },
      '/boxes': {
        post: { requestBody: json(box), responses: { 201: { description: 'OK', ...json(box) } } },
      },
      '/crates': {
        post: { requestBody: json(crate), responses: { 201: { description: 'OK', ...json(crate) } } },
      },
      '/boxes/{boxId}': { delete: { parameters: [boxId], responses: { 204: { description: 'OK' } } } },
      '/boxes/{boxId}/lids': {
        parameters: [boxId],
        get: {
          parameters: [sort('color'), ...continued],
          responses: { 200: { description: 'OK', ...json({ type: 'array', items: lid }) } },
        },
        post: { requestBody: json(painted), responses: { 201: { description: 'OK', ...json(lid) } } },
      },
      '/notes': {
        get: {
          'x-queries': true,
          parameters: [
            { name: 'q', in: 'query', schema: { type: 'string' } },
            { name: 'hint__code', in: 'query', schema: { type: 'string' } },
            { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
          ],
          responses: { 200: { description: 'OK', ...json({ type: 'array', items: shown }) } },
        },
        post: { requestBody: json(note), responses: { 201: { description: 'OK', ...json(shown) } } },
      },
      '/notes/check': { post: { ...own('check'), requestBody: json(note) } },
      '/notes/{id}': {
        parameters: [{ ...id, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'OK', ...json(shown) } } },
        patch: { requestBody: json(note), responses: { 200: { description: 'OK', ...json(note) } } },
      },
    },
    components: {
      schemas: {
        Event: {
          'x-stored': true,
          type: 'object',
          properties: { id: { type: 'string', format: 'uuid', readOnly: true }, name: { type: 'string' } },
        },
        Item: {
          type: 'object',
          'x-stored': true,
          required: ['id'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            org_id: { type: 'string' },
            name: { type: 'string' },
          },
        },
        Box: {
          type: 'object',
          'x-stored': true,
          properties: { id: { type: 'string', format: 'uuid', readOnly: true }, name: { type: 'string' } },
        },
        Crate: {
          type: 'object',
          'x-stored': true,
          required: ['box'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            box,
            spares: { type: 'array', items: box, 'x-db-settings': { many_to_many: true } },
          },
        },
        Lid: {
          type: 'object',
          'x-stored': true,
          required: ['box'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            color: { type: 'string' },
            box: { type: 'string', readOnly: true, 'x-relation': 'Box' },
          },
        },
        Note: {
          type: 'object',
          'x-stored': true,
          required: ['id'],
          properties: {
            id: { type: 'integer', readOnly: true },
            title: { type: 'string', maxLength: 20 },
            hint: { type: 'string', maxLength: 20 },
            pin: { type: 'string', maxLength: 4 },
            title__pin: { type: 'string' },
            title__box: { type: 'string', 'x-relation': 'Box' },
            hint__code: { type: 'string', maxLength: 20 },
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
      for (const path of ['/publish', ':copy']) {
        expect((await send('POST', `/orgs/a/items/${key}${path}`)).body).toMatchObject({ id: key })
        expect((await send('POST', `/orgs/b/items/${key}${path}`)).status).toBe(404)
      }
      expect((await send('GET', `/orgs/b/items/${key}/publish`)).status).toBe(404)
    })

    it('can be those of a parameter at the end of the path', async () => {
      const made = await send('POST', '/one', { name: 'x' })
      expect([made.status, made.body]).toMatchObject([201, { name: 'x' }])
      await send('POST', '/two', { name: 'y' })
      expect((await send('GET', '/one')).body).toEqual([made.body])
      expect((await send('GET', '/three')).body).toEqual([])
      const key = String(made.body['id'])
      expect((await send('GET', `/two/${key}`)).status).toBe(404)
      expect((await send('DELETE', `/two/${key}`)).status).toBe(404)
      expect((await send('GET', `/one/${key}`)).body).toEqual(made.body)
      expect((await send('DELETE', `/one/${key}`)).status).toBe(204)
      expect((await send('GET', '/one')).body).toEqual([])
    })

    it('continue only after an item that the path selects, whose values would be revealed otherwise', async () => {
      const names = async (path: string): Promise<unknown> => {
        const { status, body } = await send('GET', path)
        return status === 200 ? Object.values(body).map(({ name, color }) => name ?? color) : status
      }
      const keys: string[] = []
      for (const [org, name] of [
        ['c', 'ant'],
        ['c', 'cat'],
        ['d', 'bee'],
      ])
        keys.push(String((await send('POST', `/orgs/${org}/items`, { name })).body['id']))
      expect(await names(`/orgs/c/items?sort=name&starting_after=${keys[0]}`)).toEqual(['cat'])
      expect(await names(`/orgs/c/items?sort=name&starting_after=${keys[2]}`)).toBe(400)
      const boxes: string[] = []
      for (const name of ['e', 'f']) boxes.push(String((await send('POST', '/boxes', { name })).body['id']))
      const lids: string[] = []
      for (const [index, color] of [
        [0, 'blue'],
        [0, 'red'],
        [1, 'green'],
      ] as const)
        lids.push(String((await send('POST', `/boxes/${boxes[index]}/lids`, { color })).body['id']))
      expect(await names(`/boxes/${boxes[0]}/lids?sort=color&starting_after=${lids[0]}`)).toEqual(['red'])
      expect(await names(`/boxes/${boxes[0]}/lids?sort=color&starting_after=${lids[2]}`)).toBe(400)
    })

    it('stay with the value of the path if the body contains the key', async () => {
      const { body } = await send('POST', '/orgs/undefined/items', { name: 'x' })
      const sent = { id: String(body['id']), name: 'z' }
      expect((await send('PUT', '/orgs/a/items', sent)).status).toBe(404)
      expect((await send('PUT', '/orgs/undefined/items', sent)).body).toEqual({
        ...sent,
        org_id: 'undefined',
      })
    })

    it('do not reveal what responses leave out, with searches, filters and entity tags', async () => {
      const sent = { title: 'a', hint: 'b', pin: '1234', title__pin: '1234', hint__code: 'c1' }
      const { body, headers } = await send('POST', '/notes', sent)
      const path = `/notes/${String(body['id'])}`
      const found = async (query: string) => {
        const answer = await send('GET', `/notes?${query}`)
        return answer.status === 200 ? Object.keys(answer.body).length : answer.status
      }
      expect([await found('q=b'), await found('q=1234'), await found('filter[hint]=b')]).toEqual([1, 0, 1])
      expect(await found('filter[pin]=1234')).toBe(400)
      const codes = ['c1', '*', 'c*', '>0', 'NOT x'].map((code) => found(`hint__code=${code}`))
      expect(await Promise.all(codes)).toEqual([1, 0, 0, 0, 0])
      expect([await found('title__contains=a'), await found('title__contains=b')]).toEqual([1, 0])
      for (const query of [
        'title__pin=1234',
        'title__pin__startswith=1',
        '_sort=title__pin',
        'pin__gt=0',
        'title__box.name__exists=false',
      ])
        expect([query, await found(query)]).toEqual([query, 400])
      const etag = String(headers['etag'])
      const patch = (tag: string, changes: object) =>
        service().send('PATCH', path, changes, { 'if-match': tag })
      expect((await patch(etag, { pin: '9' })).headers['etag']).toBe(etag)
      expect((await send('GET', path)).headers['etag']).toBe(etag)
      expect((await patch(etag, { hint: 'c' })).status).toBe(200)
      expect((await patch(etag, { hint: 'd' })).status).toBe(412)
    })

    it('need no keys that the service makes, which functions get as their types say', async () => {
      expect((await send('POST', '/notes', { title: 'c' })).status).toBe(201)
      expect((await send('POST', '/notes/check', { title: 'c' })).status).toBe(400)
      expect((await send('POST', '/notes/check', { id: 7, title: 'c' })).body).toEqual({ id: 7, title: 'c' })
    })

    it('keep the item above them, if responses require it', async () => {
      const { body } = await send('POST', '/boxes', {})
      const path = `/boxes/${String(body['id'])}`
      const created = await send('POST', `${path}/lids`, {})
      expect([created.status, created.body['box']]).toEqual([201, body['id']])
      expect((await send('DELETE', path)).status).toBe(409)
    })

    it('refer to the items that a body contains as documents, without changing them', async () => {
      const made = (await send('POST', '/boxes', { name: 'a' })).body
      const sent = { id: made['id'], name: 'other' }
      const { status, body } = await send('POST', '/crates', { box: sent, spares: [sent] })
      expect([status, body['box'], body['spares']]).toEqual([201, made, [made]])
      const refused = await send('POST', '/crates', { box: { name: 'a' }, spares: [sent, {}] })
      expect(Object.values(refused.body['errors'] ?? {}).map(({ path }) => path)).toEqual([
        '/box/id',
        '/spares/1/id',
      ])
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
      ...Object.fromEntries(
        ['publish', 'draft', 'copy'].map((name) => [
          `src/actions/${name}.ts`,
          `import { registry } from '../generated/index.js'

registry.action('${name}', ({ item }) => item)
`,
        ]),
      ),
      'src/actions/check.ts': `import { registry } from '../generated/index.js'

registry.action('check', ({ body }) => body && { id: body.id.valueOf(), title: body.title })
`,
      'src/filters/get-orgs-org-items-mine.ts': `
import { registry } from '../generated/index.js'

registry.add('get_orgs_org_items_mine', (value: string) =>
  value === 'undefined' ? { name: Object(value).missing } : JSON.parse(value),
)
`,
    },
  },
)

const plain = { requestBody: json(item) }

onDocument(
  'items of a tenant, in operations without declared responses,',
  {
    openapi: '3.1.0',
    info: { title: 'Tenants', version: '1' },
    paths: {
      '/orgs/{org}/items': {
        parameters: [org],
        get: {},
        post: plain,
        patch: { 'x-operation': 'update_many', ...plain },
        put: { 'x-operation': 'update_many', ...plain },
      },
      '/orgs/{org}/items/{id}': { parameters: [org, id], get: {}, patch: plain, put: plain },
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          'x-stored': true,
          required: ['name'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            name: { type: 'string' },
            org_id: { type: 'string' },
          },
        },
      },
    },
  },
  (service) => {
    it('cannot be moved to another tenant', async () => {
      const send = (method: string, path: string, body?: unknown) => service().send(method, path, body)
      const { body } = await send('POST', '/orgs/a/items', { name: 'x', org_id: 'a' })
      const path = `/orgs/a/items/${String(body['_pk'])}`
      for (const org_id of ['b', null])
        for (const [method, at] of [
          ['POST', '/orgs/a/items'],
          ['PATCH', path],
          ['PUT', path],
          ['PATCH', '/orgs/a/items'],
          ['PUT', '/orgs/a/items'],
        ] as const) {
          const refused = await send(method, at, { name: 'y', org_id })
          expect([method, at, refused.status, refused.body['errors']]).toEqual([
            method,
            at,
            400,
            [{ path: '/org_id', message: 'must be "a", as in the path' }],
          ])
        }
      for (const method of ['PATCH', 'PUT'])
        expect((await send(method, path, { name: 'z', org_id: 'a' })).status).toBe(200)
      expect((await send('PATCH', '/orgs/a/items', { name: 'z', org_id: 'a' })).body['count']).toBe(1)
      expect((await send('GET', path)).body).toMatchObject({ name: 'z', org_id: 'a' })
      expect((await send('GET', '/orgs/b/items')).body['total']).toBe(0)
    })
  },
  { everyEngine: true },
)

const parameterOf = (name: string, field: string): string =>
  `{ name: ${name}, in: path, required: true, x-scope: ${field}, schema: { type: string } }`
const itemsOf = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`
const bodyOf = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`

onDocument(
  'scopes with several names',
  `openapi: 3.1.0
info: { title: Organizations, version: '1' }
paths:
  /orgs/{org}/repos:
    parameters: [${parameterOf('org', 'org_id')}]
    get: { responses: { '200': { description: OK, ${itemsOf('Repo')} } } }
    post:
      requestBody: { required: true, ${bodyOf('Repo')} }
      responses: { '201': { description: OK, ${bodyOf('Repo')} } }
  /orgs/{organization}/members:
    parameters: [${parameterOf('organization', 'organization_name')}]
    get: { responses: { '200': { description: OK, ${itemsOf('Member')} } } }
    post:
      requestBody: { required: true, ${bodyOf('Member')} }
      responses: { '201': { description: OK, ${bodyOf('Member')} } }
  /orgs/{o}/members/{id}:
    parameters:
      - { name: o, in: path, required: true, schema: { type: string } }
      - { name: id, in: path, required: true, schema: { type: integer } }
    get: { responses: { '200': { description: OK, ${bodyOf('Member')} } } }
    delete: { responses: { '204': { description: Deleted } } }
components:
  schemas:
    Repo:
      type: object
      x-stored: true
      properties: { id: { type: integer, readOnly: true }, org_id: { type: string, readOnly: true } }
    Member:
      type: object
      x-stored: true
      properties: { id: { type: integer, readOnly: true }, organization_name: { type: string, readOnly: true } }
`,
  (service) => {
    it('select the items of each path by the field that it names', async () => {
      const send = async (method: string, path: string, body?: object) =>
        (await service().send(method, path, body)).body
      expect(await send('POST', '/orgs/acme/repos', {})).toMatchObject({ org_id: 'acme' })
      for (const name of ['acme', 'other'])
        expect(await send('POST', `/orgs/${name}/members`, {})).toMatchObject({ organization_name: name })
      expect(await send('GET', '/orgs/acme/members')).toMatchObject([{ organization_name: 'acme' }])
      expect(await send('GET', '/orgs/acme/repos')).toMatchObject([{ org_id: 'acme' }])
      expect(await send('GET', '/orgs/other/repos')).toEqual([])
      const status = async (method: string, path: string) => (await service().send(method, path)).status
      expect(await status('GET', '/orgs/acme/members/2')).toBe(404)
      expect(await status('DELETE', '/orgs/acme/members/2')).toBe(404)
      expect(await status('GET', '/orgs/other/members/2')).toBe(200)
    })
  },
  { everyEngine: true },
)
