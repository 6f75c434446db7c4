import { beforeAll, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'

const api = `
openapi: 3.1.0
info: { title: Keys, version: '1' }
security: [{ session: [] }, { key: [] }]
x-acl: { collection: 'allow authenticated all', item: 'allow authenticated all' }
paths:
  /organizations: { get: {}, post: { ${body('Organization')} } }
  /organizations/{slug}: { get: {} }
  /users: { get: {}, post: { ${body('User')} } }
  /users/{username}: { get: {}, patch: {} }
  /events: { get: {}, post: { ${body('Event')} }, patch: { x-operation: update_many, ${body('Event')} } }
  /events/{id}: { get: {}, patch: { ${body('Event')} }, delete: {} }
  /whoami:
    get: { operationId: whoAmI, responses: { '200': { description: Me } } }
    post: { operationId: writeAsCaller, responses: { '200': { description: Titles, content: { application/json: { schema: {} } } } } }
  /vault:
    get: { operationId: openVault, security: [{ key: [], pin: [] }], responses: { '200': { description: Me } } }
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: keys, x-ticket: { secret: auth_tkt_secret, hashalg: sha256 } }
    key: { type: apiKey, in: header, name: X-Api-Key }
    pin: { type: apiKey, in: header, name: X-Pin }
  schemas:
    Organization:
      type: object
      x-row-rules: [allow g:admin all, 'allow authenticated view where slug={{user.organization}}']
      properties:
        slug: { type: string, x-db-settings: { type: string, primary_key: true } }
        users: { x-db-settings: { type: relationship, document: User, backref_name: organization } }
        events: { x-db-settings: { type: relationship, document: Event, backref_name: organization } }
    User:
      type: object
      x-auth-model: true
      x-row-rules: [allow g:admin all, 'allow authenticated view where organization={{user.organization}}']
      required: [email, password]
      properties:
        username: { type: string, x-db-settings: { type: string, primary_key: true } }
        email: { type: string, x-db-settings: { type: string, unique: true, required: true } }
        password: { type: string, x-db-settings: { type: string, required: true } }
        groups: { x-db-settings: { type: list, item_type: string, choices: [admin, user, writer], default: [user] } }
        level: { type: integer, x-db-settings: { type: integer } }
        organization_slug: { x-db-settings: { type: foreign_key, ref_document: Organization, ref_column: organization.slug, ref_column_type: string } }
    Event:
      type: object
      x-row-rules:
        - allow g:admin all
        - allow authenticated view where organization={{user.organization}}
        - allow g:writer create, update where organization={{user.organization}}
        - allow authenticated delete where owner={{user.username}}
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        title: { type: string, x-db-settings: { type: string } }
        owner: { type: string, x-db-settings: { type: string } }
        organization_slug: { x-db-settings: { type: foreign_key, ref_document: Organization, ref_column: organization.slug, ref_column_type: string, default: '{{user.organization}}' } }
`

function body(component: string): string {
  return `requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${component}' } } } }`
}

const code = {
  'src/schemes/key.ts': `
import { registry } from '../generated/index.js'

registry.scheme('key', ({ credentials, caller }) => {
  const [organization, name = '', field] = String(credentials['x-api-key']).split(':')
  if (organization === undefined || !['red', 'blue'].includes(organization)) return undefined
  // @ts-expect-error users have no such field
  if (field === 'unknown') return caller({ name, fields: { unknown: 1 } })
  // @ts-expect-error the key is that of a stored user
  if (field === 'key') return caller({ name, fields: { username: 'amy' } })
  return caller({ name, groups: name === 'robot' ? ['writer'] : [], fields: { organization } })
})
`,
  'src/schemes/pin.ts': `
import { registry } from '../generated/index.js'

registry.scheme('pin', ({ credentials, user, caller }) =>
  credentials['x-pin'] === 'other' ? caller({ name: 'robot' }) : credentials['x-pin'] === '1234' ? user : undefined,
)
`,
  'src/actions/open-vault.ts': `
import { registry } from '../generated/index.js'

registry.action('open_vault', ({ user, reply }) => void reply.send(user ?? null))
`,
  'src/actions/who-am-i.ts': `
import { registry } from '../generated/index.js'

registry.action('who_am_i', ({ user, reply }) => void reply.send(user ?? null))
`,
  'src/actions/write-as-caller.ts': `
import { registry } from '../generated/index.js'

registry.action('write_as_caller', async ({ user, models }) => {
  const own = models.$as(user)
  const visible = await own.event.findMany({ orderBy: { title: 'asc' } })
  await own.event.create({ data: { title: 'by function' } })
  const created = await own.event.findMany({ where: { title: 'by function' } })
  return [...visible, ...created].map(({ title, organization }) => [title, organization])
})
`,
}

onEveryEngine(
  'callers that are not stored',
  (service) => {
    const send = (as: Known, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, as)
    const keyOf = (value: string): Known => ({ 'x-api-key': value })
    const titles = async (as: Known, query = ''): Promise<readonly unknown[]> =>
      Object.values((await send(as, 'GET', `/events?_sort=title${query}`)).body['data'] ?? {}).map(
        (event) => event['title'],
      )

    beforeAll(async () => {
      const root = ticketOf(await logIn(service(), '', 'root'))
      for (const slug of ['red', 'blue']) {
        expect((await send(root, 'POST', '/organizations', { slug })).status).toBe(201)
        const event = { title: `${slug} event`, organization: slug }
        expect((await send(root, 'POST', '/events', event)).status).toBe(201)
      }
      const amy = { username: 'amy', email: 'amy@example.com', password: PASSWORD, organization: 'red' }
      expect((await send(root, 'POST', '/users', amy)).status).toBe(201)
    })

    it('have the rights of their groups and fields', async () => {
      expect(await titles(keyOf('red:reader'))).toEqual(['red event'])
      expect(await titles(keyOf('blue:robot'))).toEqual(['blue event'])
      expect((await send(keyOf('green:robot'), 'GET', '/events')).status).toBe(401)
      expect((await send(nobody, 'GET', '/events')).status).toBe(401)
      expect((await send(keyOf('red:reader'), 'POST', '/events', { title: 'no' })).status).toBe(403)
      const made = await send(keyOf('red:robot'), 'POST', '/events', { title: 'made' })
      expect([made.status, made.body['organization']]).toEqual([201, 'red'])
      const path = `/events/${String(made.body['_pk'])}`
      expect((await send(keyOf('red:robot'), 'PATCH', path, { title: 'made again' })).status).toBe(200)
      expect((await send(keyOf('blue:robot'), 'PATCH', path, { title: 'x' })).status).toBe(404)
      expect((await send(keyOf('red:robot'), 'PATCH', path, { organization: 'blue' })).status).toBe(400)
      expect((await send(keyOf('red:robot'), 'PATCH', '/events', { owner: 'robot' })).body).toMatchObject({
        count: 2,
      })
      expect((await send(keyOf('red:robot'), 'DELETE', path)).status).toBe(403)
      const shown = await send(keyOf('red:reader'), 'GET', '/organizations/red')
      expect([shown.status, (await send(keyOf('red:reader'), 'GET', '/organizations/blue')).status]).toEqual([
        200, 404,
      ])
    })

    it('can need a second credential, whose function gets and returns the caller', async () => {
      const status = async (headers: Known): Promise<number> =>
        (await send({ ...keyOf('red:robot'), ...headers }, 'GET', '/vault')).status
      expect(await Promise.all([{ 'x-pin': '1234' }, { 'x-pin': '4321' }, {}].map(status))).toEqual([
        200, 401, 401,
      ])
      expect(await status({ 'x-pin': 'other' })).toBe(401)
      expect((await send({ 'x-pin': '1234' }, 'GET', '/vault')).status).toBe(401)
    })

    it('are no users', async () => {
      const me = await send(keyOf('red:robot'), 'GET', '/whoami')
      expect(me.body).toEqual({ organization: 'red', groups: ['writer'] })
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { level: 1 }],
      ] as const)
        expect([method, (await send(keyOf('red:robot'), method, '/users/self', body)).status]).toEqual([
          method,
          404,
        ])
      const users = await send(keyOf('red:amy'), 'GET', '/users')
      expect(Object.values(users.body['data'] ?? {}).map(({ username }) => username)).toEqual(['amy'])
      expect((await send(keyOf('red:amy'), 'POST', '/auth/logout', { everywhere: true })).status).toBe(200)
    })

    it('are the users of repositories with the same rights', async () => {
      expect(await titles(keyOf('blue:reader'))).toEqual(['blue event'])
      expect((await send(keyOf('blue:reader'), 'POST', '/whoami')).status).toBe(403)
      const made = await send(keyOf('blue:robot'), 'POST', '/whoami')
      expect([made.status, made.body]).toEqual([
        200,
        [
          ['blue event', 'blue'],
          ['by function', 'blue'],
        ],
      ])
      expect(await titles(keyOf('red:reader'))).not.toContain('by function')
    })

    it('are errors with fields that they cannot have', async () => {
      for (const key of ['red:x:unknown', 'red:x:key', 'red'])
        expect([key, (await send(keyOf(key), 'GET', '/events')).status]).toEqual([key, 500])
    })
  },
  { settings: { ...withAdmin, 'rate_limit.login_max': 1000 }, code, api },
)
