import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'

const title = 'title: T\n'
const note = schemaOf({ id, name: stored('string') })

/** Returns the models in an API with one collection. */
function modelsAt(path: string): readonly string[] {
  return analyzeFiles(title + collection(path, 's.json'), { 's.json': note }).service.models.map(
    (model) => model.id,
  )
}

/** Analyzes an API with one collection, `/notes`, whose schema has these properties. */
function notes(properties: Record<string, unknown>, keys: Record<string, unknown> = {}) {
  return analyzeFiles(title + collection('/notes', 's.json'), {
    's.json': schemaOf({ id, ...properties }, keys),
  })
}

/** Returns the body schema of a model with the given fields, declared in the given order. */
function bodyOf(names: readonly string[]): unknown {
  const schema = schemaOf(Object.fromEntries(names.map((name) => [name, stored('string')])))
  return analyzeFiles(title + collection('/notes', 's.json'), { 's.json': schema }).model('Note').schema
}

describe('a collection', () => {
  it.each([
    ['/stories', 'Story'],
    ['/people', 'Person'],
    ['/user-profiles', 'UserProfile'],
    ['/activity_types', 'ActivityType'],
    ['/news', 'News'],
    ['/api/stories', 'Story'],
  ])('at %s has the model %s', (path, model) => {
    expect(modelsAt(path)).toEqual([model])
  })

  it('uses the root-level schema with the name of its model if it has only GET', () => {
    const api = `${title}schemas:\n  - Story: !include s.json\n/stories:\n  get:\n`
    expect(analyzeFiles(api, { 's.json': note }).route('GET /stories').model).toBe('Story')
  })

  it('can share its model with another collection that has the same schema', () => {
    const api = title + collection('/notes', 's.json') + collection('/old/notes', 's.json')
    const { service, codes } = analyzeFiles(api, { 's.json': note })
    expect(codes).toEqual([])
    expect(service.models).toHaveLength(1)
  })

  it('is reported with the other collection if both have the same model but different schemas', () => {
    const api = title + collection('/notes', 's.json') + collection('/old/notes', 't.json')
    const { diagnostics } = analyzeFiles(api, { 's.json': note, 't.json': schemaOf({ id }) })
    expect(diagnostics.map(({ code, related }) => [code, related.length])).toEqual([['SVC4003', 1]])
  })
})

describe('a resource that no model serves', () => {
  it('has custom actions', () => {
    const { diagnostics, service } = analyzeFiles(
      `${title}/:\n  get:\n/status:\n  get:\n  head:\n/pings:\n  get:\n  /{id}:\n    get:\n`,
    )
    expect(diagnostics).toEqual([])
    expect(service.actions.map(({ id: action }) => action)).toEqual([
      'GET /',
      'GET /pings',
      'GET /pings/{id}',
      'GET /status',
    ])
    expect(service.routes).toEqual([])
  })

  it('is reported for each declaration that cannot be enforced', () => {
    const { codes, service } = analyzeFiles(`${title}/status:
  get:
    queryParameters:
      size: { type: integer, default: large }
    body:
      application/json:
  post:
    body:
      application/json:
        schema: '{ "type": "object", "properties": { "a": { "pattern": "(" }, "b": { "type": "tuple" } } }'
  connect:
`)
    expect(codes.toSorted()).toEqual(['SVC4020', 'SVC4021', 'SVC4024', 'SVC4025', 'SVC4025', 'SVC4026'])
    expect(service.actions.map(({ id: action }) => action)).toEqual(['GET /status', 'POST /status'])
  })

  it('has no defaults that their own parameter refuses', () => {
    const { diagnostics, service } = analyzeFiles(`${title}/status:
  get:
    queryParameters:
      kind: { enum: [a, b], default: c, example: d }
      least: { type: integer, minimum: 3, default: 2 }
      long: { minLength: 3, repeat: true, default: ab }
      start: { pattern: ^a, default: b }
      right: { type: integer, minimum: 3, default: 3, example: 4 }
`)
    const refused = ['kind', 'least', 'long', 'start'].map(
      (name) => `The default of parameter "${name}" cannot be enforced; it is ignored`,
    )
    expect(diagnostics.map(({ message }) => message).toSorted()).toEqual([
      ...refused,
      'The example of parameter "kind" is not in "enum"',
    ])
    expect(service.actions[0]?.queryParameters.flatMap(({ schema }) => schema['default'] ?? [])).toEqual([3])
  })
})

describe('a schema that cannot be read', () => {
  it('is reported with its resource if it is empty', () => {
    const { diagnostics, service } = analyzeFiles(title + collection('/items', 's.json'), { 's.json': '' })
    const [empty] = diagnostics
    expect(empty?.code).toBe('SVC2037')
    expect(empty).toMatchObject({ message: 'The schema is empty', related: [{ at: expect.anything() }] })
    expect(service.routes).toEqual([])
  })

  it('is reported with its resource if it is not JSON', () => {
    const { diagnostics } = analyzeFiles(title + collection('/items', 's.json'), { 's.json': '{"a":1,}' })
    expect(diagnostics.map(({ code, related }) => [code, related.map(({ message }) => message)])).toEqual([
      ['SVC1041', ['Used here by "/items"']],
    ])
  })

  it('does not cause follow-up errors for relationships if its body has no media type', () => {
    const api = `${title}/items:\n  post:\n    body:\n      schema: !include s.json\n${collection('/users', 'u.json')}`
    const relation = stored('relationship', { document: 'Item', backref_name: 'owner' })
    const { codes } = analyzeFiles(api, { 's.json': note, 'u.json': schemaOf({ id, items: relation }) })
    expect(codes).toEqual(['SVC2031'])
  })
})

describe('an invalid field or relationship', () => {
  const relationship = { type: 'relationship', document: 'Story', backref_name: 'user' }
  const lists = { _index_together: [['title', 'user']], _public_fields: ['user'], required: ['user'] }
  const key = stored('foreign_key', {
    ref_document: 'User',
    ref_column: 'user.id',
    ref_column_type: 'id_field',
  })

  it.each([
    ['an unknown model', { ...relationship, document: 'Storrrrry' }, 'SVC4008'],
    ['no back-reference', { ...relationship, backref_name: undefined }, 'SVC3020'],
    ['no type', { ...relationship, type: undefined }, 'SVC3020'],
    ['an unknown type', { ...relationship, type: 'relashonship' }, 'SVC3007'],
  ])('with %s does not cause follow-up errors for its back-reference', (_, settings, code) => {
    const api = title + collection('/users', 'u.json') + collection('/stories', 's.json')
    const { codes } = analyzeFiles(api, {
      'u.json': schemaOf({ id, stories: { _db_settings: settings } }),
      's.json': schemaOf({ id, title: stored('string'), user: { readOnly: true }, user_id: key }, lists),
    })
    expect(codes).toEqual([code])
  })

  it('does not hide unknown names in its model', () => {
    const { codes } = notes(
      { name: { ...stored('strin'), readOnly: true }, code: stored('string') },
      { _index_together: [['name', 'code']], _public_fields: ['nam'] },
    )
    expect(codes.toSorted()).toEqual(['SVC3007', 'SVC3023'])
  })
})

describe('a plain schema', () => {
  const plain = schemaOf({
    name: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    size: { type: 'number' },
    tags: { type: 'array' },
    state: { enum: ['a', 'b'] },
    extra: { type: 'object' },
  })

  it('stores every property with a type derived from its JSON type', () => {
    const { model } = analyzeFiles(title + collection('/things', 's.json'), { 's.json': plain })
    const types = model('Thing').fields.map(({ name, type }) => [name, type])
    expect(Object.fromEntries(types)).toEqual({
      id: 'id_field',
      name: 'string',
      at: 'datetime',
      size: 'float',
      tags: 'list',
      state: 'choice',
      extra: 'dict',
    })
  })

  it('uses the property named like the item parameter as its key', () => {
    const api = title + collection('/things', 's.json', '  /{name}:\n    get:\n')
    expect(analyzeFiles(api, { 's.json': plain }).model('Thing').key).toBe('name')
  })

  it.each([
    ['of a list', { type: 'array', items: {} }],
    ['with a remote reference', schemaOf({ a: { $ref: 'http://example.com/a' } })],
    ['with an invalid pattern', schemaOf({ a: { type: 'string', pattern: '(' } })],
  ])('%s results in custom actions', (_, schema) => {
    const { codes, service } = analyzeFiles(title + collection('/things', 's.json'), { 's.json': schema })
    expect(codes).toContain('SVC4021')
    expect(service.models).toEqual([])
    expect(service.actions.length).toBeGreaterThan(0)
  })
})

describe('an API with a schema with `_db_settings`', () => {
  const password = { type: 'object', properties: { token: { type: 'string' }, password: { type: 'string' } } }
  const api = (more: string, files: Readonly<Record<string, unknown>>) =>
    analyzeFiles(
      `${title}${more}${collection('/notes', 'note.json')}`,
      {
        'note.json': schemaOf({ id, name: stored('string') }),
        ...files,
      },
      'svc_mongodb',
    )
  const ids = (outcome: ReturnType<typeof analyzeFiles>) => outcome.service.models.map(({ id }) => id)
  const confirm =
    '/password-reset/confirm:\n  post:\n    body:\n      application/json:\n        schema: !include p.json\n'

  it('does not store bodies whose schema is plain, and warns', () => {
    const outcome = api(confirm, { 'p.json': password })
    expect([outcome.codes, ids(outcome)]).toEqual([['SVC4033'], ['Note']])
    expect(outcome.service.actions[0]?.bodies[0]?.schema).toMatchObject(password)
  })

  it('does not warn if `_stored` says whether the schema is a model', () => {
    const unstored = api(confirm, { 'p.json': { ...password, _stored: false } })
    expect([unstored.codes, ids(unstored)]).toEqual([[], ['Note']])
    expect(unstored.service.actions[0]?.bodies[0]?.schema).not.toHaveProperty('_stored')
    const stored = api(confirm, { 'p.json': { ...password, _stored: true } })
    expect([stored.codes, ids(stored)]).toEqual([[], ['Confirm', 'Note']])
  })

  it('serves other methods of the same resource with the model', () => {
    const below = '  patch:\n    body:\n      application/json:\n        schema: !include p.json\n'
    const item = `  /{id}:\n    get:\n    put:\n      body:\n        application/json:\n          schema: !include p.json\n    patch:\n`
    const outcome = api(collection('/users', 'u.json', below + item), {
      'u.json': schemaOf({ id, name: stored('string') }),
      'p.json': { ...password, _stored: false },
    })
    expect(outcome.codes).toEqual([])
    expect(outcome.service.actions.map(({ id }) => id)).toEqual(['PATCH /users', 'PUT /users/{id}'])
    expect(outcome.service.routes.map(({ id }) => id)).toContain('PATCH /users/{id}')
  })

  it('has a model for an entry of the root that no resource uses, without routes', () => {
    const entry = schemaOf({ id, notes: stored('relationship', { document: 'Note', backref_name: 'entry' }) })
    const declared = `schemas:\n  - audit-entry: !include e.json\n  - shape: !include s.json\n  - used: !include note.json\n`
    const outcome = api(declared, { 'e.json': entry, 's.json': password })
    expect([outcome.codes, ids(outcome)]).toEqual([[], ['AuditEntry', 'Note']])
    expect(outcome.service.relations.map(({ id }) => id)).toEqual(['AuditEntry.notes'])
    expect(outcome.service.routes.map(({ model }) => model)).not.toContain('AuditEntry')
    const unstored = api(declared, { 'e.json': { ...Object(entry), _stored: false }, 's.json': password })
    expect(ids(unstored)).toEqual(['Note'])
  })

  it('keeps a model for an entry of the root that has the name of a collection', () => {
    const declared = `schemas:\n  - Tag: !include t.json\n/tags:\n  get:\n`
    const outcome = api(declared, { 't.json': schemaOf({ id, name: stored('string') }) })
    expect(outcome.service.routes.map(({ id }) => id)).toContain('GET /tags')
  })
})

it('an API without `_db_settings` stores no body that says `"_stored": false`', () => {
  const outcome = analyzeFiles(title + collection('/logins', 'p.json'), {
    'p.json': { type: 'object', _stored: false, properties: { password: { type: 'string' } } },
  })
  expect([outcome.codes, outcome.service.models]).toEqual([[], []])
  expect(outcome.service.actions.map(({ id }) => id)).toEqual(['GET /logins', 'POST /logins'])
})

it('an API without `_db_settings` has custom actions for a schema that is not an object', () => {
  for (const text of ['"{}"', '["name"]']) {
    const { codes, service } = analyzeFiles(title + collection('/notes', 'n.json'), { 'n.json': text })
    expect(codes).toContain('SVC4021')
    expect(service.actions.map(({ id }) => id)).toEqual(['GET /notes', 'POST /notes'])
  }
})

it('the warning lists a location only once if several resources share an unsupported schema', () => {
  const remote = schemaOf({ a: { $ref: 'http://example.com/a' } })
  const api = title + collection('/things', 's.json') + collection('/old/things', 's.json')
  const { diagnostics } = analyzeFiles(api, { 's.json': remote })
  const [first] = diagnostics.filter(({ code }) => code === 'SVC4021')
  expect(first?.related).toHaveLength(1)
})

describe('the body of a model', () => {
  it('omits the generated key, even if it is required', () => {
    const { model } = notes({ name: stored('string') }, { required: ['id', 'name'] })
    expect(model('Note').schema).toMatchObject({ required: ['name'] })
    expect(model('Note').schema['properties']).not.toHaveProperty('id')
  })

  it('requires fields that are required by the settings, unless they have a default', () => {
    const { model } = notes({
      a: stored('string', { required: true }),
      b: stored('string', { required: true, default: 'x' }),
    })
    expect(model('Note').schema['required']).toEqual(['a'])
  })

  it('requires the relations that are required, unless the caller determines them', () => {
    const related = { ref_document: 'Team', ref_column: 'team.id', ref_column_type: 'integer' }
    const schemes =
      'securitySchemes: [{ ticket: { type: x-Ticket, settings: { secret: s } } }]\nsecuredBy: [ticket]\n'
    const api = title + schemes + collection('/teams', 't.json') + collection('/users', 'u.json')
    const { model, codes } = analyzeFiles(api + collection('/notes', 'n.json'), {
      't.json': schemaOf({
        id,
        users: stored('relationship', { document: 'User', backref_name: 'team' }),
        notes: stored('relationship', { document: 'Note', backref_name: 'team' }),
      }),
      'u.json': schemaOf(
        {
          username: stored('string', { primary_key: true }),
          password: stored('string', { required: true }),
          team_id: stored('foreign_key', { ...related, required: true }),
        },
        { _auth_model: true },
      ),
      'n.json': schemaOf({
        id,
        team_id: stored('foreign_key', { ...related, required: true, default: '{{user.team}}' }),
      }),
    })
    expect(codes.filter((code) => code.startsWith('SVC4'))).toEqual([])
    expect(model('User').schema['required']).toEqual(['password', 'team', 'username'])
    expect(model('Note').schema['required']).toBeUndefined()
  })

  it('accepts strings for numbers that must not lose precision', () => {
    const { model } = notes({
      a: { type: ['number', 'null'], ...stored('decimal') },
      b: { type: 'integer', ...stored('big_integer') },
      c: { type: 'string', ...stored('decimal') },
    })
    expect(model('Note').schema['properties']).toEqual({
      a: { type: ['string', 'number', 'null'] },
      b: { type: ['string', 'integer'] },
      c: { type: 'string' },
    })
  })

  it('includes the lengths and choices from the settings', () => {
    const { model } = notes({
      name: { type: 'string', maxLength: 10, ...stored('string', { max_length: 5, min_length: 2 }) },
      state: stored('choice', { choices: ['a', 'b'] }),
      tags: stored('list', { item_type: 'string', choices: ['x'] }),
    })
    expect(model('Note').schema['properties']).toEqual({
      name: { type: 'string', maxLength: 5, minLength: 2 },
      state: { enum: ['a', 'b', null], type: ['string', 'null'] },
      tags: { items: { enum: ['x'] }, type: ['array', 'null'] },
    })
  })

  it('is valid draft 4, even if the schema is recursive', () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/definitions/tree' } } },
    }
    const { model } = notes(
      { tree: { $ref: '#/definitions/tree', ...stored('dict') } },
      { definitions: { tree } },
    )
    const validate = new Ajv2020({ strict: false }).compile(model('Note').schema)
    expect(validate({ tree: { children: [{ children: [] }] } })).toBe(true)
    expect(validate({ tree: { children: [{ children: 1 }] } })).toBe(false)
  })

  it('converts draft 3', () => {
    const { model, codes } = notes(
      { n: { type: 'integer', required: true, divisibleBy: 5, ...stored('integer') }, any: { type: 'any' } },
      { $schema: 'http://json-schema.org/draft-03/schema#' },
    )
    expect(codes).toEqual(['SVC3003'])
    expect(model('Note').schema).toMatchObject({
      required: ['n'],
      properties: { n: { multipleOf: 5, type: 'integer' }, any: {} },
    })
  })

  it('does not depend on the order of keys', () => {
    expect(JSON.stringify(bodyOf(['b', 'a', 'c']))).toBe(JSON.stringify(bodyOf(['c', 'b', 'a'])))
  })
})

describe('an index', () => {
  const others = {
    name: stored('string', { index: true }),
    state: stored('choice', { choices: ['open', 'done'] }),
    size: stored('integer'),
    tags: stored('list', { item_type: 'string' }),
  }
  const indexed = (text: object): (readonly [name: string, index: boolean, words: boolean])[] =>
    notes({ ...others, text })
      .model('Note')
      .fields.filter(({ name }) => name !== 'id')
      .map(({ name, constraints: { index, words } }) => [name, index, words === 'folded'])

  it('on a text field covers only the words in that field', () => {
    expect(indexed(stored('text', { index: true }))).toEqual([
      ['name', true, false],
      ['size', false, false],
      ['state', false, false],
      ['tags', false, false],
      ['text', false, true],
    ])
  })

  it.each([
    ['text', {}],
    ['text', { index: true, unique: true }],
    ['string', { index: true }],
  ])('of words does not exist for the %s type with %j', (type, settings) => {
    expect(indexed(stored(type, settings)).filter(([, , words]) => words)).toEqual([])
  })
})

describe('a default', () => {
  it.each([
    ['{{datetime.datetime.utcnow}}', 'datetime', { kind: 'builtin', name: 'now' }],
    ['{{datetime.date.today}}', 'date', { kind: 'builtin', name: 'today' }],
    ['{{make_code}}', 'string', { kind: 'callable', name: 'make_code' }],
    [0, 'float', { kind: 'literal', value: 0 }],
  ])('%s is valid for the %s type', (value, type, expected) => {
    const { model } = notes({ f: stored(type, { default: value }) })
    expect(model('Note').fields.find(({ name }) => name === 'f')?.default).toEqual(expected)
  })
})

describe('hostile names', () => {
  it('result in safe and unique column names', () => {
    const names = ["a'b", '*/', 'ctid', 'Name', 'name', 'x'.repeat(80)]
    const { model } = notes(Object.fromEntries(names.map((name) => [name, stored('string')])))
    const columns = model('Note').fields.map(({ column }) => column ?? '')
    expect(new Set(columns.map((column) => column.toLowerCase())).size).toBe(columns.length)
    for (const column of columns) expect(column).toMatch(/^[A-Za-z_]\w{0,62}$/)
    expect(columns).not.toContain('ctid')
  })

  it('of models are never reserved words', () => {
    const api =
      title +
      collection('/classes', 's.json') +
      collection('/records', 's.json') +
      collection('/sheep', 's.json')
    const names = analyzeFiles(api, { 's.json': note }).service.models.map((model) => model.names)
    expect(names.map(({ type, var: one, plural }) => [type, one, plural])).toEqual([
      ['Class', 'classItem', 'classItems'],
      ['Record', 'record', 'records'],
      ['Sheep', 'sheep', 'sheepList'],
    ])
  })
})

describe('an API without "_db_settings"', () => {
  const itemWith = (schema: string) =>
    `{ get: { responses: { 200: { body: { application/json: { schema: !include ${schema} } } } } }, delete: }`
  const product = {
    type: 'object',
    properties: { product_id: { type: 'string' }, seats: { type: 'integer' } },
  }

  it('derives models from the GET response for an item if nothing else declares them', () => {
    const api = `${title}/products:\n  get:\n  /{product_id}: ${itemWith('p.json')}\n`
    const { model, service } = analyzeFiles(api, { 'p.json': product })
    expect(model('Product').key).toBe('product_id')
    expect(service.routes.map(({ id: route }) => route)).toEqual([
      'GET /products',
      'GET /products/{product_id}',
      'DELETE /products/{product_id}',
    ])
  })

  it.each([
    ['is not an object', { type: 'array' }],
    ['is not JSON', '{'],
    ['has database settings', schemaOf({ id, name: stored('string') })],
  ])('ignores a response that %s, without an error', (_, schema) => {
    const api = `${title}/products:\n  get:\n  /{product_id}: ${itemWith('p.json')}\n`
    const { service } = analyzeFiles(api, { 'p.json': schema })
    expect(service.actions.map(({ id: action }) => action)).toContain('GET /products')
  })

  it('has each route only once if a path is declared with and without a media type extension', () => {
    const item = `  /{product_id}: ${itemWith('p.json')}\n`
    const api = `${title}/products:\n${item}/products{mediaTypeExtension}:\n${item}`
    const { service, codes } = analyzeFiles(api, { 'p.json': product })
    expect(codes).toContain('SVC4021')
    expect(service.routes).toHaveLength(2)
  })
})

describe('draft 3 schemas', () => {
  it('are all reported in a single warning', () => {
    const old = { $schema: 'http://json-schema.org/draft-03/schema', type: 'object', properties: { id } }
    const { diagnostics } = analyzeFiles(
      title + collection('/notes', 'n.json') + collection('/marks', 'm.json'),
      { 'n.json': old, 'm.json': old },
    )
    expect(diagnostics.map(({ code, at }) => [code, at?.file.name])).toEqual([['SVC3003', 'm.json']])
    expect(diagnostics[0]?.message).toContain('m.json, n.json')
  })
})
