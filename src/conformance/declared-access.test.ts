import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, withAdmin } from './callers.js'
import { onDocument } from './documents.js'

const db = (type: string, more: object = {}): object => ({ 'x-db-settings': { type, ...more } })
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })

/** A collection with all operations. */
function collection(path: string, key: string, component: string): Record<string, object> {
  const body = { requestBody: { required: true, ...json(ref(component)) } }
  const response = (status: string, schema: object): object => ({
    responses: { [status]: { description: 'OK', ...json(schema) } },
  })
  const parameters = [{ name: key, in: 'path', required: true, schema: {} }]
  return {
    [path]: {
      get: response('200', { type: 'object' }),
      post: { ...body, ...response('201', ref(component)) },
      patch: { ...body, ...response('200', { type: 'object' }), 'x-operation': 'update_many' },
    },
    [`${path}/{${key}}`]: {
      parameters,
      get: response('200', ref(component)),
      // Without a declared response, dicts are merged, and null removes their members.
      put: { ...body, ...response('200', { type: 'object' }) },
      patch: { ...body, ...response('200', { type: 'object' }) },
    },
    [`${path}/{${key}}/settings`]: {
      parameters,
      get: response('200', { type: 'object' }),
      post: { requestBody: json({ type: 'object' }), ...response('200', { type: 'object' }) },
    },
  }
}

const SCHEMAS = {
  Again: ref('Fixed'),
  Fixed: ref('ReadOnly'),
  ReadOnly: { type: 'string', readOnly: true },
  Secret: { type: 'string', writeOnly: true },
  Ruled: { type: 'string', 'x-writable-by': ['g:editor'] },
  Thing: {
    type: 'object',
    properties: {
      id: { type: 'integer', ...db('id_field', { primary_key: true }) },
      title: { type: 'string', ...db('string') },
      chained: { allOf: [ref('Again')], ...db('string') },
      either: { anyOf: [{ type: 'string', readOnly: true }, { type: 'null' }], ...db('string') },
      secret: { allOf: [{ allOf: [ref('Secret')] }], ...db('string') },
      hidden: { oneOf: [ref('Secret'), { type: 'null' }], ...db('string') },
      conditional: { type: 'string', ...db('string') },
      codes: { type: 'array', items: ref('Secret'), ...db('list', { item_type: 'string' }) },
      once: { anyOf: [{ type: 'string', 'x-write-once': true }], ...db('string') },
      ruled: { allOf: [ref('Ruled')], ...db('string') },
      settings: {
        type: 'object',
        ...db('dict'),
        properties: {
          level: { type: 'integer', readOnly: true },
          token: ref('Secret'),
          free: { type: 'string' },
          role: { allOf: [ref('Ruled')] },
          inner: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              properties: { pin: ref('Secret'), first: { type: 'string', 'x-write-once': true } },
            },
          },
          list: { type: 'array', items: { type: 'object', properties: { price: ref('Fixed') } } },
        },
      },
    },
    anyOf: [{ properties: { conditional: { writeOnly: true } } }, { required: ['title'] }],
  },
}

const CODE = {
  'src/actions/fill.ts': `
import { registry } from '../generated/index.js'

registry.action('fill', async ({ models, params }) => {
  const settings = { level: 3, token: 't', role: 'r', inner: { a: { pin: '1', first: 'f' } }, list: [{ price: '9' }] }
  await models.thing.updateMany({ where: { title: params.title }, data: { chained: 'c', either: 'e', settings } })
  return {}
})
`,
}

const FILL = {
  '/fill/{title}': {
    parameters: [{ name: 'title', in: 'path', required: true, schema: { type: 'string' } }],
    post: { operationId: 'fill', responses: { 200: { description: 'OK', ...json({ type: 'object' }) } } },
  },
}

const withoutRules = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { ...collection('/things', 'id', 'Thing'), ...FILL },
  components: { schemas: SCHEMAS },
}).replaceAll('"x-writable-by":["g:editor"]', '"maxLength":99')

onDocument(
  'access declared anywhere in the schema of a property',
  withoutRules,
  (service) => {
    const outcome = async (method: string, path: string, body: unknown) => {
      const response = await service().send(method, path, body)
      const errors = Object.values(response.body['errors'] ?? {})
      return [response.status, ...errors.map((error) => error['path'])]
    }
    const filled = async (): Promise<string> => {
      const { body } = await service().send('POST', '/things', {
        title: 'x',
        secret: 's',
        hidden: 'h',
        conditional: 'c',
      })
      expect(Object.keys(body)).toEqual(expect.not.arrayContaining(['secret', 'hidden', 'conditional']))
      const id = String(body['id'])
      expect((await service().send('POST', `/fill/x`)).status).toBe(200)
      return `/things/${id}`
    }

    it.each(['chained', 'either'])('does not let clients write %s', async (name) => {
      expect(await outcome('POST', '/things', { [name]: 'x' })).toEqual([403, `/${name}`])
      const path = await filled()
      for (const method of ['PUT', 'PATCH'])
        expect(await outcome(method, path, { title: 'x', [name]: 'x' })).toEqual([403, `/${name}`])
    })

    it('sets once what can be written once', async () => {
      const { body } = await service().send('POST', '/things', { once: 'a' })
      expect(await outcome('PATCH', `/things/${String(body['id'])}`, { once: 'b' })).toEqual([403, '/once'])
    })

    it.each(['secret', 'hidden', 'conditional'])('does not filter, sort or select by %s', async (name) => {
      await filled()
      for (const query of [`${name}=s`, `_sort=${name}`, `_fields=${name}`, `_group=${name}`])
        expect((await service().send('GET', `/things?${query}`)).status).toBeGreaterThanOrEqual(400)
    })

    it('does not reveal the items of lists that nobody can read', async () => {
      const { status, body } = await service().send('POST', '/things', { title: 'coded', codes: ['k7'] })
      expect([status, body['codes']]).toEqual([201, undefined])
      for (const query of [
        'codes=k7',
        'codes__startswith=k',
        'codes__exists=true',
        '_exists_=codes',
        '_fields=codes',
        'q=codes:k7',
        '_aggs.x.terms.field=codes',
      ])
        expect([query, (await service().send('GET', `/things?${query}`)).status]).toEqual([query, 403])
      expect((await service().send('GET', '/things?q=k7')).body['total']).toBe(0)
    })

    it('guards the parts of dicts', async () => {
      const path = await filled()
      const { body } = await service().send('GET', path)
      const shown = { level: 3, role: 'r', inner: { a: { first: 'f' } }, list: [{ price: '9' }] }
      expect(body['settings']).toEqual(shown)
      expect((await service().send('GET', `${path}/settings`)).body).toEqual(shown)
      for (const [settings, at] of [
        [{ level: 4 }, '/settings/level'],
        [{ level: null }, '/settings/level'],
        [{ inner: { a: { first: 'g' } } }, '/settings/inner/a/first'],
        [{ inner: { a: null } }, '/settings/inner/a/first'],
        [{ list: [{ price: '8' }] }, '/settings/list/0/price'],
      ] as const)
        expect(await outcome('PATCH', path, { settings })).toEqual([403, at])
      expect(await outcome('PATCH', path, { settings: null })).toContain('/settings/level')
      expect(await outcome('PUT', path, { title: 'x', settings: null })).toContain('/settings/level')
      expect(await outcome('PUT', path, { title: 'x', settings: { level: 9 } })).toEqual([
        403,
        '/settings/level',
      ])
      expect(await outcome('POST', `${path}/settings`, { level: 5 })).toEqual([403, '/settings/level'])
      expect(await outcome('POST', `${path}/settings`, ['-level'])).toEqual([403, '/settings/level'])
      expect(await outcome('PATCH', '/things?title=x', { settings: { level: 8 } })).toEqual([
        403,
        '/settings/level',
      ])
      expect(await outcome('POST', '/things', { settings: { level: 1 } })).toEqual([403, '/settings/level'])
      expect(await outcome('PATCH', path, { settings: { level: 3, free: 'yes' } })).toEqual([200])
      expect(await outcome('PUT', path, { title: 'x', settings: { free: 'no' } })).toEqual([200])
      expect((await service().send('GET', path)).body['settings']).toEqual({
        ...shown,
        role: undefined,
        free: 'no',
      })
    })
  },
  { code: CODE, everyEngine: true },
)

const withUsers = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  security: [{ key: [] }, {}],
  'x-acl': { collection: 'allow everyone all', item: 'allow everyone all' },
  paths: { ...collection('/things', 'id', 'Thing'), ...collection('/users', 'username', 'User'), ...FILL },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-api-key': true } },
    schemas: {
      ...SCHEMAS,
      User: {
        type: 'object',
        'x-auth-model': true,
        properties: {
          username: { type: 'string', ...db('string', { primary_key: true }) },
          password: { type: 'string', ...db('string', { required: true }) },
          groups: {
            type: 'array',
            items: { type: 'string' },
            ...db('list', { item_type: 'choice', choices: ['admin', 'editor', 'user'] }),
          },
          settings: { type: 'object', ...db('dict') },
        },
      },
    },
  },
}

onDocument(
  'x-writable-by anywhere in the schema of a property',
  withUsers,
  (service) => {
    let editor: Readonly<Record<string, string>> = {}
    beforeAll(async () => {
      const tokenOf = async (login: string) => {
        const { body } = await service().send('POST', '/auth/token', { login, password: PASSWORD })
        return { authorization: `ApiKey ${login}:${String(body['token'])}` }
      }
      const root = await tokenOf('root')
      await service().send(
        'POST',
        '/users',
        { username: 'eve', password: PASSWORD, groups: ['editor'] },
        root,
      )
      editor = await tokenOf('eve')
    })

    describe.each([
      ['a field', 'ruled', 'x', '/ruled'],
      ['a part of a dict', 'settings', { role: 'x' }, '/settings/role'],
    ])('on %s', (_what, name, value, at) => {
      it('lets only these callers write', async () => {
        const { send } = service()
        const rejected = await send('POST', '/things', { [name]: value })
        expect([rejected.status, rejected.body['errors']?.[0]?.['path']]).toEqual([403, at])
        const created = await send('POST', '/things', { [name]: value }, editor)
        expect([created.status, created.body]).toEqual([201, expect.anything()])
        const path = `/things/${String(created.body['id'])}`
        const other = typeof value === 'string' ? 'y' : { role: 'y' }
        for (const method of ['PUT', 'PATCH'])
          expect((await send(method, path, { title: 'x', [name]: other })).status).toBe(403)
        expect((await send('PATCH', path, { [name]: value })).status).toBe(200)
        expect((await send('PATCH', path, { [name]: other }, editor)).status).toBe(200)
      })
    })
  },
  { code: CODE, settings: withAdmin, everyEngine: true },
)

const shown = (status: number, name: string): object => ({
  responses: { [status]: { description: 'OK', ...json(ref(name)) } },
})
const text = { type: 'string' }

onDocument(
  'access declared for the parts of a resource object',
  {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': { post: { requestBody: json(ref('Note')), ...shown(201, 'Note') } },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        patch: { requestBody: json({ type: 'object', properties: { tags: {} } }), ...shown(200, 'Note') },
      },
      '/tags': { post: { requestBody: json(ref('Tag')), ...shown(201, 'Tag') } },
    },
    components: {
      schemas: {
        Note: {
          type: 'object',
          'x-stored': true,
          properties: {
            id: { type: 'integer', readOnly: true },
            type: { const: 'notes' },
            attributes: {
              type: 'object',
              properties: { title: text, rank: text, pin: text },
              anyOf: [
                { properties: { rank: { readOnly: true }, pin: { writeOnly: true } } },
                { required: ['title'] },
              ],
            },
            _embedded: {
              type: 'object',
              readOnly: true,
              properties: { tags: { type: 'array', items: ref('Tag') } },
            },
          },
        },
        Tag: {
          type: 'object',
          'x-stored': true,
          properties: { id: { type: 'integer', readOnly: true }, name: text },
        },
      },
    },
  },
  (service) => {
    const note = (attributes: object): object => ({ type: 'notes', attributes })
    it('holds for the fields that they contain', async () => {
      const made = await service().send('POST', '/notes', note({ title: 'a', pin: 'b' }))
      expect([made.status, made.body['attributes']]).toEqual([201, { title: 'a' }])
      expect((await service().send('POST', '/notes', note({ title: 'a', rank: 'b' }))).status).toBe(403)
      const { body: tag } = await service().send('POST', '/tags', { name: 'a' })
      const path = `/notes/${String(made.body['id'])}`
      expect((await service().send('PATCH', path, { tags: [tag['id']] })).status).toBe(403)
    })
  },
)
