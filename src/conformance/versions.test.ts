import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { onDocument } from './documents.js'

const { paths, ...document } = parse(readFileSync('fixtures/versions/api.yaml', 'utf8'))
// Examples, with which svcgen answers in the place of functions.
const answered = JSON.parse(
  JSON.stringify(paths).replaceAll(
    '"application/json":{',
    '"application/json":{"example":{"amount":5,"currency":"EUR"},',
  ),
)

onDocument(
  'versions of operations',
  { ...document, paths: answered },
  (service) => {
    const sent = (method: string, path: string, body?: unknown) => service().send(method, path, body)

    it('serves each operation below the prefix of its nearest servers', async () => {
      expect((await sent('POST', '/v1/payments', { amount: 1 })).status).toBe(201)
      expect((await sent('POST', '/v2/payments', { amount: 1 })).status).toBe(400)
      expect((await sent('POST', '/v2/payments', { amount: 1, currency: 'EUR' })).status).toBe(201)
      expect((await sent('POST', '/v1/v2/payments', {})).status).toBe(404)
      expect((await sent('GET', '/v1/accounts')).headers['allow']).toBe('POST')
      expect((await sent('DELETE', '/v3/accounts')).headers['allow']).toBe('GET, HEAD')
      expect((await sent('GET', '/v1/openapi.json')).status).toBe(200)
    })

    it('links to documents and pages below their own prefixes', async () => {
      const created = await sent('POST', '/v1/accounts', { name: 'a' })
      expect(created.status).toBe(201)
      const location = String(created.headers['location'])
      expect(new URL(location).pathname).toMatch(/^\/v3\/accounts\/[\w-]+$/)
      expect((await sent('GET', new URL(location).pathname)).body).toMatchObject({ name: 'a' })
      await sent('POST', '/v1/accounts', { name: 'b' })
      const page = await sent('GET', '/v3/accounts?limit=1')
      expect(page.body).toHaveLength(1)
      expect(page.headers['link']).toContain('/v3/accounts?')
    })

    it('says until when clients can use an operation, in errors too', async () => {
      for (const body of [{ amount: 1 }, {}]) {
        const { headers } = await sent('POST', '/v1/payments', body)
        expect(headers).toMatchObject({
          deprecation: '@1767225600',
          sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
        })
      }
      const { headers } = await sent('POST', '/v1/accounts', { name: 'c' })
      expect(headers['deprecation']).toBe('@0')
      expect(headers['sunset']).toBeUndefined()
      expect((await sent('POST', '/v2/payments', {})).headers['deprecation']).toBeUndefined()
    })
  },
  { settings: { auth: false, examples: true }, everyEngine: true },
)
