import { beforeAll, expect, it } from 'vitest'
import { type Known, logIn, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'

/** Managers can change all users. */
const api = `
openapi: 3.1.0
info: { title: Staff, version: '1' }
security: [{ session: [] }]
x-acl: { collection: allow authenticated all, item: allow authenticated all }
paths:
  /users:
    get: {}
    post: { ${body()} }
    patch: { x-operation: update_many, ${body()} }
  /users/{username}:
    parameters: [{ name: username, in: path, required: true, schema: { type: string } }]
    get: {}
    put: { ${body()} }
    patch: { ${body()} }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: ticket_secret } } }
  schemas:
    User:
      type: object
      x-stored: true
      x-auth-model: true
      x-row-rules: [allow g:admin all, allow g:manager all, 'allow authenticated view, update where username={{user.username}}']
      required: [username, email, password]
      properties:
        username: { type: string }
        email: { type: string, format: email, x-db-settings: { unique: true } }
        password: { type: string, writeOnly: true }
        phone: { type: string }
        groups: { type: array, items: { type: string, enum: [admin, manager] }, x-writable-by: ['g:admin', 'g:manager'] }
`

function body(): string {
  return `requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }`
}

onEveryEngine(
  'staff',
  (service) => {
    let root: Known = {}
    let mia: Known = {}
    let ann: Known = {}
    const send = (as: Known, method: string, path: string, given?: unknown): Promise<TestResponse> =>
      service().send(method, path, given, as)
    const logInAs = async (login: string): Promise<Known> => ticketOf(await logIn(service(), '', login))

    beforeAll(async () => {
      root = await logInAs('root')
      for (const [username, groups] of [
        ['mia', ['manager']],
        ['ann', ['admin']],
        ['bob', []],
      ] as const) {
        const user = { username, email: `${username}@example.com`, password: PASSWORD, groups }
        expect((await send(root, 'POST', '/users', user)).status).toBe(201)
      }
      mia = await logInAs('mia')
      ann = await logInAs('ann')
    })

    it('who may change users cannot log in as an admin', async () => {
      const taken = { username: 'ann', email: 'mia@example.org', password: 'known to mia', groups: ['admin'] }
      for (const [method, path, given] of [
        ['PATCH', '/users/ann', { password: 'known to mia' }],
        ['PATCH', '/users/ann', { email: 'mia@example.org' }],
        ['PATCH', '/users/ann', { phone: '1', email: 'mia@example.org' }],
        ['PUT', '/users/ann', taken],
        ['PUT', '/users/ann', { ...taken, email: 'ann@example.com' }],
        ['PATCH', '/users', { password: 'known to mia' }],
        ['PATCH', '/users?groups=admin', { password: 'known to mia' }],
        ['PATCH', '/users?username=ann', { email: 'mia@example.org' }],
        ['PATCH', '/users/ann', { groups: [], password: 'known to mia' }],
      ] as const)
        expect([method, path, given, (await send(mia, method, path, given)).status]).toEqual([
          method,
          path,
          given,
          403,
        ])
      for (const login of ['ann', 'bob', 'mia']) await logInAs(login)
    })

    it('they can change other fields of admins, and other users', async () => {
      expect((await send(mia, 'PATCH', '/users/ann', { phone: '1', email: 'ann@example.com' })).status).toBe(
        200,
      )
      const put = { username: 'ann', email: 'ann@example.com', phone: '2', groups: ['admin'] }
      expect((await send(mia, 'PUT', '/users/ann', put)).status).toBe(200)
      expect((await send(mia, 'PATCH', '/users?username=bob', { password: PASSWORD })).body['count']).toBe(1)
      expect((await send(mia, 'PATCH', '/users/bob', { email: 'bob@example.org' })).status).toBe(200)
    })

    it('admins change themselves and each other', async () => {
      expect((await send(ann, 'PATCH', '/users/ann', { password: PASSWORD })).status).toBe(200)
      ann = await logInAs('ann')
      expect((await send(root, 'PATCH', '/users/ann', { email: 'ann@example.org' })).status).toBe(200)
      expect((await send(ann, 'PATCH', '/users/root', { password: PASSWORD })).status).toBe(200)
    })
  },
  { api, settings: { ...withAdmin, ticket_secret: 'a secret that these tests know' } },
)
