import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, USERS, withAdmin } from './callers.js'
import { onEveryEngine } from './suite.js'

/** Users are created at several paths, in transactions that check the row rules. */
const api = `
openapi: 3.1.0
info: { title: Members, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all, item: allow authenticated all }
paths:
  /users: { get: {}, post: { ${body()} } }
  /users/{username}:
    parameters: [{ name: username, in: path, required: true, schema: { type: string } }]
    get: {}
    patch: { ${body()} }
  /sign-up: { post: { x-operation: create, x-model: User, security: [{}], x-acl: { collection: allow everyone all }, ${body()}, responses: { 204: { description: OK } } } }
components:
${USERS}
        phone: { type: string }
      x-row-rules: ['allow everyone view, create, update']
`

function body(): string {
  return `requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }`
}

const USERS_AT_ONCE = 60

onEveryEngine(
  'several paths to sign up',
  (service) => {
    let root: Known = {}
    beforeAll(async () => {
      root = ticketOf(await logIn(service(), '', 'root'))
    })

    it('the own account is where users are shown', async () => {
      expect((await service().send('GET', '/users/self', undefined, root)).body).toMatchObject({
        username: 'root',
      })
      expect((await service().send('GET', '/sign-up/self', undefined, root)).status).toBe(404)
      const { body } = await service().send('GET', '/openapi.json')
      expect(Object.keys(Object(body['paths']))).toContain('/users/self')
    })

    it.each([
      ['/users', 201],
      ['/sign-up', 204],
    ] as const)('passwords at %s are hashed before other writes have to wait', async (path, status) => {
      const as = path === '/users' ? root : nobody
      const prefix = `${path.slice(1)}-`
      let hasChanged = false
      let before = 0
      const created = Array.from({ length: USERS_AT_ONCE }, async (_, index) => {
        const username = prefix + index
        const user = { username, email: `${username}@example.com`, password: PASSWORD }
        const response = await service().send('POST', path, user, as)
        if (!hasChanged) before += 1
        return response.status
      })
      await sleep(100)
      const changed = await service().send('PATCH', '/users/root', { phone: path }, root)
      hasChanged = true
      expect(changed.status).toBe(200)
      expect(new Set(await Promise.all(created))).toEqual(new Set([status]))
      expect(before).toBeLessThan(USERS_AT_ONCE / 2)
      expect((await logIn(service(), '', `${prefix}1`)).status).toBe(200)
    })
  },
  {
    api,
    settings: { ...withAdmin, 'rate_limit.login_max': 1000, ticket_secret: 'a secret that these tests know' },
  },
)
