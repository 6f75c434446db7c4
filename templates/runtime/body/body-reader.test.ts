import { describe, expect, it } from 'vitest'
import { BadRequest } from '../errors.js'
import type { JsonObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { withRule } from '../testing/rare-rules.js'
import { MergingBodyReader } from './dicts.js'
import { BodyReader } from './reader.js'
import { rejectLostDigits, rememberLostDigits } from './digits.js'
import { parseBody } from './parser.js'

const story: ModelSpec = {
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id' },
    name: { type: 'string', column: 'name', required: true, maxLength: 10, schema: { minLength: 2 } },
    progress: { type: 'float', column: 'progress', schema: { exclusiveMinimum: 0 } },
    price: withRule({
      type: 'decimal',
      column: 'price',
      scale: 2,
      schema: { type: ['number', 'string'], minimum: 1 },
    }),
    views: withRule({ type: 'big_integer', column: 'views' }),
    starts: withRule({ type: 'time', column: 'starts' }),
    settings: {
      type: 'dict',
      column: 'settings',
      schema: { required: ['theme'], properties: { theme: { type: 'string' } } },
    },
    state: {
      type: 'choice',
      column: 'state',
      choices: ['new', 'old'],
      required: true,
      default: { value: 'new' },
    },
    secret: { type: 'string', column: null, schema: { type: 'string', minLength: 4 } },
  },
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner_id',
      keyType: 'string',
      inverse: 'stories',
      required: true,
      onDelete: 'nullify',
    },
    parts: {
      model: 'Part',
      side: 'one',
      many: true,
      unique: false,
      column: 'story_id',
      keyType: 'id_field',
      inverse: 'story',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { owner_id: 'owner' },
  exactNumbers: rejectLostDigits,
  required: ['name', 'owner'],
  additionalProperties: false,
  processors: {},
  path: ['/stories/', 'id'],
}

/** Returns the model with other schemas for some fields. */
function withSchemas(schemas: Readonly<Record<string, JsonObject>>): ModelSpec {
  const fields = Object.entries(story.fields).map(([name, { schema: _schema, ...field }]) => {
    const schema = schemas[name]
    return [name, schema === undefined ? field : { ...field, schema }]
  })
  return { ...story, fields: Object.fromEntries(fields) }
}

const reader = new MergingBodyReader(story)
const bob = { owner: 'bob' }
const existing: Row = { id: 7, name: 'Tale', owner: 'bob' }

function faultsOf(read: () => unknown): JsonObject {
  try {
    read()
  } catch (error) {
    if (error instanceof BadRequest)
      return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]))
    throw error
  }
  return {}
}

describe('a POST', () => {
  it('returns values in canonical form, without omitted fields', () => {
    const body = {
      name: 'Tale',
      price: '1.50',
      starts: '8:31',
      owner: 'bob',
      parts: [1, 2, 1],
      secret: 'open',
    }
    expect(reader.create(body)).toEqual([
      { name: 'Tale', price: 1.5, starts: '08:31:00', owner: 'bob', parts: [1, 2], secret: 'open' },
    ])
  })

  it('checks each field against its own pattern', () => {
    const patterned = new BodyReader(
      withSchemas({ name: { pattern: '^[A-Z]' }, secret: { pattern: '^[a-z]' } }),
    )
    expect(faultsOf(() => patterned.create({ name: 'Tale', secret: 'open', owner: 'bob' }))).toEqual({})
    expect(faultsOf(() => patterned.create({ name: 'tale', secret: 'Open', owner: 'bob' }))).toEqual({
      '/name': 'must match pattern "^[A-Z]"',
      '/secret': 'must match pattern "^[a-z]"',
    })
  })

  it('reports all errors at once', () => {
    const body = {
      id: 1,
      nme: 'x',
      progress: 0,
      price: '0.5',
      state: 'gone',
      owner_id: 'bob',
      secret: 'no',
      views: 1.5,
    }
    expect(faultsOf(() => reader.create(body))).toEqual({
      '/id': 'is generated and cannot be set',
      '/nme': 'unknown field in Story (did you mean "name"?)',
      '/state': 'must be one of new, old',
      '/owner_id': 'cannot be written; set "owner" instead',
      '/views': 'must be a 64-bit integer',
      '/name': 'is required',
      '/owner': 'is required',
      '/progress': 'must be > 0',
      '/price': 'must be >= 1',
      '/secret': 'must not have fewer than 4 characters',
    })
  })

  it('that is a list reports each error with the index of its item', () => {
    expect(faultsOf(() => reader.create([{ name: 'Tale', ...bob }, { name: 'T', ...bob }, 3]))).toEqual({
      '/1/name': 'must not have fewer than 2 characters',
      '/2': 'must be a JSON object',
    })
    expect(reader.create([])).toEqual([])
  })

  it('on a nested route links the item to the parent, and cannot specify a different parent', () => {
    expect(reader.create({ name: 'Tale' }, { within: bob })).toEqual([{ name: 'Tale', owner: 'bob' }])
    expect(faultsOf(() => reader.create({ name: 'Tale', owner: 'eve' }, { within: bob }))).toEqual({
      '/owner': 'must be "bob", as in the path',
    })
  })

  it('takes a field from the path only if it is valid', () => {
    const within = { name: 'Tale', ...bob }
    expect(reader.create({}, { within })).toEqual([{ name: 'Tale', owner: 'bob' }])
    expect(faultsOf(() => reader.create({}, { within: { ...within, name: 'A very long tale' } }))).toEqual({
      '/name': 'must be at most 10 characters long',
    })
    expect(faultsOf(() => reader.create({}, { within: { ...within, name: 'T' } }))).toHaveProperty('/name')
  })

  it('accepts null for optional fields, regardless of the JSON type', () => {
    expect(reader.create({ name: 'Tale', ...bob, progress: null })).toEqual([
      { name: 'Tale', owner: 'bob', progress: null },
    ])
    expect(faultsOf(() => reader.create({ name: null, owner: null, state: null }))).toEqual({
      '/name': 'must not be null',
      '/owner': 'must not be null',
      '/state': 'must not be null',
    })
  })

  it('rejects a number that lost precision during parsing if the field must be exact', () => {
    const body = parseBody(
      '[{"name":"Tale","owner":"bob","price":0.10000000000000000001,"progress":0.10000000000000000001}]',
      32,
      rememberLostDigits,
    )
    expect(faultsOf(() => reader.create(body))).toEqual({
      '/0/price': 'has more digits than a JSON number preserves; send it as a string',
    })
  })

  it('rejects keys that are not single values', () => {
    expect(faultsOf(() => reader.create({ name: 'Tale', owner: ['bob'], parts: [{}] }))).toEqual({
      '/owner': 'must be a single key',
      '/parts/0': 'must be a single key',
    })
  })
})

describe('a PUT', () => {
  it('accepts a document returned in a response, including nested documents', () => {
    const document = {
      _type: 'Story',
      _pk: '7',
      _self: 'http://x/stories/7',
      id: 7,
      name: 'Tale',
      progress: null,
      owner: { _type: 'User', _pk: 'bob', username: 'bob' },
      parts: [{ _pk: '3' }],
      parts_total: 1,
    }
    expect(reader.replace(document, { existing })).toEqual({
      name: 'Tale',
      progress: null,
      owner: 'bob',
      parts: [3],
    })
  })

  it('cannot change the key', () => {
    expect(faultsOf(() => reader.replace({ id: 8, _pk: '8', name: 'Tale', ...bob }, { existing }))).toEqual({
      '/id': 'is generated and cannot be changed',
      '/_pk': 'does not match the key of the item',
    })
  })

  it('can omit required fields that the caller cannot see or write', () => {
    expect(reader.replace({ ...bob }, { existing, kept: new Set(['name']) })).toEqual(bob)
    expect(faultsOf(() => reader.replace({ ...bob }, { existing }))).toEqual({ '/name': 'is required' })
  })
})

describe('a PATCH', () => {
  it("returns the changes, with dicts merged into the item's dicts", () => {
    const stored = { ...existing, settings: { theme: 'dark', size: 3 } }
    expect(reader.changes('update', { progress: null, settings: { size: 1 } }, { existing: stored })).toEqual(
      {
        progress: null,
        settings: { theme: 'dark', size: 1 },
      },
    )
    expect(faultsOf(() => reader.changes('update', { name: null, progress: -1 }, { existing }))).toEqual({
      '/name': 'must not be null',
      '/progress': 'must be > 0',
    })
  })

  it('reports errors in a merged dict together with all other errors', () => {
    expect(
      faultsOf(() => reader.changes('update', { name: null, settings: { size: 1 } }, { existing })),
    ).toEqual({
      '/name': 'must not be null',
      '/settings/theme': 'is required',
    })
    expect(faultsOf(() => reader.mergeOf({ settings: { size: 1 } })?.(existing))).toEqual({
      '/settings/theme': 'is required',
    })
    expect(faultsOf(() => reader.changes('assign', { settings: { size: 1 } }))).toEqual({
      '/settings/theme': 'is required',
    })
    expect(reader.changes('update_many', { settings: { size: 1 } })).toEqual({ settings: { size: 1 } })
  })

  it('on a collection reports errors inside dicts that no item can avoid, together with all other errors', () => {
    const text = { type: 'string' }
    const settings = {
      type: 'object',
      required: ['zip', 'city'],
      additionalProperties: false,
      properties: {
        zip: { type: 'string', pattern: '^[0-9]{5}$' },
        city: text,
        geo: {
          type: 'object',
          required: ['lat'],
          properties: { lat: { type: 'number' }, lon: { type: 'number' } },
        },
        tags: { type: 'array', items: { type: 'object', required: ['a~/b'], properties: { 'a~/b': text } } },
        either: { anyOf: [{ type: 'object', required: ['x'], properties: { y: text } }, { type: 'number' }] },
      },
    }
    const addresses = new MergingBodyReader(
      withSchemas({ progress: { type: 'number', minimum: 0 }, settings }),
    )
    const patch = {
      zip: '1',
      geo: { lat: 'x', lon: 7 },
      tags: [{ 'a~/b': 1 }, {}],
      either: { y: 1 },
      more: 1,
    }
    expect(faultsOf(() => addresses.changes('update_many', { progress: -1, settings: patch }))).toEqual({
      '/progress': 'must be >= 0',
      '/settings/zip': 'must match pattern "^[0-9]{5}$"',
      '/settings/geo/lat': 'must be number',
      '/settings/tags/0/a~0~1b': 'must be string',
      '/settings/tags/1/a~0~1b': 'is required',
      '/settings/more': 'unknown property',
    })
    expect(
      faultsOf(() => addresses.changes('update_many', { settings: { city: null, geo: { lat: null } } })),
    ).toEqual({
      '/settings/city': 'is required',
      '/settings/geo/lat': 'is required',
    })
    for (const valid of [{ zip: '12345' }, { geo: { lon: 1 } }, { either: { x: 1 } }, { geo: null }])
      expect(addresses.changes('update_many', { settings: valid })).toEqual({ settings: valid })
  })

  it('on a collection never sets a key', () => {
    expect(reader.changes('update_many', { progress: 1 })).toEqual({ progress: 1 })
    expect(faultsOf(() => reader.changes('update_many', { id: 3 }))).toEqual({
      '/id': 'is generated and cannot be changed',
    })
  })
})

it('rejects a list that a document has shortened', () => {
  const existing = { id: 1, name: 'Tale', owner: 'bob' }
  const document = { parts: [1, 2], parts_total: 3 }
  expect(faultsOf(() => reader.changes('update', document, { existing }))).toEqual({
    '/parts': 'contains only 2 of 3 keys; send all keys, or omit it',
  })
  expect(reader.changes('update', { parts: [1, 2], parts_total: 2 }, { existing })).toEqual({ parts: [1, 2] })
  expect(reader.changes('update', { parts_total: 3 }, { existing })).toEqual({})
})

it('accepts unknown fields if the schema allows them', () => {
  const open = new BodyReader({ ...story, additionalProperties: true })
  expect(open.create({ name: 'Tale', ...bob, note: 'x' })).toEqual([
    { name: 'Tale', owner: 'bob', note: 'x' },
  ])
})
