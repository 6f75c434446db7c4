import { beforeAll, expect, it } from 'vitest'
import { type Known, logIn, nobody, ticketOf, USERS, withAdmin } from './callers.js'
import { onDocument } from './documents.js'
import type { TestResponse } from './service.js'

const API = `
openapi: 3.1.0
info: { title: Things, version: '1' }
security: [{ session: [] }, {}]
x-acl: { collection: allow everyone all, item: allow everyone all }
paths:
  /things:
    get: { responses: { 200: { description: The things } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 201: { description: Created } }
    delete: { x-operation: delete_many, responses: { 200: { description: Deleted } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { security: [{ token: [] }], responses: { 200: { description: The thing } } }
  /shown:
    get:
      x-operation: list
      parameters: [{ name: key, in: query, schema: { type: string } }]
      responses: &shown
        200:
          description: The things
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Thing' } }
components:
${USERS.replace('securitySchemes: {', 'securitySchemes: { token: { type: apiKey, in: query, name: key },')}
    Thing:
      type: object
      x-stored: true
      properties:
        id: { type: string }
        key: { type: string }
`

const CODE = {
  'src/schemes/token.ts': `import { registry } from '../generated/index.js'

registry.scheme('token', async ({ credentials, models }) =>
  credentials.key === 'secret' ? ((await models.user.findUnique({ where: { username: 'root' } })) ?? undefined) : undefined,
)
`,
}

for (const auth of [true, false])
  onDocument(
    `a filter with the name of a credential in the query, with auth = ${auth}`,
    API,
    (service) => {
      let known: Known = nobody
      const send = (method: string, path: string, body?: object): Promise<TestResponse> =>
        service().send(method, path, body, known)

      beforeAll(async () => {
        if (auth) known = ticketOf(await logIn(service(), '', 'root'))
        for (const id of ['a', 'b', 'c']) await send('POST', '/things', { id, key: `the key of ${id}` })
      })

      it('selects items, or is refused, in operations that do not accept the credential', async () => {
        const filter = 'key=the+key+of+a'
        expect((await send('GET', `/things?${filter}`)).body['total']).toBe(1)
        expect((await send('GET', `/shown?${filter}`)).body).toEqual([{ id: 'a', key: 'the key of a' }])
        expect((await send('DELETE', `/things?${filter}`)).status).toBe(400)
        expect((await send('GET', '/things?_count')).body['total']).toBe(3)
      })

      it.runIf(auth)('is the credential in others', async () => {
        const status = async (query: string): Promise<number> =>
          (await service().send('GET', `/things/b${query}`)).status
        expect([await status('?key=secret'), await status('?key=wrong'), await status('')]).toEqual([
          200, 401, 401,
        ])
      })
    },
    {
      code: CODE,
      settings: { auth, ticket_secret: 'a secret that these tests know', ...withAdmin },
      everyEngine: true,
    },
  )
