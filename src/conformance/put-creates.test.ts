import { beforeAll, expect, it } from 'vitest'
import { PASSWORD, withAdmin } from './callers.js'
import { onDocument } from './documents.js'

const json = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const path = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z]+$' },
})
const text = { type: 'string' }

onDocument(
  'a PUT that creates its item',
  {
    openapi: '3.1.0',
    info: { title: 'Flags', version: '1' },
    security: [{ key: [] }, {}],
    'x-acl': {
      collection: 'allow everyone view\nallow authenticated create',
      item: 'allow everyone view, update\nallow authenticated all',
    },
    paths: {
      '/flags/{name}': {
        parameters: [path('name')],
        get: { responses: { 200: { description: 'OK', ...json('Flag') } } },
        put: {
          requestBody: json('NewFlag'),
          responses: {
            200: { description: 'Replaced', ...json('Flag') },
            201: { description: 'Created', ...json('Flag') },
          },
        },
      },
      '/teams/{code}': {
        parameters: [path('code')],
        get: { responses: { 200: { description: 'OK', ...json('Team') } } },
        put: {
          requestBody: json('NewTeam'),
          responses: { 201: { description: '' }, 204: { description: '' } },
        },
      },
      '/teams/{code}/members/{nick}': {
        parameters: [path('code'), path('nick')],
        get: { responses: { 200: { description: 'OK', ...json('Member') } } },
        put: {
          requestBody: json('NewMember'),
          responses: {
            200: { description: '', ...json('Member') },
            201: { description: '', ...json('Member') },
          },
        },
      },
      '/teams/{code}/plan': {
        parameters: [path('code')],
        get: { responses: { 200: { description: 'OK', ...json('Plan') } } },
        put: {
          requestBody: json('Plan'),
          responses: {
            200: { description: 'Replaced', ...json('Plan') },
            201: { description: 'Created', ...json('Plan') },
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-api-key': true } },
      schemas: {
        Flag: {
          'x-stored': true,
          'x-row-rules': ['allow everyone view, update where secret=false', 'allow authenticated all'],
          'x-event-handlers': { before_create: ['note'], before_replace: ['note'] },
          type: 'object',
          required: ['name', 'enabled', 'made'],
          properties: {
            name: text,
            enabled: { type: 'boolean' },
            secret: { type: 'boolean', default: false },
            made: { ...text, readOnly: true },
          },
        },
        NewFlag: {
          type: 'object',
          required: ['enabled'],
          additionalProperties: false,
          properties: { enabled: { type: 'boolean' }, secret: { type: 'boolean' } },
        },
        Team: {
          'x-stored': true,
          'x-key': 'code',
          'x-row-rules': ['allow everyone all'],
          type: 'object',
          properties: {
            code: text,
            title: text,
            members: { type: 'array', items: { $ref: '#/components/schemas/Member' } },
          },
        },
        NewTeam: { type: 'object', properties: { title: text } },
        Member: {
          'x-stored': true,
          'x-key': 'nick',
          'x-row-rules': ['allow everyone all'],
          type: 'object',
          properties: { nick: text, role: text, team: { $ref: '#/components/schemas/Team' } },
        },
        Plan: {
          'x-stored': true,
          'x-row-rules': ['allow everyone all'],
          'x-event-handlers': { before_create: ['note'], before_replace: ['note'] },
          type: 'object',
          required: ['goal'],
          properties: {
            id: { type: 'integer', readOnly: true },
            goal: text,
            made: { ...text, readOnly: true },
            team: { ...text, writeOnly: true, 'x-relation': 'Team', 'x-db-settings': { uselist: false } },
          },
        },
        NewMember: { type: 'object', properties: { role: text } },
      },
    },
  },
  (service) => {
    let root: Readonly<Record<string, string>> = {}
    beforeAll(async () => {
      const { body } = await service().send('POST', '/auth/token', { login: 'root', password: PASSWORD })
      root = { authorization: `ApiKey root:${String(body['token'])}` }
    })
    const put = (to: string, body: object, headers = root) => service().send('PUT', to, body, headers)
    const get = (from: string) => service().send('GET', from, undefined, root)

    it('answers 201 once, with the handlers of a new item, and 200 afterwards', async () => {
      const made = await put('/flags/a', { enabled: true })
      expect([made.status, made.body]).toEqual([
        201,
        { name: 'a', enabled: true, secret: false, made: 'by create' },
      ])
      const changed = await put('/flags/a', { enabled: false })
      expect([changed.status, changed.body]).toEqual([
        200,
        { name: 'a', enabled: false, secret: false, made: 'by replace' },
      ])
    })

    it('replaces the item that another request has created in the meantime', async () => {
      const all = await Promise.all(
        [true, false, true, false].map((enabled) => put('/flags/race', { enabled })),
      )
      const statuses = all.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, 200, 200, 201])
      const both = [{ 'if-none-match': '*' }, { 'if-none-match': '*' }]
      const only = await Promise.all(
        both.map((headers) => put('/flags/only', { enabled: true }, { ...root, ...headers })),
      )
      expect(only.map(({ status }) => status).toSorted()).toEqual([201, 412])
    })

    it('replaces the only item below another one that another request has created in the meantime', async () => {
      await put('/teams/plans', { title: 'Plans' })
      const all = await Promise.all(['a', 'b', 'c', 'd'].map((goal) => put('/teams/plans/plan', { goal })))
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    })

    it('needs the permissions to update and to create', async () => {
      expect((await put('/flags/b', { enabled: true }, {})).status).toBe(401)
      expect((await get('/flags/b')).status).toBe(404)
      await put('/flags/b', { enabled: true })
      expect((await put('/flags/b', { enabled: false }, {})).status).toBe(200)
    })

    it('neither changes nor shows an item that the caller cannot view', async () => {
      await put('/flags/hidden', { enabled: true, secret: true })
      expect((await put('/flags/hidden', { enabled: false }, {})).status).toBe(401)
      expect((await get('/flags/hidden')).body).toMatchObject({ enabled: true, secret: true })
    })

    it('stores nothing if the body, the path or a precondition forbids it', async () => {
      expect((await put('/flags/c', { enabled: 'yes' })).status).toBe(400)
      expect((await put('/flags/C', { enabled: true })).status).toBe(400)
      expect((await put('/flags/c', { enabled: true }, { ...root, 'if-match': '*' })).status).toBe(412)
      expect((await get('/flags/c')).status).toBe(404)
      expect((await put('/flags/c', { enabled: true }, { ...root, 'if-none-match': '*' })).status).toBe(201)
      expect((await put('/flags/c', { enabled: true }, { ...root, 'if-none-match': '*' })).status).toBe(412)
    })

    it('creates the only item below another one, which its path identifies', async () => {
      expect((await put('/teams/green/plan', { goal: 'win' })).status).toBe(404)
      await put('/teams/green', { title: 'Green' })
      await put('/teams/gray', { title: 'Gray' })
      const plan = '/teams/green/plan'
      expect((await get(plan)).status).toBe(404)
      expect((await put(plan, { goal: 'win' }, {})).status).toBe(401)
      expect((await put(plan, { goal: 7 })).status).toBe(400)
      expect((await put(plan, { goal: 'win' }, { ...root, 'if-match': '*' })).status).toBe(412)
      expect((await get(plan)).status).toBe(404)
      const made = await put(plan, { goal: 'win' })
      expect([made.status, made.body]).toMatchObject([201, { goal: 'win', made: 'by create' }])
      const changed = await put(plan, { goal: 'play' })
      expect([changed.status, changed.body]).toMatchObject([200, { goal: 'play', made: 'by replace' }])
      expect((await put(plan, { goal: 'rest' }, {})).status).toBe(200)
      expect((await put(plan, { goal: 'none' }, { ...root, 'if-none-match': '*' })).status).toBe(412)
      expect((await get(plan)).body).toMatchObject({ id: made.body['id'], goal: 'rest' })
      expect((await put('/teams/gray/plan', { goal: 'lose' })).status).toBe(201)
    })

    it('answers each status with its own body, and links the item to the one above', async () => {
      expect(await put('/teams/red/members/amy', { role: 'lead' })).toMatchObject({ status: 404 })
      const team = await put('/teams/red', { title: 'Red' })
      expect([team.status, team.body]).toEqual([201, {}])
      const changed = await put('/teams/red', { title: 'Reds' })
      expect([changed.status, changed.body]).toEqual([204, {}])
      expect((await put('/teams/red/members/amy', { role: 'lead' })).status).toBe(201)
      expect((await put('/teams/red/members/amy', { role: 'cook' })).status).toBe(200)
      expect((await get('/teams/red')).body).toMatchObject({
        title: 'Reds',
        members: [{ nick: 'amy', role: 'cook' }],
      })
      await put('/teams/blue', {})
      expect((await put('/teams/blue/members/amy', { role: 'spy' })).status).toBe(404)
    })
  },
  {
    settings: withAdmin,
    everyEngine: true,
    code: {
      'src/handlers/note.ts': `
import { registry } from '../generated/index.js'

registry.add('note', (event) => event.setFieldValue('made', \`by \${event.action}\`))
`,
    },
  },
)
