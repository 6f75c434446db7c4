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
          properties: {
            meta: object,
            tags: { type: 'array', items: object },
            free: {},
            note: text,
            map: { type: 'object' },
          },
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
      expect((await send(part('meta', 'null'))).body['errors']).toEqual([
        { path: '/meta', message: 'must be object' },
      ])
      // A list has a part for each item, or one part.
      const plain = (value: string) => part('tags', value).replace('content-type: application/json\r\n', '')
      const tags = async (...parts: readonly string[]) => {
        const { body: found } = await send([part('meta', '{}'), ...parts].join(''))
        return found['tags'] ?? found['errors']
      }
      const both = [{ a: 'x' }, { b: 1 }]
      expect(await tags(part('tags', '{"a":"x"}'), part('tags', '{"b":1}'))).toEqual(both)
      expect(await tags(plain('{"a":"x"}'), part('tags', '{"b":1}', '; filename="blob"'))).toEqual(both)
      expect(await tags(part('tags', '[{"a":"x"},{"b":1}]'))).toEqual(both)
      expect(await tags(part('tags', '{"a":"x"}'))).toEqual([{ a: 'x' }])
      expect(await tags(plain('{"b":"x"}'))).toMatchObject([{ path: '/tags/0/b' }])
      // Without a schema, nothing says what an integer may lose.
      for (const [name, value] of [
        ['map', '{"a":[9007199254740993]}'],
        ['meta', '{"c":9007199254740993}'],
      ] as const) {
        const answer = await send((name === 'meta' ? '' : part('meta', '{}')) + part(name, value))
        expect([name, answer.status, answer.body['errors']?.[0]?.message]).toEqual([
          name,
          400,
          expect.stringContaining('send it as a string'),
        ])
      }
      const mixed =
        part('meta', '{}') + part('free', '{"n":9007199254740993}') + part('note', '"a \\"note\\""')
      expect((await send(mixed)).body).toEqual({ meta: {}, free: '{"n":9007199254740993}', note: 'a "note"' })
      expect((await send(part('meta', '{}') + part('note', '{'))).body['detail']).toContain(
        'the part note is not valid JSON',
      )
      const twice = await send(part('meta', '{}') + part('meta', '{}'))
      expect(twice.body['errors']).toEqual([{ path: '/meta', message: 'must not be repeated' }])
    })
  },
  { code: { 'src/actions/fields.ts': echo('fields'), 'src/actions/parts.ts': echo('parts') } },
)

const item = { $ref: '#/components/schemas/Note' }
const answer = (status: number): object => ({
  responses: { [status]: { description: 'OK', content: { 'application/json': { schema: item } } } },
})
const sent = { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: item } } } }

onDocument(
  'forms with items',
  {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': { post: { ...sent, ...answer(201) } },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        patch: { ...sent, ...answer(200) },
        put: { ...sent, ...answer(200) },
      },
    },
    components: {
      schemas: {
        Note: {
          type: 'object',
          'x-stored': true,
          required: ['state'],
          properties: {
            id: text,
            title: text,
            hidden: { type: 'boolean', default: false },
            state: { type: 'string', default: 'new', readOnly: true },
          },
        },
      },
    },
  },
  (service) => {
    it('change only the fields that are sent, not those with defaults, and need none that is read-only', async () => {
      const send = async (method: string, path: string, body: string) =>
        (await service().send(method, path, body, { 'content-type': 'application/x-www-form-urlencoded' }))
          .body
      expect(await send('POST', '/notes', 'id=a&title=x&hidden=true')).toEqual({
        id: 'a',
        title: 'x',
        hidden: true,
        state: 'new',
      })
      expect(await send('PATCH', '/notes/a', 'title=y')).toMatchObject({ title: 'y', hidden: true })
      expect(await send('PUT', '/notes/a', 'title=z')).toMatchObject({ title: 'z', hidden: false })
    })
  },
)
