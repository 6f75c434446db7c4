import { expect, test } from 'vitest'
import { printOrdered } from '../ir/index.js'
import { readOpenApiText } from '../testing/read-openapi-text.js'

const HEAD = 'openapi: 3.1.0\ninfo: {title: Stories, version: 1.0.0}\n'

/** Returns the document that svcgen reads, with the parts of other files. */
function bundledText(text: string, files: Readonly<Record<string, string>> = {}): unknown {
  const { api, problems } = readOpenApiText(`${HEAD}${text}`, files)
  expect(problems).toEqual([])
  return JSON.parse(printOrdered(api?.document ?? null))
}

test('keeps the order of keys, also of statuses and of properties that look like numbers, and all digits', () => {
  const { api } = readOpenApiText(`${HEAD}paths:
  /b: {get: {responses: {'202': {description: Later}, '200': {description: Now}}}}
  /a: {get: {responses: {default: {description: Any}}}}
components:
  schemas:
    B: {type: object, properties: {b: {type: string}, '10': {type: string}, '9': {const: 12345678901234567890}}}
    A: {type: string}`)
  expect(printOrdered(api?.document?.get('paths') ?? null)).toBe(
    '{"/b":{"get":{"responses":{"202":{"description":"Later"},"200":{"description":"Now"}}}},"/a":{"get":{"responses":{"default":{"description":"Any"}}}}}',
  )
  expect(printOrdered(api?.document?.get('components') ?? null)).toBe(
    '{"schemas":{"B":{"type":"object","properties":{"b":{"type":"string"},"10":{"type":"string"},"9":{"const":12345678901234567890}}},"A":{"type":"string"}}}',
  )
})

test('contains what other files declare, as components with free names', () => {
  const document = bundledText(
    `paths:
  /pets: {$ref: 'paths.yaml#/pets'}
components:
  schemas:
    Pet: {$ref: 'common.yaml#/Animal'}
    Error: {type: string}`,
    {
      'paths.yaml': `pets:
  get:
    parameters: [{$ref: 'common.yaml#/Limit'}]
    responses:
      '200':
        description: Pets
        content: {application/json: {schema: {type: array, items: {$ref: 'api.yaml#/components/schemas/Pet'}}}}
      '400': {$ref: 'common.yaml#/Bad'}`,
      'common.yaml': `Limit: {name: limit, in: query, schema: {$ref: '#/Size'}}
Size: {type: integer}
Error: {type: object, properties: {cause: {$ref: '#/Error'}}}
Bad: {description: Bad, content: {application/json: {schema: {$ref: '#/Error'}, example: {$ref: '#/Error'}}}}
Animal: {type: object, properties: {size: {$ref: '#/Size'}, kind: {$ref: '#/Kind'}}}
Kind: {$id: 'https://example.com/kind', $ref: '#/$defs/Name', $defs: {Name: {type: string}}}`,
    },
  )
  expect(document).toEqual({
    openapi: '3.1.0',
    info: { title: 'Stories', version: '1.0.0' },
    paths: {
      '/pets': {
        get: {
          parameters: [{ $ref: '#/components/parameters/Limit' }],
          responses: {
            '200': {
              description: 'Pets',
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
                },
              },
            },
            '400': { $ref: '#/components/responses/Bad' },
          },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          properties: {
            size: { $ref: '#/components/schemas/Size' },
            kind: { $ref: '#/components/schemas/Kind' },
          },
        },
        Error: { type: 'string' },
        Size: { type: 'integer' },
        Kind: { $id: 'https://example.com/kind', $ref: '#/$defs/Name', $defs: { Name: { type: 'string' } } },
        Error2: { type: 'object', properties: { cause: { $ref: '#/components/schemas/Error2' } } },
      },
      parameters: {
        Limit: { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Size' } },
      },
      responses: {
        Bad: {
          description: 'Bad',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error2' },
              example: { $ref: '#/Error' },
            },
          },
        },
      },
    },
  })
})
