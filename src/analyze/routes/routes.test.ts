import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'

const user = schemaOf({
  username: stored('string', { primary_key: true }),
  settings: stored('dict'),
  groups: stored('list', { item_type: 'string' }),
  stories: stored('relationship', { document: 'Story', backref_name: 'owner' }),
  profile: stored('relationship', { document: 'Profile', backref_name: 'user', uselist: false }),
})
const toUser = stored('foreign_key', {
  ref_document: 'User',
  ref_column: 'user.username',
  ref_column_type: 'string',
})
const files = {
  'user.json': user,
  'story.json': schemaOf({ id, owner_id: toUser }),
  'profile.json': schemaOf({ id, user_id: toUser, tags: stored('list', { item_type: 'string' }) }),
}
const base = `title: T\n${collection('/stories', 'story.json')}${collection('/profiles', 'profile.json')}`

/** Analyzes the API with these lines added under `/users/{username}`. */
function below(lines: string) {
  const item = `  /{username}:\n    get:\n${lines}`
  return analyzeFiles(base + collection('/users', 'user.json', item), files)
}

describe('sub-resources', () => {
  it('are the items related to an item', () => {
    const { route } = below('    /stories:\n      get:\n      /{id}:\n        delete:\n')
    expect(route('GET /users/{username}/stories')).toMatchObject({
      kind: 'collection',
      model: 'Story',
      parents: [{ model: 'User', param: 'username', field: 'stories' }],
    })
    expect(route('DELETE /users/{username}/stories/{id}')).toMatchObject({
      kind: 'item',
      param: 'id',
      action: 'delete',
    })
  })

  it('can be singular and have attributes', () => {
    const { route } = below('    /profile:\n      post:\n      /tags:\n        get:\n')
    expect(route('POST /users/{username}/profile')).toMatchObject({
      kind: 'singular',
      action: 'create',
      model: 'Profile',
    })
    expect(route('GET /users/{username}/profile/tags')).toMatchObject({
      kind: 'attribute',
      model: 'Profile',
      attribute: 'tags',
      param: null,
      parents: [{ model: 'User', param: 'username', field: 'profile' }],
    })
  })

  it.each(['settings', 'groups'])('can be the attribute %s', (name) => {
    const { route } = below(`    /${name}:\n      get:\n      post:\n`)
    expect(route(`POST /users/{username}/${name}`)).toMatchObject({
      kind: 'attribute',
      attribute: name,
      param: 'username',
      action: 'update',
      permission: 'update',
    })
  })

  it('can be declared by a key with several segments', () => {
    const nested = below('    /stories:\n      get:\n').route('GET /users/{username}/stories')
    const api =
      base +
      collection('/users', 'user.json', '  /{username}:\n    get:\n') +
      '/users/{username}/stories:\n  get:\n'
    const whole = analyzeFiles(api, files).route('GET /users/{username}/stories')
    expect({ ...whole, loc: nested.loc }).toEqual(nested)
  })

  it('have unique identifiers as parameter names', () => {
    const api =
      `title: T\n${collection('/stories', 'story.json')}${collection('/profiles', 'profile.json')}` +
      collection('/users', 'user.json', '  /{user-name}:\n    /stories:\n      /{user-name}:\n        get:\n')
    const { service } = analyzeFiles(api, files)
    expect(service.routes.map(({ path }) => path)).toContain('/users/{userName}/stories/{userName2}')
  })
})

describe('an operation on an item', () => {
  const plain = { 'close.json': { type: 'object', properties: { reason: { type: 'string' } } } }
  const body = '\n        body:\n          application/json:\n            schema: !include close.json\n'

  it('becomes a custom action, with a warning only if the path also has a GET or a plural name', () => {
    const item = `  /{id}:\n    /close:\n      post:${body}`
    const api = `title: T\n${collection('/users', 'user.json')}${collection('/profiles', 'profile.json')}`
    const of = (more: string) =>
      analyzeFiles(`${api}${collection('/stories', 'story.json', item + more)}`, { ...files, ...plain })
    expect(of('').service.actions.map(({ id: action }) => action)).toEqual(['POST /stories/{id}/close'])
    expect(of('').codes).toEqual([])
    expect(of('      get:\n').codes).toEqual(['SVC4033'])
    expect(of(`    /images:\n      post:${body}`).codes).toEqual(['SVC4033'])
  })
})

describe('a path', () => {
  it('does not include the media type extension', () => {
    const { service } = analyzeFiles(
      `title: T\n${collection('/stories{mediaTypeExtension}', 'story.json')}${collection('/users', 'user.json')}${collection('/profiles', 'profile.json')}`,
      files,
    )
    expect(service.routes.map(({ id: name }) => name)).toContain('GET /stories')
  })

  it.each([
    ['baseUri: http://{host}:{port}/{version}\nversion: v1', '/v1'],
    ['baseUri: http://localhost:6543/api\nversion: v1', '/api'],
    ['version: v2', '/v2'],
    ['', ''],
  ])('begins with a base path that depends on baseUri and version: %j', (head, expected) => {
    const api = `title: T\n${head}\n${collection('/notes', 'n.json')}`
    expect(analyzeFiles(api, { 'n.json': schemaOf({ id }) }).service.basePath).toBe(expected)
  })

  const note = { 'n.json': schemaOf({ id }) }
  const secured = `title: T
securitySchemes:
  - ticket: { type: x-Ticket, settings: { secret: auth_tkt_secret } }
  - key: { type: x-ApiKey }
securedBy: [ticket, key]
${collection('/users', 'user.json')}`
  const user = {
    'user.json': schemaOf(
      {
        username: { type: 'string', ...stored('string', { primary_key: true }) },
        password: { type: 'string', ...stored('string') },
      },
      { _auth_model: true },
    ),
  }

  it.each(['/docs', '/openapi.json', '/healthz', '/readyz', '/metrics'])(
    'that the service also uses (%s) belongs to the API, with a warning',
    (path) => {
      const api = `title: T\n${collection('/notes', 'n.json')}${path}:\n  get:\n`
      const { codes, diagnostics, service } = analyzeFiles(api, note)
      expect(codes).toEqual(['SVC4032'])
      expect(diagnostics[0]?.message).toContain(`"/_svc${path}"`)
      expect(service.actions.map(({ id }) => id)).toEqual([`GET ${path}`])
      const { codes: collectionCodes, service: stored } = analyzeFiles(
        `title: T\n${collection(path, 'n.json')}`,
        note,
      )
      expect(collectionCodes).toContain('SVC4032')
      expect([...stored.routes, ...stored.actions].map(({ path }) => path)).toContain(path)
    },
  )

  it('below /docs belongs to the API, as it does not collide with the files of the documentation', () => {
    const api = `title: T\nversion: v1\n/docs/{name}:\n  get:\n`
    const { diagnostics } = analyzeFiles(api)
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The API declares "/docs/{name}"; the service\'s own "/v1/docs" moves to "/v1/_svc/docs"',
    ])
  })

  it('at the root of the service does not collide with a path below the base path', () => {
    const api = `title: T\nversion: v1\n/healthz:\n  get:\n/metrics/daily:\n  get:\n`
    expect(analyzeFiles(api).codes).toEqual([])
    expect(analyzeFiles(`title: T\nbaseUri: http://x/healthz\n/:\n  get:\n`).codes).toEqual(['SVC4032'])
  })

  it('below /_svc belongs to the API as well', () => {
    const api = `title: T\n/docs:\n  get:\n/_svc/docs:\n  get:\n`
    expect(analyzeFiles(api).diagnostics.map(({ message }) => message)).toEqual([
      'The API declares "/docs"; the service\'s own "/docs" moves to "/_svc_/docs"',
    ])
  })

  it.each([
    '/auth/login',
    '/auth/logout',
    '/auth/register',
    '/auth/token',
    '/auth/reset_token',
    '/users/self',
  ])('of authentication (%s) is an error, unless the service has no authentication', (path) => {
    expect(analyzeFiles(`${secured}${path}:\n  get:\n`, user).codes).toContain('SVC4006')
    expect(analyzeFiles(`title: T\n${path}:\n  get:\n`).codes).toEqual([])
  })

  it('of the current user can have methods that the service does not use', () => {
    expect(analyzeFiles(`${secured}/users/self:\n  patch:\n`, user).codes).not.toContain('SVC4006')
  })
})
