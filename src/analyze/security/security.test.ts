import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'

const note = schemaOf({ id, name: stored('string') })

function scheme(name: string, type: string, settings: Record<string, unknown> = {}): string {
  return `  - ${name}:\n      type: ${type}\n      settings: ${JSON.stringify(settings)}\n`
}

function secured(schemes: string, rest: string, files: Record<string, unknown> = {}) {
  return analyzeFiles(`title: T\nsecuritySchemes:\n${schemes}${rest}`, { 'n.json': note, ...files })
}

const ticket = scheme('ticket', 'x-Ticket', { secret: 'auth_tkt_secret' })

/** Returns the rules in an ACL with this collection setting. */
function rules(text: string) {
  const api = collection('/notes', 'n.json').replace('\n', '\n  securedBy: [acl]\n')
  return secured(scheme('acl', 'x-ACL', { collection: text }), api)
}

describe('ACL rules', () => {
  it('are separated by line breaks or semicolons, with any spacing', () => {
    const { service } = rules('allow g:admin all;deny  bob  delete , update\nallow {{owner}} view')
    const [acl] = service.acls
    expect(
      acl?.collection?.map(({ effect, principal, permissions }) => [effect, principal, permissions]),
    ).toEqual([
      ['allow', { kind: 'group', name: 'admin' }, ['create', 'delete', 'options', 'update', 'view']],
      ['deny', { kind: 'user', name: 'bob' }, ['delete', 'update']],
      ['allow', { kind: 'callable', name: 'owner' }, ['view']],
    ])
    expect(acl?.item).toBeNull()
  })

  it('treat a bare name as a group if the auth model has that group', () => {
    expect(rules('allow admin all').service.acls[0]?.collection?.[0]?.principal).toEqual({
      kind: 'group',
      name: 'admin',
    })
  })

  it('with an unknown permission are reported, and a similar permission is suggested', () => {
    const [problem] = rules('allow everyone all\nallow g:admin veiw').diagnostics.filter(
      ({ code }) => code !== 'SVC5021',
    )
    expect([problem?.code, problem?.help]).toEqual(['SVC5002', 'Did you mean "view"?'])
  })
})

describe('a route that nobody has permission to use', () => {
  it('is reported, including a custom action that also requires view on its item', () => {
    const acl = scheme('acl', 'x-ACL', { collection: 'allow everyone create', item: 'allow everyone update' })
    const api = collection('/notes', 'n.json', '  /{id}:\n    /publish:\n      patch:\n').replace(
      '\n',
      '\n  securedBy: [acl]\n',
    )
    const found = secured(acl, api).diagnostics.filter(({ code }) => code === 'SVC5006')
    expect(found.map(({ message }) => message)).toEqual([
      'Nobody has permission to use GET /notes; no rule of "acl" allows view',
      'Nobody has permission to use PATCH /notes/{id}/publish; no rule of "acl" allows view',
    ])
  })
})

describe('securedBy', () => {
  const acl = scheme('acl', 'x-ACL', { collection: 'allow everyone all', item: 'allow everyone all' })
  const item = '  /{id}:\n    get:\n'

  it('sets authentication and the ACL separately', () => {
    const api = `securedBy: [ticket]\n${collection('/notes', 'n.json', item).replace('\n', '\n  securedBy: [acl]\n')}`
    expect(secured(ticket + acl, api).route('GET /notes/{id}')).toMatchObject({
      acl: 'acl',
      authenticated: true,
    })
  })

  it('removes both if it contains null', () => {
    const api = `securedBy: [ticket, acl]\n${collection('/notes', 'n.json', item).replace('\n', '\n  securedBy: [null]\n')}`
    expect(secured(ticket + acl, api).route('GET /notes/{id}')).toMatchObject({
      acl: '*everyone',
      authenticated: false,
    })
  })

  it('lets authenticated callers do anything if there is no ACL, and causes one warning', () => {
    const { diagnostics, route } = secured(
      ticket,
      `securedBy: [ticket]\n${collection('/notes', 'n.json', item)}`,
    )
    expect(diagnostics.map(({ code, at }) => [code, at?.file.text.slice(at.start, at.end)])).toEqual([
      ['SVC5007', '/notes'],
    ])
    expect(route('GET /notes').acl).toBe('*authenticated')
  })

  it('causes no warning if row rules restrict the items', () => {
    const id = stored('id_field', { primary_key: true })
    const { diagnostics } = secured(ticket, `securedBy: [ticket]\n${collection('/notes', 'n.json', item)}`, {
      'n.json': schemaOf({ id }, { _row_rules: ['allow authenticated all'] }),
    })
    expect(diagnostics).toEqual([])
  })
})

describe('x-Ticket', () => {
  it('names the setting that contains the secret', () => {
    const { service } = secured(ticket, collection('/notes', 'n.json'))
    expect(service.auth?.ticket).toMatchObject({
      secretSetting: 'auth_tkt_secret',
      sameSite: 'Lax',
      httpOnly: true,
    })
  })

  it.each(['k8#fj29!xq0-Zt7w', '9f86d081884c7d659a2feaa0c55ad015', 'deadbeefdeadbeefdeadbeef', 'Tr0ub4dor'])(
    'does not include the literal secret %s in the service',
    (secret) => {
      const { analysis, codes } = secured(
        scheme('ticket', 'x-Ticket', { secret }),
        collection('/notes', 'n.json'),
      )
      expect(codes).toEqual(['SVC5010'])
      expect(analysis?.secrets.get('ticket.secret')).toBe(secret)
      expect(JSON.stringify(analysis?.service)).not.toContain(secret)
    },
  )

  it.each([
    ['hashalg', 'md5'],
    ['cookie_name', 'a b'],
    ['max_age', 'soon'],
    ['secret', 'not so secret 1\nauth = false'],
  ])('rejects %s: %s', (key, value) => {
    expect(
      secured(
        scheme('ticket', 'x-Ticket', { secret: 'auth_tkt_secret', [key]: value }),
        collection('/notes', 'n.json'),
      ).codes,
    ).toEqual(['SVC5009'])
  })
})

describe('the auth model', () => {
  it('is a default User if none is declared', () => {
    const { service, model } = secured(ticket, collection('/notes', 'n.json'))
    expect(service.auth).toMatchObject({
      model: 'User',
      defaultModel: true,
      path: null,
      enabledByDefault: false,
    })
    expect(model('User').fields.map(({ name }) => name)).toEqual(['email', 'groups', 'password', 'username'])
  })

  it('is the User of the API with missing fields added', () => {
    const user = schemaOf({ username: stored('string', { primary_key: true }) })
    const { service, model, codes } = secured(ticket, collection('/users', 'u.json'), { 'u.json': user })
    expect(codes).toEqual(['SVC5015'])
    expect(service.auth).toMatchObject({ model: 'User', path: '/users' })
    expect(model('User').schema['required']).toEqual(['username'])
    expect(model('User').fields.map(({ name }) => name)).toEqual(['email', 'groups', 'password', 'username'])
  })

  it('can have any name and key', () => {
    const member = schemaOf(
      {
        login: stored('string', { primary_key: true }),
        password: stored('string'),
        motto: stored('string', { required: true }),
        age: stored('integer'),
      },
      { _auth_model: true, _register_fields: ['age'] },
    )
    const { service } = secured(ticket, collection('/members', 'm.json'), { 'm.json': member })
    expect(service.auth).toMatchObject({
      model: 'Member',
      fields: { username: 'login', email: null, password: 'password', groups: null },
      registerFields: ['age', 'motto'],
      path: '/members',
    })
  })
})

describe('An email address in the auth model', () => {
  const reported = (settings: Readonly<Record<string, unknown>>) =>
    secured(ticket, collection('/users', 'u.json'), {
      'u.json': schemaOf(
        {
          username: stored('string', { primary_key: true }),
          email: stored('string', settings),
          password: stored('string'),
        },
        { _auth_model: true },
      ),
    }).diagnostics.map(({ code, message }) => [code, message])

  it('is a warning if several users can have it', () => {
    expect(reported({})).toEqual([
      ['SVC5051', 'Several users can have the same "email", which identifies an item of User at a login'],
    ])
    expect(reported({ unique: true })).toEqual([])
  })
})

describe('A group that no user can be in', () => {
  const user = schemaOf(
    { id: stored('string', { primary_key: true }), password: stored('string') },
    { _auth_model: true },
  )
  const ruled = (rule: string, model: unknown) =>
    secured(ticket, `${collection('/users', 'u.json')}${collection('/notes', 'n.json')}`, {
      'u.json': model,
      'n.json': schemaOf({ id }, { _row_rules: [rule] }),
    }).diagnostics.find(({ code }) => code === 'SVC5044')

  it('in a row rule says that the auth model needs groups', () => {
    expect(ruled('allow g:admin all', user)).toMatchObject({
      message: 'Unknown group "admin"; the auth model has no "groups" field, so the rule never matches',
      help: 'Add a "groups" field, a list of strings, to the auth model',
    })
  })
})

describe('the place of the own account', () => {
  const user = schemaOf(
    { name: stored('string', { primary_key: true }), password: stored('string') },
    { _auth_model: true },
  )
  const creating = '  post: { body: { application/json: { schema: !include u.json } } }\n'
  const one = '  /{name}: { get: }\n'

  it.each([
    ['/people', `/join/people:\n${creating}/people:\n${creating}${one}`],
    ['/people', `/join/people:\n${creating}/people:\n  get:\n${creating}`],
    ['/people', `/all/people:\n  get:\n${creating}/people:\n${creating}${one}`],
    ['/join/people', `/join/people:\n${creating}`],
  ])('is %s', (path, resources) => {
    const raml = `title: T\nsecuritySchemes:\n${ticket}securedBy: [ticket]\n${resources}`
    expect(analyzeFiles(raml, { 'u.json': user }).service.auth?.path).toBe(path)
  })
})
