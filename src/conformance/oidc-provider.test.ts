import { createServer } from 'node:http'
import { once } from 'node:events'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, expect, it } from 'vitest'
import { SQLITE } from './engines.js'
import { buildFixture, removeProject, startService } from './service.js'
import { userCode } from './user-code.js'

const AUDIENCE = 'urn:notes'
const SECRET = 'the secret of a client'

const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
const { privateKey } = await generateKeyPair('RS256', { extractable: true })

// Each client is also the user of its tokens (RFC 6749, 4.4).
const provider = new Provider(issuer, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  clients: ['root', 'nobody'].map((id) => ({
    client_id: id,
    client_secret: SECRET,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  })),
  scopes: ['notes:read', 'notes:write'],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, resource) => ({
        scope: 'notes:read notes:write',
        audience: resource,
        accessTokenFormat: 'jwt',
      }),
    },
  },
})
server.on('request', (request, response) => void provider.callback()(request, response))

const folder = await buildFixture('schemes', 'svc_sqla', userCode('schemes'))
const service = await startService(folder, SQLITE, {
  auth: true,
  'system.user': 'root',
  'system.password': 'a password for tests',
  'system.email': 'root@example.com',
  'system.name': 'Root',
  'oauth.issuer': issuer,
  'oauth.audience': AUDIENCE,
  'oauth.local_users': true,
})

afterAll(async () => {
  await service.close()
  removeProject(folder)
  server.closeAllConnections()
  server.close()
})

/** Requests a token from the provider. */
async function authorization(client: string, scope: string, resource = AUDIENCE) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client}:${encodeURIComponent(SECRET)}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource }),
  })
  const { access_token: token } = JSON.parse(await response.text())
  return { authorization: `Bearer ${token}` }
}

it('a service accepts the tokens of oidc-provider', async () => {
  const status = async (method: string, known: { readonly authorization: string }): Promise<number> =>
    (await service.send(method, '/v1/notes', method === 'POST' ? { text: 'a' } : undefined, known)).status
  const both = 'notes:read notes:write'
  expect(await status('GET', await authorization('root', 'notes:read'))).toBe(200)
  expect(await status('POST', await authorization('root', 'notes:read'))).toBe(403)
  expect(await status('POST', await authorization('root', both))).toBe(201)
  expect(await status('GET', await authorization('nobody', both))).toBe(401)
  expect(await status('GET', await authorization('root', both, 'urn:other'))).toBe(401)
})
