import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, schemaOf, stored, type Outcome } from '../testing/analyze-files.js'

const api = `title: T\n${collection('/stories', 'story.json')}${collection('/users', 'user.json')}`
const files = {
  'user.json': schemaOf(
    {
      username: stored('string', { primary_key: true }),
      stories: stored('relationship', { document: 'Story', backref_name: 'owner' }),
    },
    { _public_fields: ['username', 'stories'], _nested_relationships: ['stories'] },
  ),
  'story.json': schemaOf(
    {
      id,
      tree: { $ref: '#/definitions/tree', ...stored('dict') },
      owner_id: stored('foreign_key', {
        ref_document: 'User',
        ref_column: 'user.username',
        ref_column_type: 'string',
      }),
    },
    {
      _public_fields: ['owner'],
      definitions: {
        tree: { properties: { a: { $ref: '#/definitions/tree' }, b: { $ref: '#/definitions/leaf' } } },
        leaf: { properties: { a: { $ref: '#/definitions/leaf' } } },
      },
    },
  ),
}

/** Returns the service without source locations, because these depend on the layout of the input. */
function meaning({ service }: Outcome): unknown {
  return JSON.parse(JSON.stringify(service), (key, value: unknown) => (key === 'loc' ? null : value))
}

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}

describe('the analysis of an API', () => {
  it('does not depend on the key order in JSON', () => {
    const shuffled = Object.fromEntries(
      Object.entries(files).map(([name, schema]) => [name, reversed(schema)]),
    )
    expect(JSON.stringify(meaning(analyzeFiles(api, shuffled)))).toBe(
      JSON.stringify(meaning(analyzeFiles(api, files))),
    )
  })

  it('does not depend on line endings', () => {
    const crlf = Object.fromEntries(
      Object.entries(files).map(([name, schema]) => [
        name,
        JSON.stringify(schema, null, 2).replaceAll('\n', '\r\n'),
      ]),
    )
    const service = analyzeFiles(api.replaceAll('\n', '\r\n'), crlf).service
    expect(JSON.stringify(service)).toBe(JSON.stringify(analyzeFiles(api, files).service))
  })
})

describe('one mistake', () => {
  it.each([
    ['"document": "Story"', '"document": "Stroy"', 'SVC4008'],
    ['"type": "foreign_key"', '"type": "foriegn_key"', 'SVC3007'],
    ['"ref_document": "User"', '"ref_document": "Uesr"', 'SVC4008'],
  ])('in %s causes only a single error', (right, wrong, code) => {
    const texts = Object.fromEntries(
      Object.entries(files).map(([name, schema]) => [
        name,
        JSON.stringify(schema, null, 2).replace(right, wrong),
      ]),
    )
    const nested = `${api}  /{username}:\n    get:\n    /stories:\n      get:\n`
    expect(analyzeFiles(nested, texts).codes).toEqual([code])
  })
})
