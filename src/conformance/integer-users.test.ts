import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { TestResponse } from './service.js'

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`

/** Users have integers as keys, and a function of the owner's identifies them by a cookie. */
const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ session: [] }]
x-acl: { collection: 'allow authenticated view, create', item: allow authenticated all }
paths:
  /me:
    get: { responses: { '200': { description: The caller, ${content(ref('User'))} } } }
  /notes:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: Notes, ${content(`{ type: array, items: ${ref('Note')} }`)} } }
    post:
      requestBody: { required: true, ${content('{ type: object, properties: { text: { type: string } } }')} }
      responses: { '201': { description: The note, ${content(ref('Note'))} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: The note, ${content(ref('Note'))} } } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
  schemas:
    User:
      type: object
      x-stored: true
      x-auth-model: true
      properties: { id: { type: integer, format: int64, readOnly: true }, name: { type: string } }
    Note:
      type: object
      x-stored: true
      x-row-rules: ['allow authenticated all where author={{user.id}}']
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string }
        author: { type: integer, format: int64, readOnly: true, x-relation: User, x-db-settings: { default: '{{user.id}}' } }
`

const SESSION = `import { registry } from '../generated/index.js'

registry.scheme('session', async ({ credentials, models }) => {
  const name = String(credentials.sid)
  return (await models.user.findFirst({ where: { name } })) ?? (await models.user.create({ data: { name } }))
})
`

onDocument(
  'users with integers as keys',
  DOCUMENT,
  (service) => {
    const send = (method: string, path: string, as: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, { cookie: `sid=${as}` })

    it('are callers, in row rules and defaults as well', async () => {
      const { body: ada } = await send('GET', '/me', 'ada')
      const { body: ben } = await send('GET', '/me', 'ben')
      expect([typeof ada['id'], ada['name'], ben['name']]).toEqual(['number', 'ada', 'ben'])
      const { body: note } = await send('POST', '/notes', 'ada', { text: 'a' })
      expect(note).toMatchObject({ text: 'a', author: ada['id'] })
      expect((await send('GET', '/notes', 'ada')).body).toEqual([note])
      expect((await send('GET', '/notes', 'ben')).body).toEqual([])
      expect((await send('GET', `/notes/${String(note['id'])}`, 'ben')).status).toBe(404)
    })
  },
  { code: { 'src/schemes/session.ts': SESSION }, settings: { auth: true }, everyEngine: true },
)
