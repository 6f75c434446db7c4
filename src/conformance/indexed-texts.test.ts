import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const item = `{ $ref: '#/components/schemas/Item' }`

const document = `
openapi: 3.1.0
info: { title: Items, version: '1' }
paths:
  /items:
    post: { requestBody: { content: { application/json: { schema: ${item} } } } }
components:
  schemas:
    Item:
      type: object
      x-stored: true
      properties:
        id: { type: integer }
        code: { type: string, x-db-settings: { unique: true } }
`

onDocument(
  'a unique text without a maximum length',
  document,
  (service, { name }) => {
    it('can have as many bytes as the index of the database can contain', async () => {
      const post = (size: number) =>
        service().send('POST', '/items', { code: randomBytes(size / 2).toString('hex') })
      expect((await post(2600)).status).toBe(201)
      const { status, body } = await post(20_000)
      if (name !== 'PostgreSQL') expect(status).toBe(201)
      else expect([status, body['detail']]).toEqual([400, 'A text is too long for the index of its field.'])
    })
  },
  { everyEngine: true },
)
