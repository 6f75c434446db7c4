import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const event = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }

onDocument(
  'a signed webhook',
  {
    openapi: '3.1.0',
    info: { title: 'Hooks', version: '1' },
    paths: {
      '/hooks': {
        post: {
          operationId: 'receiveEvent',
          parameters: [{ name: 'signature', in: 'header', required: true, schema: { type: 'string' } }],
          requestBody: {
            content: {
              'application/json': { schema: event },
              'application/x-www-form-urlencoded': { schema: event },
            },
          },
          responses: { 200: { description: 'OK', ...json({ type: 'object' }) } },
        },
      },
    },
  },
  (service) => {
    const SECRET = 'a shared secret'
    const send = (body: string, type = 'application/json', key = SECRET) =>
      service().send('POST', '/hooks', body, {
        'content-type': type,
        signature: createHmac('sha256', key).update(body).digest('hex'),
      })

    it.each([
      ['JSON as it is written', '{ "kind" :\t"paid" }', 'application/json'],
      ['a form', 'kind=p%61id', 'application/x-www-form-urlencoded'],
    ])('is checked against the bytes of %s', async (_what, body, type) => {
      const signed = await send(body, type)
      expect([signed.status, signed.body]).toEqual([200, { kind: 'paid', bytes: body.length }])
      expect((await send(body, type, 'another secret')).status).toBe(403)
    })

    it('has limited bytes and a valid body', async () => {
      expect((await send(JSON.stringify({ kind: 'x'.repeat(2000) }))).status).toBe(413)
      // Without a length, the rest is not read: the connection cannot carry another request.
      const headers = { 'content-type': 'application/json', signature: '' }
      const endless = await service().send('POST', '/hooks', Readable.from(['{', ' '.repeat(2000)]), headers)
      expect([endless.status, endless.headers['connection']]).toEqual([413, 'close'])
      expect((await send('{"kind":')).status).toBe(400)
      expect((await send('{}')).status).toBe(400)
    })
  },
  {
    code: {
      'src/actions/receive-event.ts': `
import { createHmac } from 'node:crypto'
import { Forbidden, registry } from '../generated/index.js'

registry.action('receive_event', { rawBody: true, bodyLimit: 1000 }, async ({ body, headers, rawBody }) => {
  const expected = createHmac('sha256', 'a shared secret').update(rawBody).digest('hex')
  if (headers.signature !== expected) throw new Forbidden('The signature is invalid.')
  return { kind: body?.kind ?? '', bytes: rawBody.length }
})
`,
    },
  },
)
