import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const text = { type: 'string' }
/** Returns a schema of required objects in each other, each in two parts. */
const nested = (levels: number): object =>
  levels === 0
    ? text
    : { type: 'object', required: ['in'], properties: { in: { allOf: [nested(levels - 1), {}] } } }
const SCHEMAS: readonly object[] = [
  { type: 'object', properties: { no: false, yes: true, a: text }, required: ['a'] },
  { allOf: [{ type: 'object', additionalProperties: { type: 'object' } }, { properties: { s: text } }] },
  { type: 'object', properties: { a: text, b: text }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  { type: 'object', properties: { a: text, b: text, c: text }, maxProperties: 1 },
  { type: 'object', properties: { a: text, b: text }, required: ['b'], maxProperties: 1 },
  { type: 'array', items: { type: 'integer' }, contains: { minimum: 50 } },
  { type: 'array', contains: { const: 'x' }, minContains: 2 },
  { type: 'array', prefixItems: [{ type: 'boolean' }, text], contains: { type: 'integer' }, minContains: 2 },
  { type: 'array', prefixItems: [text], contains: { type: 'integer' }, maxItems: 2 },
  { type: 'array', prefixItems: [{}, text], contains: { type: 'integer' }, maxItems: 2 },
  { type: 'object', propertyNames: { pattern: '^[a-z]{3}$' }, minProperties: 2, additionalProperties: text },
  {
    type: 'object',
    patternProperties: { '^n_': { type: 'integer' } },
    additionalProperties: false,
    minProperties: 1,
  },
  { type: 'object', patternProperties: { '^n_': { type: 'integer' } }, required: ['n_1'] },
  { type: 'object', patternProperties: { '^n_': text }, additionalProperties: false, minProperties: 3 },
  { type: 'object', propertyNames: { pattern: '^n_' }, minProperties: 3 },
  { type: 'array', items: { type: 'string', pattern: '^n_' }, uniqueItems: true, minItems: 3 },
  { type: 'object', properties: { a: text, b: text }, dependentRequired: { a: ['b'] } },
  {
    type: 'object',
    required: ['a'],
    properties: { a: text },
    additionalProperties: { type: 'integer' },
    dependentRequired: { c: ['d'], b: ['c'], a: ['b'] },
    maxProperties: 4,
  },
  { type: 'integer', multipleOf: 7, exclusiveMaximum: -5 },
  { type: 'string', format: 'date-time', maxLength: 20 },
  { type: 'string', format: 'uri-reference', maxLength: 3 },
  { type: 'string', format: 'ipv6', maxLength: 4 },
  { type: 'string', pattern: '^q', minLength: 5, maxLength: 5 },
  { type: 'string', pattern: 'q$', minLength: 7 },
  {
    type: 'object',
    properties: { a: text },
    required: ['a'],
    dependentSchemas: { a: { required: ['b'], properties: { b: text } } },
  },
  {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] }, n: {} },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    then: { properties: { n: { type: 'integer' } }, required: ['n'] },
  },
  { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 3 },
  { type: 'string', pattern: '^\\p{L}{3,}$' },
  { type: 'string', format: 'duration' },
  { type: 'string', format: 'anything', minLength: 30 },
  { type: 'string', format: 'uri', minLength: 60 },
  { type: 'string', format: 'email', maxLength: 10 },
  { type: 'string', format: 'uri', pattern: '^https://h/\\d+$' },
  { type: 'string', format: 'date', pattern: '^2023-' },
  { type: 'string', format: 'date', pattern: '^\\d{4}-01-01$' },
  { type: 'string', format: 'date-time', pattern: 'T00:00:00Z$' },
  { type: 'string', format: 'email', pattern: '@a\\.org$' },
  { type: 'string', format: 'ipv4', pattern: '^10\\.' },
  { type: 'string', pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[@$!%])[A-Za-z\\d@$!%]{8,}$' },
  { type: 'string', pattern: '^(?!0+$)\\d{6}$' },
  { type: 'string', pattern: '^(?!.*--)[a-z0-9-]{3,8}$', maxLength: 5 },
  { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 },
  { type: 'array', items: { type: 'integer', minimum: 3, maximum: 5 }, uniqueItems: true, minItems: 3 },
  {
    type: 'array',
    items: { type: 'object', properties: { f: { type: 'boolean' } }, required: ['f'] },
    uniqueItems: true,
    minItems: 2,
  },
  { type: 'integer', not: { enum: [0, 1, 2] } },
  { type: 'boolean', not: { const: true } },
  { type: 'string', not: { enum: ['value-1'] } },
  { type: 'object', properties: { n: { type: 'integer', not: { const: 1 } } }, required: ['n'] },
  { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true, minItems: 2 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  { type: 'integer', minimum: 17, maximum: 20, multipleOf: 6 },
  { $ref: '#/components/schemas/Base', required: ['a'] },
  {
    type: 'object',
    properties: { a: { type: 'string', format: 'uri', pattern: '^/x' }, b: text },
    required: ['b'],
  },
  nested(6),
  true as unknown as object,
]

onDocument(
  'values made from a schema',
  {
    openapi: '3.1.0',
    info: { title: 'Mock', version: '1' },
    paths: Object.fromEntries(
      [...SCHEMAS, { $ref: '#/components/schemas/Account' }].map((schema, index) => [
        index < SCHEMAS.length ? `/s${index}` : '/account',
        { get: { responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } } },
      ]),
    ),
    components: {
      schemas: {
        Base: { type: 'object', properties: { a: text } },
        Account: {
          type: 'object',
          required: ['name', 'password'],
          properties: { name: text, password: { type: 'string', writeOnly: true } },
        },
      },
    },
  },
  (service) => {
    it('contain no required writeOnly properties', async () => {
      expect((await service().send('GET', '/account')).body).toEqual({ name: 'name-1' })
    })

    const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false })
    ajvFormats.default(ajv)
    ajv.addSchema({ properties: { a: text } }, '#/components/schemas/Base')

    it.each(SCHEMAS.map((schema, index) => [JSON.stringify(schema), index, schema] as const))(
      'satisfy %s',
      async (_text, index, schema) => {
        const response = await service().send('GET', `/s${index}`)
        expect([response.status, response.body]).toEqual([200, response.body])
        const valid = ajv.compile(schema)(response.body)
        expect([valid, response.body]).toEqual([true, response.body])
      },
    )
  },
  { settings: { auth: false, examples: true, validate_responses: true } },
)

const pet = {
  type: 'object',
  properties: { kind: text },
  required: ['kind'],
  discriminator: { propertyName: 'kind', mapping: { tom: '#/components/schemas/Cat' } },
}
const answer = (schema: object): object => ({
  get: { responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } },
})

onDocument(
  'values of OpenAPI 3.0',
  {
    openapi: '3.0.3',
    info: { title: 'Mock', version: '1' },
    paths: {
      '/users': {
        ...answer({ $ref: '#/components/schemas/User' }),
        post: {
          operationId: 'echo',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
            },
          },
        },
      },
      '/cat': answer({ $ref: '#/components/schemas/Cat' }),
      '/dog': answer({ $ref: '#/components/schemas/Dog' }),
      '/pets': answer({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }),
      '/animals': answer({ type: 'array', items: { $ref: '#/components/schemas/Animal' } }),
      '/moved': { get: { responses: { 302: { description: 'Elsewhere' } } } },
      '/gone': {
        get: {
          operationId: 'gone',
          responses: { '4XX': { description: 'Gone', content: { 'application/json': { schema: text } } } },
        },
      },
      '/one': answer({
        oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
        discriminator: { propertyName: 'kind', mapping: { bee: '#/components/schemas/B' } },
      }),
      '/text': {
        get: {
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: text, example: 'hello' } } },
          },
        },
      },
      '/parsed': {
        get: {
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: { type: 'object' }, example: '{"a": 1}' } },
            },
          },
        },
      },
      '/own': answer({ $ref: '#/components/schemas/Wrong' }),
      '/neighbors': answer({
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'integer', example: 'no' }, b: { type: 'string', example: 'kept' } },
      }),
      '/overlapping': answer({
        oneOf: [{ $ref: '#/components/schemas/User' }, { allOf: [{ $ref: '#/components/schemas/User' }] }],
      }),
      '/none': answer({ type: 'integer', minimum: 3, maximum: 2 }),
      '/nullable': answer({ type: 'object', properties: { a: { nullable: true } }, required: ['a'] }),
    },
    components: {
      schemas: {
        Id: { type: 'integer', readOnly: true },
        Base: {
          type: 'object',
          required: ['id'],
          properties: { id: { allOf: [{ $ref: '#/components/schemas/Id' }] } },
        },
        User: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            {
              type: 'object',
              required: ['name', 'password'],
              properties: { name: text, password: { type: 'string', writeOnly: true } },
            },
          ],
        },
        Pet: pet,
        Animal: { ...pet, discriminator: { propertyName: 'kind', mapping: { lion: 'Lion' } } },
        Lion: { allOf: [{ $ref: '#/components/schemas/Animal' }] },
        Cat: {
          allOf: [
            { $ref: '#/components/schemas/Pet' },
            { type: 'object', properties: { lives: { type: 'integer' } } },
          ],
        },
        Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] },
        Wrong: { type: 'object', required: ['a'], properties: { a: text }, example: { a: 1 } },
        A: { type: 'object', properties: { kind: text }, required: ['kind'] },
        B: { type: 'object', properties: { kind: text }, required: ['kind'] },
      },
    },
  },
  (service) => {
    const bodyOf = async (path: string) => (await service().send('GET', path)).body

    it('contain no writeOnly properties, and are not null', async () => {
      expect(await bodyOf('/users')).toEqual({ id: 1, name: 'name-1' })
      expect((await bodyOf('/nullable'))['a']).not.toBe(null)
    })

    it('are the example, as a JSON string or as the JSON in it', async () => {
      expect([await bodyOf('/text'), await bodyOf('/parsed')]).toEqual(['hello', { a: 1 }])
    })

    it('have the discriminator of their component', async () => {
      expect([await bodyOf('/cat'), await bodyOf('/dog')]).toMatchObject([{ kind: 'tom' }, { kind: 'Dog' }])
      expect(['bee', 'A']).toContain((await bodyOf('/one'))['kind'])
      expect(await bodyOf('/animals')).toEqual([{ kind: 'lion' }])
      expect(await bodyOf('/pets')).toEqual([{ kind: 'tom', lives: 1 }])
    })

    it('have the first declared status if none is successful', async () => {
      const answered = async (path: string) => {
        const { status, body } = await service().send('GET', path)
        return [status, body]
      }
      expect(await answered('/moved')).toEqual([302, {}])
      expect(await answered('/gone')).toEqual([400, 'value-1'])
    })

    it('are the example of the schema as it is, but members only if they fit', async () => {
      expect(await bodyOf('/own')).toEqual({ a: 1 })
      expect(await bodyOf('/neighbors')).toMatchObject({ a: 1, b: 'kept' })
    })

    it('satisfy several alternatives if they include each other', async () => {
      expect(await bodyOf('/overlapping')).toMatchObject({ id: 1, name: 'name-1' })
    })

    it('are a 501 that names the schema if there are none', async () => {
      const { status, body } = await service().send('GET', '/none')
      expect([status, body['detail']]).toEqual([
        501,
        expect.stringContaining('#/paths/~1none/get/responses/200/'),
      ])
    })

    it('are required by their use', async () => {
      const post = (body: object) => service().send('POST', '/users', body)
      expect((await post({ name: 'a', password: 'b' })).status).toBe(200)
      expect((await post({ name: 'a' })).body['errors']).toMatchObject([{ path: '/password' }])
    })
  },
  { settings: { auth: false, examples: true, validate_responses: true } },
)
