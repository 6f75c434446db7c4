import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

/** The ways in which frameworks and large providers describe lists: Django, Laravel, Square, OGC, TM Forum and Microsoft. */
const DOCUMENT = `
openapi: 3.0.3
info: { title: Library, version: '1' }
paths:
  /authors:
    get:
      parameters:
        - { name: country__in, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: name__icontains, in: query, schema: { type: string } }
        - { name: mood, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses:
        '200':
          description: Authors, as Square lists them
          content:
            application/json:
              schema:
                type: object
                properties:
                  authors: { type: array, items: { $ref: '#/components/schemas/Author' } }
                  cursor: { type: string }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Author' } } } }
      responses: { '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Author' } } } } }
  /tags:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } }
      responses: { '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } } }
  /books:
    get:
      x-sort: title
      parameters:
        - { name: author__country, in: query, schema: { type: string } }
        - { name: author.name, in: query, schema: { type: string } }
        - { name: author.id, in: query, schema: { type: integer } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: tag, in: query, schema: { type: string } }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { author_id: { type: integer }, author__country__ne: { type: string } } } }
        - { name: $select, in: query, explode: false, schema: { type: array, items: { type: string, enum: [title, author, tags] } } }
        - { name: $expand, in: query, explode: false, schema: { type: array, items: { type: string, enum: [author] } } }
        - { name: $top, in: query, schema: { type: integer, default: 2 } }
        - { name: $skiptoken, in: query, schema: { type: string } }
      responses:
        '200':
          description: Books
          content:
            application/json:
              schema:
                type: object
                required: [numberMatched]
                properties:
                  value: { type: array, items: { $ref: '#/components/schemas/Book' } }
                  numberMatched: { type: integer }
                  numberReturned: { type: integer }
                  meta: { type: object, properties: { path: { type: string }, itemsTotal: { type: integer }, pagesTotal: { type: integer } } }
                  '@odata.nextLink': { type: string }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
components:
  schemas:
    CountryEnum: { type: string, enum: [US, DE] }
    BlankEnum: { enum: [''] }
    NullEnum: { enum: [null] }
    Author:
      x-stored: true
      type: object
      required: [id, version]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        country: { nullable: true, oneOf: [{ $ref: '#/components/schemas/CountryEnum' }, { $ref: '#/components/schemas/BlankEnum' }, { $ref: '#/components/schemas/NullEnum' }] }
        mood: { anyOf: [{ type: string, enum: [calm, wild] }, { type: string }] }
        version: { type: string, readOnly: true, x-value: v1 }
    Tag:
      x-stored: true
      x-key: slug
      type: object
      required: [slug]
      properties: { slug: { type: string } }
    Book:
      x-stored: true
      type: object
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        author: { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: object, nullable: true }] }
        tags: { type: array, items: { type: string, x-relation: Tag } }
        notes: { type: array, items: { type: string, nullable: true } }
`

onDocument(
  'the lists of frameworks and providers',
  DOCUMENT,
  (service) => {
    const titles = async (search: string): Promise<string> => {
      const { status, body } = await service().send('GET', `/books?${search}`)
      expect(status).toBe(200)
      return Object.values(Object(body['value']))
        .map((book) => Object(book).title)
        .join(' ')
    }
    const names = async (search: string): Promise<string> =>
      Object.values(Object((await service().send('GET', `/authors?${search}`)).body['authors']))
        .map((author) => Object(author).name)
        .join(' ')

    it('store texts whose known values are alternatives, and constants of documents', async () => {
      const post = async (path: string, body: object): Promise<unknown> => {
        const made = await service().send('POST', path, body)
        expect(made.status).toBe(201)
        return made.body
      }
      const ada = { name: 'Ada', country: 'US', mood: 'calm' }
      expect(await post('/authors', ada)).toEqual({ id: 1, ...ada, version: 'v1' })
      await post('/authors', { name: 'Bob', country: 'DE', mood: 'curious' })
      await post('/authors', { name: 'Cat', country: '' })
      expect(await post('/authors', { name: 'Dan', country: null })).toMatchObject({ country: null })
      expect((await service().send('POST', '/authors', { name: 'Eve', country: 'FR' })).status).toBe(400)
      for (const slug of ['red', 'blue']) await post('/tags', { slug })
      const book = { title: 'a', author: { id: 1 }, tags: ['red'], notes: ['x', null] }
      expect(await post('/books', book)).toMatchObject({ ...book, author: { id: 1, name: 'Ada' } })
      await post('/books', { title: 'b', author: { id: 2 }, tags: ['red', 'blue'] })
      await post('/books', { title: 'c', author: null })
    })

    it('filter by fields with an operator, and by those of related items', async () => {
      expect(await names('country__in=US,DE')).toBe('Ada Bob')
      expect(await names('name__icontains=A')).toBe('Ada Cat Dan')
      expect(await names('mood=curious')).toBe('Bob')
      expect(await titles('author__country=DE')).toBe('b')
      expect(await titles('author.name=Ada')).toBe('a')
      expect(await titles('author.id=2')).toBe('b')
      expect(await titles('tags=blue')).toBe('b')
      expect(await titles('tag=red')).toBe('a b')
      expect(await titles('tags=blue&tags=red')).toBe('a b')
      expect(await titles('filter[author_id]=1')).toBe('a')
      expect(await titles('filter[author__country__ne]=US')).toBe('b c')
      expect((await service().send('GET', '/authors?country__in=FR')).status).toBe(400)
    })

    it('show the cursor of the next page, which the last page lacks', async () => {
      const { body } = await service().send('GET', '/authors?limit=3')
      expect(await names(`limit=3&cursor=${encodeURIComponent(String(body['cursor']))}`)).toBe('Dan')
      expect((await service().send('GET', '/authors?limit=4')).body).not.toHaveProperty('cursor')
    })

    it('show expanded items beside the selected members, the numbers of items and the next page', async () => {
      const { body } = await service().send('GET', '/books?$select=title&$expand=author&$top=1')
      const next = String(body['@odata.nextLink'])
      expect(body).toEqual({
        value: [{ title: 'a', author: expect.objectContaining({ name: 'Ada' }) }],
        numberMatched: 3,
        numberReturned: 1,
        meta: { path: '/books', itemsTotal: 3, pagesTotal: 3 },
        '@odata.nextLink': next,
      })
      expect(await titles(next.replace(/^[^?]*\?/, ''))).toBe('b')
    })
  },
  { everyEngine: true },
)

const OUTCOMES = `
openapi: 3.0.3
info: { title: Patients, version: '4' }
paths:
  /Patient:
    post:
      requestBody: { required: true, content: { application/fhir+json: { schema: { $ref: '#/components/schemas/Patient' } } } }
      responses:
        '201': { description: Made, content: { application/fhir+json: { schema: { $ref: '#/components/schemas/Patient' } } } }
        default: { $ref: '#/components/responses/Outcome' }
components:
  responses:
    Outcome:
      description: Errors
      content:
        application/fhir+json:
          schema:
            type: object
            required: [resourceType, issue]
            properties:
              resourceType: { type: string, enum: [OperationOutcome] }
              issue:
                type: array
                minItems: 1
                items:
                  type: object
                  required: [severity, code]
                  properties:
                    severity: { type: string, enum: [fatal, error], x-value: error }
                    code: { type: string, enum: [invalid, not-found, conflict, exception, forbidden, login] }
                    diagnostics: { type: string }
  schemas:
    Patient:
      x-stored: true
      type: object
      properties: { id: { type: string, readOnly: true }, gender: { type: string, enum: [female, male] } }
`

onDocument('errors as outcomes of FHIR', OUTCOMES, (service) => {
  it('contain an issue for each fault', async () => {
    const { status, body } = await service().send('POST', '/Patient', JSON.stringify({ gender: 'x' }), {
      'content-type': 'application/fhir+json',
    })
    expect([status, body]).toEqual([
      400,
      {
        resourceType: 'OperationOutcome',
        issue: [{ severity: 'error', code: 'invalid', diagnostics: 'must be one of female, male' }],
      },
    ])
  })
})
