import { describe, expect, test } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { Client } from '../testing/client.js'
import { storyAuth, storyModels } from '../testing/story-models.js'
import { storyService } from '../testing/story-service.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { authModels } from '../users/users.js'

function fail(): never {
  throw new Error('no')
}

describe('register', () => {
  test('a new user is logged in and sees their own document without the password', async () => {
    const bob = new Client(await storyService())
    const response = await bob.register('bob', { first_name: 'Bob' })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      _type: 'User',
      _pk: 'bob',
      _self: expect.stringMatching(/\/users\/bob$/),
      username: 'bob',
      first_name: 'Bob',
      groups: ['user'],
      stories: [],
    })
    expect(response.headers['cache-control']).toBe('private, no-cache')
    expect((await bob.get('/users/self')).body['_pk']).toBe('bob')
  })

  test('the password is stored as an argon2id hash', async () => {
    const database = new MemoryDatabase({ ...storyModels, ...authModels })
    await new Client(await storyService({ database })).register('bob')
    const row = await database.store('User', ALL_ROWS).findByKey('bob')
    expect(row?.['password']).toMatch(/^\$argon2id\$/)
  })

  test('returns 409 for a name or email address that already exists', async () => {
    const app = await storyService()
    await new Client(app).register('bob')
    expect((await new Client(app).register('bob', { email: 'other@example.com' })).status).toBe(409)
    expect((await new Client(app).register('eve', { email: 'bob@example.com' })).status).toBe(409)
  })

  test('users cannot make themselves admins', async () => {
    const eve = new Client(await storyService())
    expect((await eve.register('eve', { groups: ['admin'] })).status).toBe(403)
    expect((await eve.get('/users/self')).status).toBe(401)
  })

  test('fields that cannot be set during registration are rejected, and the error names them', async () => {
    const response = await new Client(await storyService()).register('eve', { status: 'active', hats: 1 })
    expect(response.status).toBe(400)
    expect(response.body['errors']).toEqual([
      { path: '/status', message: 'cannot be set during registration' },
      { path: '/hats', message: 'cannot be set during registration' },
    ])
  })

  test('all errors in the body are reported at once', async () => {
    const eve = new Client(await storyService())
    const response = await eve.post('/auth/register', { username: 'a@b', password: 'x', hats: 1 })
    expect(response.status).toBe(400)
    const paths = JSON.stringify(response.body['errors'])
    for (const path of ['/username', '/password', '/hats', '/email']) expect(paths).toContain(`"${path}"`)
  })

  test('a registration cannot use the name self or a name that looks like an email address', async () => {
    const eve = new Client(await storyService())
    expect((await eve.register('bob@example.com')).status).toBe(400)
    expect((await eve.register('self')).status).toBe(400)
  })

  test('POST /users also rejects a name that looks like an email address', async () => {
    const anyone = new Client(await storyService())
    const response = await anyone.post('/users', {
      username: 'a@b',
      email: 'a@example.com',
      password: 'opensesame',
    })
    expect([response.status, response.body['errors']]).toEqual([
      400,
      [{ path: '/username', message: 'must not look like an email address' }],
    ])
  })

  test('names and passwords that are not strings are rejected', async () => {
    const eve = new Client(await storyService())
    expect(
      (await eve.post('/auth/register', { username: { $ne: 1 }, email: ['a'], password: 'opensesame' }))
        .status,
    ).toBe(400)
    expect((await eve.post('/auth/register', [])).status).toBe(400)
  })
})

describe('login', () => {
  test('accepts the name or the email address', async () => {
    const app = await storyService()
    await new Client(app).register('bob')
    for (const login of ['bob', 'bob@example.com']) {
      const bob = new Client(app)
      const response = await bob.login(login)
      expect([response.status, response.body['_pk']]).toEqual([200, 'bob'])
      expect(response.setCookie).toMatch(/^auth_tkt=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
      expect((await bob.get('/users/self')).status).toBe(200)
    }
  })

  test('an unknown user and a wrong password get the same response', async () => {
    const app = await storyService()
    await new Client(app).register('bob')
    const wrongPassword = await new Client(app).login('bob', 'closesesame')
    const wrongUser = await new Client(app).login('nobody')
    expect(wrongPassword.status).toBe(401)
    expect(wrongUser).toEqual({ ...wrongPassword, headers: expect.anything() })
  })

  test('returns 400 for credentials that are not strings', async () => {
    const eve = new Client(await storyService())
    expect((await eve.post('/auth/login', { login: { $gt: '' }, password: ['x'] })).status).toBe(400)
    expect((await eve.post('/auth/login', { login: 'bob' })).status).toBe(400)
  })

  test('next redirects to a path on this host', async () => {
    const app = await storyService()
    await new Client(app).register('bob')
    const bob = new Client(app)
    const response = await bob.post('/auth/login?next=/stories%3Fa=1', {
      login: 'bob',
      password: 'opensesame',
    })
    expect([response.status, response.headers['location']]).toEqual([302, '/stories?a=1'])
    expect((await bob.get('/users/self')).status).toBe(200)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'https://evil.example',
    '/%0d%0aX: 1',
    'javascript:1',
    '',
  ])('a value of next that is not a path on this host is rejected: %s', async (next) => {
    const app = await storyService()
    await new Client(app).register('bob')
    const response = await new Client(app).post(`/auth/login?next=${next}`, {
      login: 'bob',
      password: 'opensesame',
    })
    expect(response.status).toBe(400)
    expect(response.setCookie).toBe('')
  })

  test('returns 429 after too many wrong passwords for an account, even for the correct password', async () => {
    const app = await storyService({ settings: { 'rate_limit.login_max': '3' } })
    await new Client(app).register('bob')
    for (let n = 0; n < 3; n++) expect((await new Client(app).login('bob', 'wrong')).status).toBe(401)
    const response = await new Client(app).login('bob')
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('counts what was typed, so that limits do not reveal whose name and address belong together', async () => {
    const app = await storyService({ settings: { 'rate_limit.login_max': '3' } })
    await new Client(app).register('bob')
    const attempts = async (login: string): Promise<number[]> => {
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await new Client(app).login(login, 'wrong')).status)
      return statuses
    }
    const limited = [401, 401, 401, 429]
    for (const login of ['bob@example.com', 'bob', 'nobody@example.com', 'nobody'])
      expect(await attempts(login), login).toEqual(limited)
    // Other spellings of the same login are not further attempts.
    for (const login of ['BOB@Example.com', '\uff42ob', 'ｂob@example.com', 'Nobody@EXAMPLE.com'])
      expect((await new Client(app).login(login, 'wrong')).status, login).toBe(429)
  })

  test('returns 429 after too many failed logins from one IP address, even to different accounts', async () => {
    const app = await storyService({ settings: { 'rate_limit.login_max': '2' } })
    for (let n = 0; n < 10; n++) expect((await new Client(app).login(`user${n}`)).status).toBe(401)
    expect((await new Client(app).login('user10')).status).toBe(429)
  })

  test('successful logins are not limited', async () => {
    const app = await storyService({ settings: { 'rate_limit.login_max': '1' } })
    await new Client(app).register('bob')
    for (let n = 0; n < 8; n++) expect((await new Client(app).login('bob')).status).toBe(200)
  })

  test('anonymous requests count toward the request limit for their IP address', async () => {
    const app = await storyService({ settings: { 'rate_limit.max': '2' } })
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await app.inject('/users/self')).statusCode)
    expect(statuses).toEqual([401, 401, 429])
  })

  test('`before_*` and `after_*` handlers run; after the login, the event contains the user', async () => {
    const seen: unknown[] = []
    const note = (event: { tag: string; user?: { username: string } }): void => {
      seen.push([event.tag, event.user?.username])
    }
    const app = await storyService({
      functions: { note },
      config: {
        handlers: {
          login: { before: ['note'], after: ['note'] },
          logout: { before: ['note'], after: ['note'] },
          register: { before: ['note'], after: ['note'] },
        },
      },
    })
    const bob = new Client(app)
    await bob.register('bob')
    await bob.post('/auth/logout')
    await bob.login('bob')
    expect(seen).toEqual([
      ['before_register', undefined],
      ['after_register', 'bob'],
      ['before_logout', 'bob'],
      ['after_logout', 'bob'],
      ['before_login', undefined],
      ['after_login', 'bob'],
    ])
  })

  test('a handler that throws prevents registration and login', async () => {
    const both = { before: [], after: ['fail'] }
    const app = await storyService({
      functions: { fail },
      settings: {
        'system.user': 'root',
        'system.password': 'opensesame',
        'system.email': 'root@example.com',
      },
      config: { handlers: { login: both, register: both, logout: { before: [], after: [] } } },
    })
    const eve = new Client(app)
    const registered = await eve.register('eve')
    expect([registered.status, registered.setCookie]).toEqual([500, ''])
    expect((await eve.login('eve')).status).toBe(401)
    const root = await eve.login('root')
    expect([root.status, root.setCookie]).toEqual([500, ''])
  })
})

describe('without authentication', () => {
  test('there are no authentication routes, and everything is allowed', async () => {
    const app = await storyService({ settings: { auth: 'false' } })
    const anyone = new Client(app)
    expect((await anyone.login('bob')).status).toBe(404)
    expect((await anyone.post('/stories', { name: 'One' })).status).toBe(201)
    expect((await anyone.patch('/stories/1', { name: 'Two' })).body['name']).toBe('Two')
  })

  test('the password is still hashed and hidden', async () => {
    const database = new MemoryDatabase({ ...storyModels, ...authModels })
    const anyone = new Client(await storyService({ database, settings: { auth: 'false' } }))
    const response = await anyone.post('/users', {
      username: 'bob',
      email: 'b@example.com',
      password: 'opensesame',
    })
    expect(response.status).toBe(201)
    expect(Object.keys(response.body)).not.toContain('password')
    expect((await database.store('User', ALL_ROWS).findByKey('bob'))?.['password']).toMatch(/^\$argon2id\$/)
  })
})

describe('the system user', () => {
  const system = {
    'system.user': 'root',
    'system.password': 'opensesame',
    'system.email': 'root@example.com',
  }

  test('is an admin, and is created only once', async () => {
    const database = new MemoryDatabase({ ...storyModels, ...authModels })
    await storyService({ database, settings: system })
    const app = await storyService({ database, settings: { ...system, 'system.password': 'another' } })
    const root = new Client(app)
    expect((await root.login('root')).body['groups']).toEqual(['admin'])
  })

  test('is not created if another user has the same email address', async () => {
    const database = new MemoryDatabase({ ...storyModels, ...authModels })
    await new Client(await storyService({ database })).register('root2', { email: 'root@example.com' })
    await expect(storyService({ database, settings: system })).rejects.toThrow('system.email')
  })

  test('requires a password', async () => {
    await expect(storyService({ settings: { 'system.user': 'root' } })).rejects.toThrow('system.password')
  })

  test.each(['self', 'root@example.com'])('cannot have the name %s', async (name) => {
    await expect(storyService({ settings: { ...system, 'system.user': name } })).rejects.toThrow(
      'system.user',
    )
  })
})

test('a secret that is too short prevents startup', async () => {
  await expect(storyService({ settings: { auth_tkt_secret: 'short' } })).rejects.toThrow('auth_tkt_secret')
})

test("the auth model's routes can have a path other than /users", async () => {
  const bob = new Client(await storyService({ config: { ...storyAuth, path: '/people' } }))
  await bob.register('bob')
  expect((await bob.get('/people/self')).body['_pk']).toBe('bob')
})
