import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const json = { content: { 'application/json': { schema: {} } } }
const text = { type: 'string' }
const object = { type: 'object', properties: { a: text, b: { type: 'integer' } } }
const form = (type: string, schema: object, encoding: object): object => ({
  post: {
    operationId: type.includes('multipart') ? 'parts' : 'fields',
    requestBody: { required: true, content: { [type]: { schema, encoding } } },
    responses: { 200: { description: 'OK', ...json } },
  },
})
const echo = (name: string): string => `
import { registry } from '../generated/index.js'
registry.action('${name}', async ({ body }) => body)
`

onDocument(
  'forms',
  {
    openapi: '3.1.0',
    info: { title: 'Forms', version: '1' },
    paths: {
      '/fields': form(
        'application/x-www-form-urlencoded',
        {
          type: 'object',
          properties: {
            deep: object,
            flat: object,
            piped: { type: 'array', items: text },
            commas: { type: 'array', items: { type: 'integer' } },
            plain: object,
          },
        },
        {
          deep: { style: 'deepObject', explode: true },
          flat: { style: 'form', explode: false },
          piped: { style: 'pipeDelimited', explode: false },
          commas: { explode: false },
        },
      ),
      '/parts': form(
        'multipart/form-data',
        {
          type: 'object',
          required: ['meta'],
          properties: { meta: object, tags: { type: 'array', items: object } },
        },
        { meta: { contentType: 'application/json' } },
      ),
    },
  },
  (service) => {
    it('are read as encoding says', async () => {
      const fields = 'deep[a]=x&deep[b]=1&flat=a,y,b,2&piped=p|q&commas=1,2&plain=%7B%22a%22%3A%22z%22%7D'
      const { status, body } = await service().send('POST', '/fields', fields, {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect([status, body]).toEqual([
        200,
        {
          deep: { a: 'x', b: 1 },
          flat: { a: 'y', b: 2 },
          piped: ['p', 'q'],
          commas: [1, 2],
          plain: { a: 'z' },
        },
      ])
      for (const field of ['deep[b]=LARGE', 'flat=b,LARGE', 'commas=1,LARGE', 'plain=%7B%22b%22%3ALARGE%7D'])
        expect([
          field,
          (
            await service().send('POST', '/fields', field.replace('LARGE', '9007199254740993'), {
              'content-type': 'application/x-www-form-urlencoded',
            })
          ).status,
        ]).toEqual([field, 400])
    })

    it('can have parts of type application/json', async () => {
      const part = (name: string, value: string, more = ''): string =>
        `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\ncontent-type: application/json\r\n\r\n${value}\r\n`
      const send = (parts: string) =>
        service().send('POST', '/parts', `${parts}--b--\r\n`, {
          'content-type': 'multipart/form-data; boundary=b',
        })
      const { status, body } = await send(part('meta', '{"a":"x","b":2}'))
      expect([status, body]).toEqual([200, { meta: { a: 'x', b: 2 } }])
      for (const value of ['"two"', '9007199254740993'])
        expect((await send(part('meta', `{"b":${value}}`))).body['errors']).toMatchObject([
          { path: '/meta/b' },
        ])
      // The name that browsers give to the parts of a FormData whose type is set.
      const ofBrowser = (value: string) => send(part('meta', value, '; filename="blob"'))
      expect((await ofBrowser('{"a":"x","b":2}')).body).toEqual({ meta: { a: 'x', b: 2 } })
      expect((await ofBrowser('{"b":"two"}')).body['errors']).toMatchObject([{ path: '/meta/b' }])
      expect((await ofBrowser('{')).status).toBe(400)
    })
  },
  { code: { 'src/actions/fields.ts': echo('fields'), 'src/actions/parts.ts': echo('parts') } },
)
