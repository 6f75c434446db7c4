import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'

const key = stored('foreign_key', {
  ref_document: 'Author',
  ref_column: 'author.id',
  ref_column_type: 'id_field',
})

function notes(properties: Record<string, unknown>, handlers: Record<string, readonly string[]>) {
  const schema = schemaOf({ id, ...properties }, { _event_handlers: handlers })
  return analyzeFiles(`title: T\n${collection('/notes', 'n.json', '  /{id}:\n    patch:\n')}`, {
    'n.json': schema,
  })
}

describe('handlers', () => {
  it('run in the order of the tags in the schema', () => {
    const { route } = notes({}, { before_set: ['a', 'b'], before_create: ['c'], after_update: ['d'] })
    expect(route('POST /notes').handlers).toEqual({ before: ['a', 'b', 'c'], after: [] })
    expect(route('PATCH /notes/{id}').handlers).toEqual({ before: ['a', 'b'], after: ['d'] })
    expect(route('GET /notes').handlers).toEqual({ before: [], after: [] })
  })

  it('each have a stub that lists all uses', () => {
    const { service } = notes(
      { name: { ...stored('string', { default: '{{make_name}}' }), _processors: ['lowercase'] } },
      { before_create: ['sendMail'], after_update: ['sendMail'] },
    )
    expect(
      service.handlers.map(({ kind, name, file, uses }) => [kind, name, file, uses.map(({ on }) => on)]),
    ).toEqual([
      ['handler', 'sendMail', 'src/handlers/send-mail.ts', ['after_update', 'before_create']],
      ['processor', 'lowercase', 'src/processors/lowercase.ts', ['name']],
      ['default', 'make_name', 'src/defaults/make-name.ts', ['name']],
    ])
  })

  it.each(['../up', 'a/b', '', 'con', '1st'])('cannot be named %j', (name) => {
    expect(notes({}, { before_create: [name] }).codes).toEqual(['SVC6002'])
  })

  it.each([
    ['before_set', { patch: null }, {}, ['SVC6009']],
    ['after_update', { put: null }, {}, ['SVC6009']],
    ['before_create', {}, {}, []],
    ['after_show', { patch: null }, {}, []],
    ['before_set', { patch: null }, { readOnly: true }, []],
  ])('of %s are reported if a relationship bypasses them: %j, %j', (tag, item, rule, codes) => {
    const below = Object.keys(item).map((method) => `    ${method}:\n`)
    const api = `title: T\n${collection('/authors', 'a.json', `  /{id}:\n    get:\n${below.join('')}`)}${collection('/notes', 'n.json', '  /{id}:\n    get:\n    patch:\n')}`
    const written = { type: 'relationship', document: 'Note', backref_name: 'author' }
    const { codes: found } = analyzeFiles(api, {
      'n.json': schemaOf({ id, author_id: key }, { _event_handlers: { [tag]: ['check'] } }),
      'a.json': schemaOf({ id, notes: { ...rule, _db_settings: written } }),
    })
    expect(found).toEqual(codes)
  })

  it.each([
    [['before_delete'], ['SVC6007']],
    [['before_delete', 'after_delete_many'], ['SVC6007']],
    [['before_delete', 'before_delete_many'], []],
  ])('of %j are reported if DELETE on a collection bypasses them', (tags, codes) => {
    const api = `title: T\n${collection('/notes', 'n.json', '  delete:\n  /{id}:\n    delete:\n')}`
    const handlers = Object.fromEntries(tags.map((tag) => [tag, ['check']]))
    const { codes: found } = analyzeFiles(api, { 'n.json': schemaOf({ id }, { _event_handlers: handlers }) })
    expect(found).toEqual(codes)
  })

  it.each([
    ['before_create', '/notes', 'post', []],
    ['before_set', '/notes', 'post', []],
    ['after_update', '/notes/{id}/labels', 'post', []],
    ['after_show', '/notes/{id}/labels', 'get', ['SVC6005']],
    ['before_update_many', '/notes', 'put', []],
    ['before_update_many', '/notes/{id}', 'put', ['SVC6005']],
    ['before_set', '/notes', 'delete', ['SVC6005']],
    ['before_create', '/authors/{id}/notes', 'post', []],
    ['before_create', '/authors/{id}/notes', 'get', ['SVC6005']],
  ])('of %s are reported if no route triggers the tag: %s: %s', (tag, path, method, codes) => {
    const [, root, below = ''] = /^(\/\w+)(.*)$/.exec(path) ?? []
    const called = below === '' ? `  ${method}:\n` : `  ${below}:\n    ${method}:\n`
    const api = `title: T
schemas:
  - Note: !include n.json
${collection('/authors', 'a.json', root === '/authors' ? called : '')}/notes:
  options:
${root === '/notes' ? called : ''}`
    const properties = { id, labels: stored('list', { item_type: 'string' }), author_id: key }
    const written = { type: 'relationship', document: 'Note', backref_name: 'author' }
    const { codes: found } = analyzeFiles(api, {
      'n.json': schemaOf(properties, { _event_handlers: { [tag]: ['check'] } }),
      'a.json': schemaOf({ id, notes: { readOnly: true, _db_settings: written } }),
    })
    expect(found).toEqual(codes)
  })

  it.each([
    ['datetime.now', ['Did you mean "{{datetime.datetime.now}}"?']],
    ['datetime.datetime.utcnow', []],
    ['notes.next_number', []],
    ['uuid', []],
  ])('of defaults can have the name %s', (name, help) => {
    const { diagnostics } = notes({ code: stored('string', { default: `{{${name}}}` }) }, {})
    expect(diagnostics.map((each) => each.help)).toEqual(help)
  })

  it('with an unknown event tag are reported, and a similar tag is suggested', () => {
    const [problem] = notes({}, { before_craete: ['a'] }).diagnostics
    expect(problem?.help).toBe('Did you mean "before_create"?')
  })
})

describe('processors for a back-reference', () => {
  it('are listed as used by the other model', () => {
    const related = { type: 'relationship', document: 'Story', backref_name: 'owner' }
    const { service } = analyzeFiles(
      `title: T\n${collection('/users', 'u.json')}${collection('/stories', 's.json')}`,
      {
        'u.json': schemaOf({ id, stories: { _db_settings: related, _backref_processors: ['lowercase'] } }),
        's.json': schemaOf({
          id,
          owner_id: stored('foreign_key', {
            ref_document: 'User',
            ref_column: 'user.id',
            ref_column_type: 'id_field',
          }),
        }),
      },
    )
    expect(service.handlers.map(({ name, uses }) => [name, uses])).toEqual([
      ['lowercase', [{ model: 'Story', on: 'owner' }]],
    ])
  })
})
