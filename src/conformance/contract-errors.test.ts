import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const answer = (name: string): string =>
  `{ description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`
const list = (items: string): string =>
  `{ description: Errors, content: { application/json: { schema: { type: array, items: ${items} } } } }`

onDocument(
  'declared errors',
  `
openapi: 3.1.0
info: { title: Spins, version: '1' }
paths:
  /spins:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Spin' } } } }
      responses:
        201: ${answer('Spin')}
        422: ${list('{ type: object, properties: { field: { type: string }, message: { type: string } } }')}
  /spins/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        200: ${answer('Spin')}
        404: ${list('{ type: object, properties: { field: { type: string }, message: { type: string } } }')}
    put:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Spin' } } } }
      responses:
        200: ${answer('Spin')}
        400: ${list('{ type: object, properties: { message: { type: string } } }')}
        404: ${answer('Titled')}
    delete:
      responses:
        204: { description: Gone, headers: { Location: { schema: { type: string } } } }
        404: { description: Missing, content: { application/json: { schema: { $ref: '#/components/schemas/Failure' } } } }
    patch:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Spin' } } } }
      responses:
        200: { headers: { Location: { schema: { type: string } } }, ${answer('Spin').slice(1)}
        400: ${list('{ type: string }')}
        404: { description: Missing, content: { application/json: { schema: { $ref: '#/components/schemas/Silent' } } } }
components:
  schemas:
    Titled: { type: object, properties: { title: { type: string }, status: { type: integer } } }
    Silent: { type: object, properties: { cause: { type: string } } }
    Failure:
      type: object
      properties:
        developerMessage: { type: string }
        errorType: { type: string }
        violations: { type: array, items: { type: object, properties: { propertyName: { type: string }, userMessage: { type: string } } } }
    Cover: { type: object, properties: { url: { type: string } }, required: [kind] }
    Spin:
      x-stored: true
      type: object
      required: [id, song]
      properties:
        id: { type: integer, readOnly: true }
        song: { type: string }
        cover: { allOf: [{ $ref: '#/components/schemas/Cover' }] }
`,
  (service) => {
    const send = async (method: string, path: string, body?: object): Promise<unknown> => {
      const { status, body: sent } = await service().send(method, path, body)
      return [status, sent]
    }

    it('contain each fault, or the error itself', async () => {
      const cover = { kind: 'front' }
      expect(await send('POST', '/spins', { song: 'A', cover })).toEqual([201, { id: 1, song: 'A', cover }])
      expect(await send('POST', '/spins', { song: 5 })).toEqual([
        422,
        [{ field: 'song', message: 'must be string' }],
      ])
      expect(await send('GET', '/spins/9')).toEqual([
        404,
        [{ field: '', message: 'There is no Spin with this key.' }],
      ])
    })

    it('have members with names such as developerMessage, or are problem documents if nothing says what is wrong', async () => {
      const message = 'There is no Spin with this key.'
      expect(await send('DELETE', '/spins/9')).toEqual([
        404,
        { developerMessage: message, errorType: 'not_found', violations: [] },
      ])
      expect(await send('PATCH', '/spins/9', { song: 'B' })).toMatchObject([404, { detail: message }])
      expect(await send('PUT', '/spins/9', { song: 'B' })).toEqual([404, { title: message, status: 404 }])
    })

    it('stand beside successes with the URL of a changed item, if that is declared', async () => {
      const { status, headers } = await service().send('PATCH', '/spins/1', { song: 'B' })
      expect([status, headers['location']]).toEqual([200, expect.stringMatching(/\/spins\/1$/)])
    })

    it('name what is at fault in the message if nothing else does', async () => {
      const wrong = { song: 5, cover: {} }
      const messages = ['cover/kind: is required', 'song: must be string']
      expect(await send('PUT', '/spins/1', wrong)).toEqual([
        400,
        expect.arrayContaining(messages.map((message) => ({ message }))),
      ])
      expect(await send('PATCH', '/spins/1', { song: 5 })).toEqual([400, ['song: must be string']])
    })
  },
)
