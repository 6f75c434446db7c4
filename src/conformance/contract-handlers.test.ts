import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

onDocument(
  'handlers of new items of a contract',
  `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 20 } }]
      responses:
        200:
          description: OK
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } }
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } }
      responses:
        201:
          description: OK
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
components:
  schemas:
    NewNote:
      type: object
      required: [title]
      properties:
        title: { type: string }
        slug: { type: string }
        tags: { type: array, items: { type: string } }
    Note:
      x-stored: true
      x-event-handlers: { before_create: [number_note] }
      type: object
      required: [id, title, slug, state, number, tags]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        slug: { type: string }
        state: { type: string, enum: [draft, published], default: draft }
        number: { type: integer }
        tags: { type: array, items: { type: string } }
`,
  (service) => {
    const post = (body: object) => service().send('POST', '/notes', body)

    it('set the required properties that the body leaves out or does not have, beside defaults and empty lists', async () => {
      const { status, body } = await post({ title: 'One' })
      const expected = { id: 1, title: 'One', slug: 'one', state: 'draft', number: 7, tags: [] }
      expect([status, body]).toEqual([201, expected])
      const given = await post({ title: 'Two', slug: 'zwei', tags: ['b'] })
      expect(given.body).toEqual({ ...expected, id: 2, title: 'Two', slug: 'zwei', tags: ['b'] })
    })

    it('leave a 400 for what the body requires, and for what they do not set', async () => {
      const incomplete = await post({})
      expect([incomplete.status, incomplete.body['errors']]).toEqual([
        400,
        [{ path: '/title', message: 'is required' }],
      ])
      const unset = await post({ title: 'unset' })
      expect([unset.status, unset.body['errors']]).toEqual([
        400,
        [{ path: '/number', message: 'must not be null' }],
      ])
    })
  },
  {
    everyEngine: true,
    code: {
      'src/handlers/number-note.ts': `import { registry } from '../generated/index.js'

registry.add('number_note', async (event) => {
  const title = event.fields.title?.newValue ?? ''
  if (event.fields.slug === undefined) event.setFieldValue('slug', title.toLowerCase())
  if (title !== 'unset') event.setFieldValue('number', 7)
})
`,
    },
  },
)
