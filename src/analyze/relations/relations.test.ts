import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'

const api = `title: T\n${collection('/stories', 'story.json')}${collection('/users', 'user.json')}`

function ownerKey(settings: Record<string, unknown> = {}) {
  return stored('foreign_key', {
    ref_document: 'User',
    ref_column: 'user.username',
    ref_column_type: 'string',
    ...settings,
  })
}

function relationship(settings: Record<string, unknown> = {}) {
  return stored('relationship', { document: 'Story', backref_name: 'owner', ...settings })
}

function linked(
  user: Record<string, unknown>,
  story: Record<string, unknown>,
  engine: 'svc_sqla' | 'svc_mongodb' = 'svc_sqla',
) {
  const files = {
    'user.json': schemaOf({ username: stored('string', { primary_key: true }), ...user }),
    'story.json': schemaOf({ id, ...story }),
  }
  return analyzeFiles(api, files, engine)
}

describe('a relationship', () => {
  it('links the two models through the foreign key', () => {
    const { relation, model } = linked({ stories: relationship() }, { owner_id: ownerKey() })
    expect(relation('User.stories')).toMatchObject({
      kind: 'one-to-many',
      to: 'Story',
      backref: 'owner',
      foreignKey: { field: 'owner_id', column: 'owner_id', type: 'string' },
      required: false,
      backrefJson: { type: ['string', 'null'] },
      fieldJson: { items: { type: 'integer' }, type: ['array', 'null'] },
    })
    expect(model('Story').relations).toEqual([
      { name: 'owner', relation: 'User.stories', side: 'holder', target: 'User', many: false },
    ])
    expect(Object.keys(model('Story').schema['properties'] ?? {})).toEqual(['owner'])
  })

  it.each([
    ['is not JSON', 'story.json', '{ "type": "object",, }', ['SVC1040']],
    ['does not exist', 'other.json', '{}', ['SVC1031']],
  ])('is not reported if the schema of the other model %s', (_why, name, text, codes) => {
    const stories = relationship()
    const user = { username: stored('string', { primary_key: true }), stories, story_id: ownerKey() }
    const settings = { ref_document: 'Story', ref_column: 'story.id', ref_column_type: 'id_field' }
    const schema = schemaOf(
      { ...user, story_id: stored('foreign_key', settings) },
      { _public_fields: ['username', 'story'], required: ['story'] },
    )
    expect(analyzeFiles(api, { 'user.json': schema, [name]: text }).codes).toEqual(codes)
  })

  it.each([
    ['a resource', '/stories: !include none.raml\n'],
    ['a method', '/stories:\n  post: !include none.raml\n'],
    ['a body', '/stories:\n  post:\n    body: !include none.raml\n'],
    [
      'a named schema',
      'schemas:\n  - S: !include none\n/stories:\n  post:\n    body:\n      application/json:\n        schema: S\n',
    ],
  ])('is not reported if %s for the other model is missing', (_what, stories) => {
    const user = schemaOf({ username: stored('string', { primary_key: true }), stories: relationship() })
    const text = `title: T\n${collection('/users', 'user.json')}${stories}`
    expect(analyzeFiles(text, { 'user.json': user }).codes).toEqual(['SVC1031'])
  })

  it('is not reported if the path of the other model is a duplicate', () => {
    const files = {
      'user.json': schemaOf({ username: stored('string', { primary_key: true }), stories: relationship() }),
      'story.json': schemaOf({ id, owner_id: ownerKey() }),
    }
    const text = `title: T\n/v:\n  /stories:\n    get:\n${collection('/users', 'user.json')}${collection('/v/stories', 'story.json')}`
    expect(analyzeFiles(text, files).codes).toEqual(['SVC2015'])
    const twice = `title: T\n/v:\n  /users:\n    get:\n${collection('/users', 'user.json')}${collection('/stories', 'story.json')}/v/users:\n  get:\n`
    expect(analyzeFiles(twice, files).codes).toEqual(['SVC2015'])
  })

  it('is one-to-one if "uselist" is false', () => {
    const one = relationship({ uselist: false })
    const { relation, model } = linked({ story: one }, { owner_id: ownerKey() })
    expect(relation('User.story').kind).toBe('one-to-one')
    expect(model('User').relations[0]?.many).toBe(false)
  })

  it('requires the back-reference if the foreign key is required', () => {
    const { relation, model } = linked(
      { stories: relationship() },
      { owner_id: ownerKey({ required: true }) },
    )
    expect(relation('User.stories').required).toBe(true)
    expect(model('Story').schema['required']).toEqual(['owner'])
  })

  it('uses the JSON schema of a property with the same name as the back-reference', () => {
    const owner = { type: 'string', pattern: '^b' }
    const { relation, model } = linked({ stories: relationship() }, { owner_id: ownerKey(), owner })
    expect(relation('User.stories').backrefJson).toEqual(owner)
    expect(model('Story').fields.map(({ name }) => name)).toEqual(['id', 'owner_id'])
  })

  it('can be one of several, each with its own foreign key', () => {
    const { service } = linked(
      {
        stories: relationship({ foreign_keys: 'Story.owner_id' }),
        drafts: relationship({ foreign_keys: 'Story.author_id', backref_name: 'author' }),
      },
      { owner_id: ownerKey(), author_id: ownerKey() },
    )
    expect(service.relations.map(({ id: name, foreignKey }) => [name, foreignKey.field])).toEqual([
      ['User.drafts', 'author_id'],
      ['User.stories', 'owner_id'],
    ])
  })

  it('can refer to its own model', () => {
    const parent = stored('foreign_key', {
      ref_document: 'Story',
      ref_column: 'story.id',
      ref_column_type: 'id_field',
    })
    const parts = stored('relationship', { document: 'Story', backref_name: 'whole' })
    const { model } = linked({}, { parts, whole_id: parent })
    expect(model('Story').relations.map(({ name, many }) => [name, many])).toEqual([
      ['parts', true],
      ['whole', false],
    ])
  })

  it('needs no foreign key with MongoDB, and ignores a foreign key that does not match', () => {
    const wrong = ownerKey({ ref_column: 'user.id' })
    for (const story of [{}, { owner_id: wrong }, { a: ownerKey(), b: ownerKey() }]) {
      expect(linked({ stories: relationship() }, story, 'svc_mongodb').codes).toEqual([])
    }
    const { relation } = linked({ stories: relationship() }, {}, 'svc_mongodb')
    expect(relation('User.stories').foreignKey).toEqual({ field: null, column: 'owner', type: 'string' })
  })
})

describe('a mismatch', () => {
  it('caused by a missing foreign key is reported with the locations of the relationship and the schema', () => {
    const { diagnostics } = linked({ stories: relationship() }, {})
    expect(diagnostics.map(({ related }) => related.map(({ message }) => message))).toEqual([
      ['Schema of Story'],
    ])
  })

  it.each([
    ['no foreign key', { stories: relationship() }, {}, 'SVC4010'],
    [
      'a foreign key to a different model',
      { stories: relationship() },
      { o: ownerKey({ ref_document: 'Story', ref_column: 'story.id', ref_column_type: 'id_field' }) },
      'SVC4010',
    ],
    [
      'a wrong ref_column',
      { stories: relationship() },
      { o: ownerKey({ ref_column: 'user.id' }) },
      'SVC4013',
    ],
    [
      'a wrong ref_column_type',
      { stories: relationship() },
      { o: ownerKey({ ref_column_type: 'integer' }) },
      'SVC4014',
    ],
    ['two foreign keys', { stories: relationship() }, { o: ownerKey(), p: ownerKey() }, 'SVC4011'],
    [
      'a back-reference with the name of a field',
      { stories: relationship() },
      { o: ownerKey(), owner: stored('string') },
      'SVC4015',
    ],
  ])('is reported as an error: %s', (_, user, story, code) => {
    expect(
      linked(user, story)
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map((d) => d.code),
    ).toEqual([code])
  })

  it('is reported with the locations of both ends', () => {
    const { diagnostics } = linked({ stories: relationship() }, { o: ownerKey({ ref_column: 'user.id' }) })
    const [mismatch] = diagnostics
    expect(mismatch?.at?.file.name).toBe('story.json')
    expect(mismatch?.related.map(({ at }) => at.file.name)).toEqual(['user.json', 'user.json'])
    expect(mismatch?.help).toBe('Set "ref_column": "user.username"')
  })
})

describe('a many-to-many relationship', () => {
  const likes = (settings: Record<string, unknown> = {}, beside: Record<string, unknown> = {}) => ({
    ...relationship({ backref_name: 'fans', many_to_many: true, ...settings }),
    ...beside,
  })

  it('has a relation in each direction, and a model of links without routes', () => {
    const { relation, model } = linked({ likes: likes() }, {})
    expect(relation('User.likes')).toMatchObject({
      kind: 'many-to-many',
      through: { model: 'UserLikeLink', links: 'likes_links', near: 'user', far: 'story' },
      fieldJson: { items: { type: 'integer' }, type: ['array', 'null'] },
      backrefJson: { items: { type: 'string' }, type: ['array', 'null'] },
    })
    expect(relation('Story.fans')).toMatchObject({
      through: { model: 'UserLikeLink', links: 'fans_links', near: 'story', far: 'user' },
    })
    expect(model('UserLikeLink')).toMatchObject({
      link: true,
      groups: [{ names: ['user', 'story'], unique: true }],
    })
    expect(model('Story').visibility.hidden).toEqual(['fans_links'])
  })

  it('keeps the names of its links if the list is renamed', () => {
    const { relation, model } = linked({ stars: likes({}, { _renamed_from: 'likes' }) }, {})
    expect(relation('User.stars').through).toMatchObject({ near: 'user', far: 'story' })
    expect(model('UserStarLink').renamedFrom).toBe('UserLikeLink')
  })
})
