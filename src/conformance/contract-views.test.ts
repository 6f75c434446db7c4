import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { TestResponse } from './service.js'

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const key = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]'

/** People have a public profile with a path of its own. Only functions return reviews, which refer to people. */
const DOCUMENT = `openapi: 3.1.0
info: { title: People, version: '1' }
paths:
  /people:
    post:
      requestBody: { ${content(ref('Person'))} }
      responses: { '201': { description: The person, ${content(ref('Person'))} } }
  /people/{id}:
    ${key}
    get: { responses: { '200': { description: The person, ${content(ref('Person'))} } } }
  /profiles/{id}:
    ${key}
    get: { responses: { '200': { description: What everyone can see, ${content(ref('Profile'))} } } }
  /people/{id}/review:
    ${key}
    put:
      operationId: review
      requestBody: { required: true, ${content('{ type: object, required: [stars], properties: { stars: { type: integer } } }')} }
      responses: { '200': { description: The review, ${content(ref('Review'))} } }
components:
  schemas:
    Profile:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
    Person:
      x-stored: true
      allOf:
        - ${ref('Profile')}
        - { type: object, required: [email], properties: { email: { type: string } } }
    Review:
      type: object
      x-stored: true
      required: [stars, person]
      properties:
        stars: { type: integer }
        text: { type: string }
        secret: { type: string, writeOnly: true }
        person: { $ref: '#/components/schemas/Person' }
`

const REVIEW = `import { registry } from '../generated/index.js'

registry.action('review', async ({ body, item, models, document }) => {
  const review = await models.review.create({ data: { stars: body.stars, secret: 'x', person: item.id } })
  return document('Review', review)
})
`

onDocument(
  'components that show the same items in several forms',
  DOCUMENT,
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body)

    it('are served where only a part of the stored component is declared', async () => {
      const { body: ada } = await send('POST', '/people', { name: 'Ada', email: 'ada@example.com' })
      expect((await send('GET', `/people/${String(ada['id'])}`)).body).toEqual(ada)
      const profile = await send('GET', `/profiles/${String(ada['id'])}`)
      expect(profile).toMatchObject({ status: 200, body: { id: ada['id'], name: 'Ada' } })
      expect(Object.keys(profile.body)).toEqual(['id', 'name'])
    })

    it('are the documents of functions although no other operation returns them', async () => {
      const { body: ben } = await send('POST', '/people', { name: 'Ben', email: 'ben@example.com' })
      const review = await send('PUT', `/people/${String(ben['id'])}/review`, { stars: 4 })
      expect(review).toMatchObject({ status: 200 })
      expect(review.body).toEqual({ stars: 4, person: ben })
    })
  },
  {
    code: { 'src/actions/review.ts': REVIEW },
    settings: { auth: false, validate_responses: true },
    everyEngine: true,
  },
)
