import { afterAll, expect, it } from 'vitest'
import { AUDIENCE, IdentityProvider } from '../testing/identity-provider.js'
import { onDocument } from './documents.js'

const provider = new IdentityProvider()
await provider.open()

/** The provider makes the keys of users. */
const api = `openapi: 3.1.0
info: { title: Users, version: '1' }
security: [{ oauth: [] }]
x-acl: { collection: allow authenticated view, item: allow authenticated all }
paths:
  /me:
    get: { responses: { '200': { description: The caller, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
components:
  securitySchemes: { oauth: { type: http, scheme: bearer } }
  schemas:
    User:
      type: object
      x-stored: true
      x-auth-model: true
      properties: { number: { type: TYPE, x-db-settings: { type: TYPE, primary_key: true } }, name: { type: string } }
`

const settings = {
  auth: true,
  'oauth.issuer': provider.issuer,
  'oauth.audience': AUDIENCE,
  'oauth.register': true,
}

afterAll(() => provider.close())

for (const type of ['integer', 'big_integer'])
  onDocument(
    `users with a key of type ${type}`,
    api.replace('TYPE', 'integer').replace('TYPE', type),
    (service) => {
      it('are those with exactly the number in the token', async () => {
        const me = async (sub: unknown): Promise<unknown> => {
          const authorization = `Bearer ${await provider.token({ sub, name: 'N' })}`
          const { status, body } = await service().send('GET', '/me', undefined, { authorization })
          return status === 200 ? body['number'] : status
        }
        expect([await me('7'), await me('7'), await me('-8')]).toEqual([7, 7, -8])
        for (const other of ['007', '+7', '7.0', '7 ', '0x7', '-0', '-08', 'seven', '9'.repeat(30)])
          expect([other, await me(other)]).toEqual([other, 403])
      })
    },
    { settings, everyEngine: true },
  )
