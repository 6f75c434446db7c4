import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import { type TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

onEveryEngine(
  'members',
  (service, engine) => {
    const send = (method: string, path: string, body?: unknown, as: Known = nobody): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body, as)
    const enter = async (login: string, password = PASSWORD): Promise<Known> =>
      ticketOf(await logIn(service(), '/v1', login, password))
    const register = (username: string, more: object = {}): Promise<TestResponse> =>
      send('POST', '/auth/register', {
        username,
        email: `${username}@example.com`,
        password: PASSWORD,
        ...more,
      })
    const member = async (username: string): Promise<Known> => ticketOf(await register(username))
    const self = (as: Known): Promise<TestResponse> => send('GET', '/users/self', undefined, as)
    const token = async (login: string, path = 'token'): Promise<TestResponse> =>
      send('POST', `/auth/${path}`, { login, password: PASSWORD })
    const withToken = async (login: string, path = 'token'): Promise<Known> => ({
      authorization: `ApiKey ${login}:${String((await token(login, path)).body['token'])}`,
    })

    it('parses headers and credentials in linear time', async () => {
      const size = 15_000
      const values = [
        ' '.repeat(size),
        `${' '.repeat(size)}x`,
        ':'.repeat(size),
        ';'.repeat(size),
        ','.repeat(size),
        '"'.repeat(size),
        '"a",'.repeat(size / 4),
        'W/'.repeat(size / 2),
        '='.repeat(size),
        'a=b;'.repeat(size / 4),
        'a=b; '.repeat(size / 5),
        '%41'.repeat(size / 3),
        '1.'.repeat(size / 2),
        'a-'.repeat(size / 2),
        '::'.repeat(size / 2),
      ]
      const headers = [
        (value: string) => ({ authorization: `ApiKey ${value}` }),
        (value: string) => ({ authorization: value }),
        (value: string) => ({ cookie: `auth_tkt=${value}` }),
        (value: string) => ({ cookie: value }),
        (value: string) => ({ origin: value, cookie: `a=${value}`.slice(0, 500) }),
        (value: string) => ({ 'if-match': value }),
        (value: string) => ({ 'if-none-match': value }),
        (value: string) => ({ prefer: value }),
        (value: string) => ({ accept: value, 'accept-encoding': value.slice(0, 100) }),
        (value: string) => ({ host: value }),
        (value: string) => ({ 'content-type': `application/json;${value}` }),
        (value: string) => ({ 'x-forwarded-for': value, 'x-forwarded-host': value.slice(0, 100) }),
      ]
      const slow: unknown[] = []
      for (const header of headers)
        for (const value of values) {
          const start = performance.now()
          await service().send('PATCH', '/v1/users/nobody?name=x', { name: 'x' }, header(value))
          await service().send('GET', '/v1/users', undefined, header(value))
          if (performance.now() - start > 1_000) slow.push([Object.keys(header(value)), value.slice(0, 10)])
        }
      expect(slow).toEqual([])
    }, 60_000)

    describe('register', () => {
      it('creates a user, logs them in and returns their document', async () => {
        const response = await register('anna', { name: 'Anna', memo: 'for admins' })
        expect([response.status, response.body]).toEqual([
          201,
          {
            _type: 'User',
            _pk: 'anna',
            _self: 'http://localhost/v1/users/anna',
            username: 'anna',
            name: 'Anna',
            groups: ['user'],
            settings: null,
            profile: null,
            stories: [],
            comments: [],
          },
        ])
        expect(String(response.headers['set-cookie'])).toMatch(
          /^members_ticket=[\w.-]+; Max-Age=7200; Path=\/v1; HttpOnly; SameSite=Lax$/,
        )
        expect((await self(ticketOf(response))).body).toEqual(response.body)
        expect((await send('GET', '/users/anna', undefined, await enter('root'))).body['memo']).toBe(
          'for admins',
        )
      })

      it('rejects a user name or email address that is already taken', async () => {
        await register('taken')
        expect((await register('taken', { email: 'other@example.com' })).status).toBe(409)
        expect((await register('other', { email: 'taken@example.com' })).status).toBe(409)
      })

      it('rejects groups and fields that a registration cannot set', async () => {
        const forbidden = await register('climber', { groups: ['admin'] })
        expect([forbidden.status, forbidden.body['errors']]).toEqual([
          403,
          [{ path: '/groups', message: 'only an admin can write this field' }],
        ])
        const refused = await register('climber', { score: 1000 })
        expect([refused.status, refused.body['errors']]).toEqual([
          400,
          [{ path: '/score', message: 'cannot be set during registration' }],
        ])
        expect((await logIn(service(), '/v1', 'climber')).status).toBe(401)
      })

      it('reports all errors', async () => {
        const { status, body } = await send('POST', '/auth/register', {
          username: 'x@example.com',
          password: 'short',
        })
        expect(status).toBe(400)
        expect(
          Object.values(body['errors'] ?? {})
            .map(({ path }) => path)
            .sort(),
        ).toEqual(['/email', '/password', '/username'])
        expect((await register('self')).status).toBe(400)
      })
    })

    describe('login', () => {
      it('accepts the user name or the email address', async () => {
        await register('both')
        for (const login of ['both', 'both@example.com']) {
          const response = await logIn(service(), '/v1', login)
          expect([response.status, response.body['username']]).toEqual([200, 'both'])
          expect((await self(ticketOf(response))).body['_pk']).toBe('both')
        }
      })

      it('returns the same response for an unknown user and a wrong password', async () => {
        await register('known')
        const said = async (login: string, password: string) => {
          const { status, headers, body } = await logIn(service(), '/v1', login, password)
          return { status, body, names: Object.keys(headers).sort(), challenge: headers['www-authenticate'] }
        }
        const wrong = await said('known', 'not this one')
        expect(wrong.status).toBe(401)
        expect(await said('unknown', 'not this one')).toEqual(wrong)
        expect(await said('known@example.com', 'not this one')).toEqual(wrong)
        expect(await said('\u{1f511}', 'not this one')).toEqual(wrong)
      })

      it('accepts only strings', async () => {
        for (const login of [{ $ne: null }, ['known'], 7, null, undefined])
          expect((await send('POST', '/auth/login', { login, password: PASSWORD })).status).toBe(400)
        expect((await send('POST', '/auth/login', { login: 'known', password: { $gt: '' } })).status).toBe(
          400,
        )
      })

      it('can redirect to a path on this site', async () => {
        await register('guided')
        const body = { login: 'guided', password: PASSWORD }
        const response = await send('POST', '/auth/login?next=/v1/stories', body)
        expect([response.status, response.headers['location']]).toEqual([302, '/v1/stories'])
        expect((await self(ticketOf(response))).status).toBe(200)
        expect((await send('POST', '/auth/login?next=//example.com', body)).status).toBe(400)
      })

      it('never returns the password', async () => {
        const admin = await enter('root')
        const responses = [
          await register('secretive'),
          await logIn(service(), '/v1', 'secretive'),
          await send('GET', '/users/secretive', undefined, admin),
          await send('GET', '/users', undefined, admin),
          await send('PATCH', '/users/secretive', { password: 'another password' }, admin),
        ]
        for (const { status, body } of responses) {
          expect(status).toBeLessThan(300)
          expect(JSON.stringify(body)).not.toMatch(/password|argon2/)
        }
        for (const query of [
          'password=x',
          'password__startswith=$',
          '_sort=password',
          '_fields=password',
          'q=password:x',
        ])
          expect([query, (await send('GET', `/users?${query}`, undefined, admin)).status]).toEqual([
            query,
            403,
          ])
      })

      it('keeps responses out of shared caches', async () => {
        const ticket = await member('cached')
        for (const response of [await self(ticket), await send('GET', '/stories', undefined, ticket)])
          expect(response.headers['cache-control']).toBe('private, no-cache')
        expect((await send('GET', '/stories')).headers['x-content-type-options']).toBe('nosniff')
      })
    })

    describe('logout', () => {
      it.each(['GET', 'POST'])('by %s clears the cookie and invalidates its ticket', async (method) => {
        const ticket = await member(`leaver${method.toLowerCase()}`)
        const response = await send(method, '/auth/logout', undefined, ticket)
        expect([response.status, String(response.headers['set-cookie'])]).toEqual([
          200,
          expect.stringMatching(/^members_ticket=; Max-Age=0; Path=\/v1; Expires=Thu, 01 Jan 1970/),
        ])
        expect((await self(ticket)).status).toBe(401)
      })

      it('succeeds for an anonymous caller', async () => {
        expect((await send('GET', '/auth/logout')).status).toBe(200)
        expect((await send('POST', '/auth/logout')).status).toBe(200)
      })

      it('ends one session, or all sessions with "everywhere"', async () => {
        const [first, second, third] = [await member('roamer'), await enter('roamer'), await enter('roamer')]
        await send('POST', '/auth/logout', undefined, first)
        expect([(await self(first)).status, (await self(second)).status]).toEqual([401, 200])
        await send('POST', '/auth/logout', { everywhere: true }, second)
        expect([(await self(second)).status, (await self(third)).status]).toEqual([401, 401])
        expect((await self(await enter('roamer'))).status).toBe(200)
      })
    })

    // The clock of other processes cannot be changed.
    describe.skipIf(engine.processes !== undefined)('a ticket', () => {
      afterEach(() => void vi.useRealTimers())
      const later = (seconds: number): void => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
      }

      it('expires after its timeout', async () => {
        const ticket = await member('sleeper')
        later(3590)
        expect((await self(ticket)).status).toBe(200)
        later(20)
        expect((await self(ticket)).status).toBe(401)
      })

      it('is renewed on use after its reissue time, and the new ticket outlives it', async () => {
        const ticket = await member('worker')
        later(500)
        expect((await self(ticket)).headers['set-cookie']).toBeUndefined()
        later(200)
        const renewed = ticketOf(await self(ticket))
        later(3200)
        expect([(await self(ticket)).status, (await self(renewed)).status]).toEqual([401, 200])
      })

      it('stays invalid after a logout, as does the ticket that replaced it', async () => {
        const ticket = await member('ender')
        later(700)
        const renewed = ticketOf(await self(ticket))
        await send('POST', '/auth/logout', undefined, renewed)
        expect([(await self(ticket)).status, (await self(renewed)).status]).toEqual([401, 401])
        await send('POST', '/auth/logout', undefined, await enter('root'))
        later(3000)
        expect([(await self(ticket)).status, (await self(renewed)).status]).toEqual([401, 401])
      })

      it('is invalid for a user who was deleted and then re-registered', async () => {
        const ticket = await member('phoenix')
        await send('DELETE', '/users/phoenix', undefined, await enter('root'))
        expect((await self(ticket)).status).toBe(401)
        await register('phoenix')
        expect((await self(ticket)).status).toBe(401)
      })
    })

    describe('a new password', () => {
      it('ends all sessions, invalidates the token, and issues a new ticket', async () => {
        const [mine, other] = [await member('changer'), await enter('changer')]
        const key = await withToken('changer')
        const response = await send('PATCH', '/users/self', { password: 'another password' }, mine)
        expect(response.status).toBe(200)
        const statuses = [mine, other, key, ticketOf(response)].map(async (as) => (await self(as)).status)
        expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200])
        expect((await logIn(service(), '/v1', 'changer')).status).toBe(401)
        expect((await logIn(service(), '/v1', 'changer', 'another password')).status).toBe(200)
      })

      it("set by an admin ends the user's sessions, but not the admin's", async () => {
        const [ticket, admin] = [await member('managed'), await enter('root')]
        const response = await send('PATCH', '/users/managed', { password: 'another password' }, admin)
        expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined])
        expect([(await self(ticket)).status, (await self(admin)).status]).toEqual([401, 200])
      })
    })

    describe('tokens', () => {
      it('authenticate their user without a cookie', async () => {
        await register('robot')
        const key = await withToken('robot')
        const response = await self(key)
        expect([response.status, response.body['_pk'], response.headers['set-cookie']]).toEqual([
          200,
          'robot',
          undefined,
        ])
        const notes = await send('POST', '/users/robot/stories', { title: 'By a robot' }, key)
        expect(notes.status).toBe(201)
      })

      it('are returned only once, and a reset invalidates the previous token', async () => {
        await register('resetter')
        const first = await withToken('resetter')
        expect((await token('resetter')).status).toBe(409)
        const second = await withToken('resetter', 'reset_token')
        expect([(await self(first)).status, (await self(second)).status]).toEqual([401, 200])
      })

      it('do not authenticate anyone if they are invalid', async () => {
        await register('locked')
        await token('locked')
        for (const authorization of [
          'ApiKey locked:wrong',
          'ApiKey locked:',
          'ApiKey locked',
          'Basic bG9ja2VkOng=',
          'ApiKey :',
        ])
          expect((await self({ authorization })).status).toBe(401)
        for (const path of ['token', 'reset_token'])
          expect(
            (await send('POST', `/auth/${path}`, { login: 'locked', password: 'wrong one' })).status,
          ).toBe(401)
      })
    })

    it('self refers to the caller in all paths below /users', async () => {
      const ticket = await member('selfish')
      expect((await send('POST', '/users/self/profile', { motto: 'Me' }, ticket)).status).toBe(403)
      expect((await send('POST', '/users/self/settings', { theme: 'dark' }, ticket)).body).toEqual({
        theme: 'dark',
      })
      expect((await send('POST', '/users/self/stories', { title: 'Mine' }, ticket)).body['owner']).toEqual(
        expect.objectContaining({ _pk: 'selfish' }),
      )
      expect((await send('GET', '/users/self/stories', undefined, ticket)).body['total']).toBe(1)
      for (const path of ['/users/self', '/users/self/settings', '/users/self/stories'])
        expect([path, (await send('GET', path)).status]).toEqual([path, 401])
    })
  },
  { settings: withAdmin, code: userCode('members'), variants: true },
)

onEveryEngine(
  'accounts',
  (service) => {
    const send = (method: string, path: string, body?: unknown, as: Known = nobody): Promise<TestResponse> =>
      service().send(method, `/clubs/api${path}`, body, as)

    it('the auth model can have a different name, key and path, and no email field', async () => {
      const created = await send('POST', '/auth/register', {
        login_name: 'mo',
        full_name: 'Mo Salah',
        nickname: 'Mo',
        password: PASSWORD,
      })
      expect([created.status, created.body['_self'], created.headers['set-cookie']]).toEqual([
        201,
        'http://localhost/clubs/api/people/mo',
        undefined,
      ])
      expect(
        (await send('POST', '/auth/register', { username: 'jo', full_name: 'Jo', password: PASSWORD }))
          .status,
      ).toBe(201)
      expect(
        (await send('POST', '/auth/register', { login_name: 'no', password: PASSWORD })).body['errors'],
      ).toEqual([{ path: '/full_name', message: 'is required' }])
      const login = await logIn(service(), '/clubs/api', 'mo')
      expect([login.status, login.body]).toEqual([200, created.body])
      const { body } = await send('POST', '/auth/token', { login: 'mo', password: PASSWORD })
      const key = { authorization: `ApiKey mo:${String(body['token'])}` }
      expect((await send('GET', '/people/self', undefined, key)).body).toEqual(created.body)
      const stranger = await send('GET', '/people/self')
      expect([stranger.status, stranger.headers['www-authenticate']]).toEqual([401, 'ApiKey'])
      expect((await send('GET', '/auth/logout', undefined, key)).status).toBe(200)
      expect((await send('GET', '/people/self', undefined, key)).status).toBe(200)
    })

    it('failed attempts are counted per account, and limit both login and token requests', async () => {
      const attempt = async (login: string, password: string): Promise<TestResponse> =>
        logIn(service(), '/clubs/api', login, password)
      for (let count = 0; count < 3; count++) expect((await attempt('jo', 'wrong one')).status).toBe(401)
      const refused = await attempt('jo', PASSWORD)
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
      expect((await send('POST', '/auth/token', { login: 'jo', password: PASSWORD })).status).toBe(429)
      expect((await attempt('mo', PASSWORD)).status).toBe(200)
    })
  },
  { settings: { 'rate_limit.login_max': 3 }, variants: true },
)

onEveryEngine('warn-literal-secret', (service) => {
  it('an API without an auth model gets a default User model', async () => {
    const user = { username: 'ann', email: 'ann@example.com', password: PASSWORD }
    const response = await service().send('POST', '/auth/register', user)
    expect([response.status, response.body]).toEqual([
      201,
      expect.objectContaining({ _type: 'User', username: 'ann', email: 'ann@example.com', groups: ['user'] }),
    ])
    const self = await service().send('GET', '/users/self', undefined, ticketOf(response))
    expect([self.status, self.body]).toEqual([200, response.body])
    expect(new URL(String(self.body['_self'])).pathname).toBe('/users/self')
  })
})
