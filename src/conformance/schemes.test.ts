import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AUDIENCE, IdentityProvider } from '../testing/identity-provider.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import { SQLITE } from './engines.js'
import { sendLate } from './late-body.js'
import { buildFixture, buildText, removeProject, startService, type TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const provider = new IdentityProvider()
await provider.open()
afterAll(() => provider.close())

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

onEveryEngine(
  'schemes',
  (service) => {
    const send = (method: string, path: string, as: Known = nobody, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body, as)
    const bearer = (token: string): Known => ({ authorization: `Bearer ${token}` })
    const withToken = async (claims: object): Promise<Known> => bearer(await provider.token({ ...claims }))
    const basic = (username: string, password: string): Known => ({
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    })
    const me = async (as: Known): Promise<unknown> => {
      const { status, body } = await send('GET', '/me', as)
      return status === 200 ? body['username'] : status
    }

    beforeAll(async () => {
      const root = ticketOf(await logIn(service(), '/v1', 'root'))
      for (const username of ['amy', 'bob']) {
        const user = { username, email: `${username}@example.com`, password: PASSWORD, name: username }
        expect((await send('POST', '/users', root, user)).status).toBe(201)
      }
    })

    it('accept the tokens of an identity provider for existing users', async () => {
      expect(await me(await withToken({ sub: 'amy' }))).toBe('amy')
      expect(await me(await withToken({ sub: 'nobody', email: 'amy@example.com' }))).toBe(403)
      const self = await send('GET', '/users/self', await withToken({ sub: 'bob' }))
      expect([self.status, self.body['username'], self.headers['cache-control']]).toEqual([
        200,
        'bob',
        'private, no-cache',
      ])
    })

    it('reject users who are deactivated', async () => {
      const root = ticketOf(await logIn(service(), '/v1', 'root'))
      const user = {
        username: 'dee',
        email: 'dee@example.com',
        password: PASSWORD,
        name: 'dee',
        active: false,
      }
      expect((await send('POST', '/users', root, user)).status).toBe(201)
      expect(await me(await withToken({ sub: 'dee' }))).toBe(401)
      expect((await send('GET', '/memos', basic('dee', "dee's secret"))).status).toBe(401)
      expect((await send('GET', '/memos', basic('amy', "amy's secret"))).status).toBe(200)
    })

    it('reject tokens that are not valid, and name the error', async () => {
      const now = Math.floor(Date.now() / 1000)
      const key = Buffer.from(await provider.publicKey())
      const claims = { iss: provider.issuer, aud: AUDIENCE, sub: 'amy', exp: now + 300 }
      const other = new IdentityProvider()
      await other.open()
      const [, payload = '', signature = ''] = (await provider.token({ sub: 'amy' })).split('.')
      const tokens = {
        'wrong audience': await provider.token({ sub: 'amy', aud: 'other' }),
        'no audience': await provider.token({ sub: 'amy', aud: undefined }),
        'no expiry': await provider.token({ sub: 'amy', exp: undefined }),
        expired: await provider.token({ sub: 'amy', exp: now - 61 }),
        'not valid yet': await provider.token({ sub: 'amy', nbf: now + 90 }),
        'no user': await provider.token({}),
        'user is no text': await provider.token({ ...JSON.parse('{"sub": {"$ne": null}}') }),
        unsigned: `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
        'unsigned, with a signature': `${encoded({ alg: 'none' })}.${payload}.${signature}`,
        'signed with the public key as a secret': await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: provider.kid })
          .sign(key),
        'other algorithm': `${encoded({ alg: 'ES256', kid: provider.kid })}.${payload}.${signature}`,
        'own key in the header': await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', ...JSON.parse('{"jwk": {"kty": "oct", "k": "e30"}}') })
          .sign(key),
        'token of another issuer': await other.token({ sub: 'amy' }),
        'signed by another issuer': await other.token({ sub: 'amy', iss: provider.issuer }),
        'changed payload': `${encoded({ alg: 'RS256', kid: provider.kid })}.${encoded({ ...claims, sub: 'bob' })}.${signature}`,
        'no token': 'x',
        'too many parts': 'a.b.c.d.e',
      }
      await other.close()
      for (const [name, token] of Object.entries(tokens)) {
        const { status, headers, body } = await send('GET', '/me', bearer(token))
        expect([status, headers['www-authenticate'], body['detail']], name).toEqual([
          401,
          'Ticket, Bearer error="invalid_token", Basic realm="basic", charset="UTF-8"',
          'Invalid credentials.',
        ])
      }
    })

    it('tolerate 60 seconds of difference between clocks', async () => {
      const now = Math.floor(Date.now() / 1000)
      expect(await me(await withToken({ sub: 'amy', exp: now - 50, nbf: now + 50 }))).toBe('amy')
    })

    it('require the declared scopes of tokens', async () => {
      const note = { text: 'a' }
      const notes = async (claims: object, method = 'POST'): Promise<unknown> => {
        const body = method === 'POST' ? note : undefined
        const { status, headers } = await send(
          method,
          '/notes',
          await withToken({ sub: 'amy', ...claims }),
          body,
        )
        return [status, headers['www-authenticate']]
      }
      const missing = 'Bearer error="insufficient_scope", scope="notes:read notes:write"'
      expect(await notes({ scope: 'notes:read notes:write' })).toEqual([201, undefined])
      expect(await notes({ scp: ['notes:write', 'notes:read'] })).toEqual([201, undefined])
      expect(await notes({ scope: 'notes:read' })).toEqual([403, missing])
      expect(await notes({ scope: 'notes:readnotes:write' })).toEqual([403, missing])
      expect(await notes({})).toEqual([403, missing])
      expect(await notes({ scope: 'notes:read' }, 'GET')).toEqual([200, undefined])
      expect(await notes({}, 'GET')).toEqual([403, 'Bearer error="insufficient_scope", scope="notes:read"'])
      // A ticket has no scopes, and POST does not accept tickets.
      const ticket = ticketOf(await logIn(service(), '/v1', 'amy'))
      expect((await send('GET', '/notes', ticket)).status).toBe(200)
      expect((await send('POST', '/notes', ticket, note)).status).toBe(401)
    })

    it('take groups from tokens, instead of the stored groups', async () => {
      const groups = async (claims: object): Promise<unknown> =>
        (await send('GET', '/me', await withToken({ sub: 'amy', ...claims }))).body['groups']
      expect(await groups({ realm: { roles: ['admin', 'unknown'] } })).toEqual(['admin'])
      expect(await groups({ 'realm.roles': 'user admin' })).toEqual(['user', 'admin'])
      expect(await groups({})).toEqual([])
      const admin = await withToken({ sub: 'bob', realm: { roles: ['admin'] } })
      expect((await send('GET', '/users', admin)).status).toBe(200)
      expect((await send('GET', '/users', await withToken({ sub: 'bob' }))).status).toBe(403)
      const scope = 'notes:read notes:write'
      const { body } = await send('POST', '/notes', await withToken({ sub: 'amy', scope }), { text: 'own' })
      const path = `/notes/${String(body['id'])}`
      expect((await send('DELETE', path, await withToken({ sub: 'amy', scope }))).status).toBe(403)
      const allowed = await withToken({ sub: 'amy', scope, realm: { roles: ['admin'] } })
      expect((await send('DELETE', path, allowed)).status).toBe(200)
    })

    it('do not write with a token that expires while the body arrives', async () => {
      const exp = Math.floor(Date.now() / 1000) - 58
      const token = await withToken({ sub: 'amy', scope: 'notes:read notes:write', exp })
      const wait = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 2500))
      const late = await sendLate((body) => send('POST', '/notes', token, body), { text: 'late' }, wait)
      expect(late.status).toBe(401)
    })

    it('create unknown users at their first request', async () => {
      const claims = { sub: 'carl', email: 'carl@example.com', name: 'Carl' }
      const requests = await Promise.all([1, 2, 3].map(async () => me(await withToken(claims))))
      expect(requests).toEqual(['carl', 'carl', 'carl'])
      const { body } = await send('GET', '/users/self', await withToken({ sub: 'carl' }))
      expect([body['name'], body['email']]).toEqual(['Carl', 'carl@example.com'])
      const rejected = async (given: object): Promise<unknown> => {
        const { status, body: problem } = await send('GET', '/me', await withToken(given))
        return [status, problem['detail']]
      }
      expect(await rejected({ sub: 'dora', email: 'dora@example.com' })).toEqual([
        403,
        'The user cannot be created, because the token has no "name".',
      ])
      expect(await rejected({ sub: 'dora', name: 'Dora', email: 'dora@example.org' })).toEqual([
        403,
        'This domain is not allowed.',
      ])
      expect(await rejected({ sub: 'g:admin', name: 'Dora', email: 'dora@example.com' })).toEqual([
        403,
        'The user cannot be created, because "username" must not be "everyone" or "authenticated", or start with "g:", which have a special meaning in access rules.',
      ])
      expect(await rejected({ sub: 'dora', name: 'Dora', email: 'carl@example.com' })).toEqual([
        403,
        'The user cannot be created. Another User has the same email.',
      ])
      expect((await logIn(service(), '/v1', 'carl', '')).status).toBe(401)
    })

    it('reject tokens of users who no longer exist, unless they can be created again', async () => {
      const root = ticketOf(await logIn(service(), '/v1', 'root'))
      const token = await withToken({ sub: 'carl' })
      expect(await me(token)).toBe('carl')
      expect((await send('DELETE', '/users/carl', root)).status).toBe(200)
      expect(await me(token)).toBe(403)
      expect(await me(basic('carl', "carl's secret"))).toBe(401)
    })

    it('call functions with the credentials of other schemes', async () => {
      expect(await me(basic('amy', "amy's secret"))).toBe('amy')
      expect(await me(basic('amy', 'wrong'))).toBe(401)
      expect((await send('GET', '/memos', basic('bob', "bob's secret"))).status).toBe(200)
      const memo = { text: 'a' }
      const legacy = (username: string, token = 'shared secret'): Promise<TestResponse> =>
        service().send('POST', `/v1/memos?legacy_token=${encodeURIComponent(token)}`, memo, {
          'x-legacy-user': username,
        })
      expect((await legacy('amy')).status).toBe(201)
      const { status, headers } = await legacy('amy', 'wrong')
      expect([status, headers['www-authenticate']]).toEqual([401, 'legacy'])
      expect((await legacy('nobody')).status).toBe(401)
      expect((await legacy('blocked')).status).toBe(403)
      expect((await send('PATCH', '/memos?text=none', { authorization: 'bob' }, memo)).status).toBe(200)
      expect((await send('GET', '/reports', bearer('allows-reports'))).body['for']).toBe('amy')
      expect((await send('GET', '/reports', bearer('allows-other'))).status).toBe(401)
    })

    it('respond with 501 and the file of a function that is not written', async () => {
      const { status, body } = await send('PUT', '/memos', { authorization: 'Digest username="amy"' }, {})
      expect([status, body['detail']]).toEqual([
        501,
        'This security scheme is not implemented. Write its function in src/schemes/digest.ts.',
      ])
    })

    it('challenge requests without accepted credentials', async () => {
      const challenge = async (method: string, path: string, as: Known = nobody): Promise<unknown> => {
        const { status, headers } = await send(method, path, as)
        return [status, headers['www-authenticate']]
      }
      const ticket = ticketOf(await logIn(service(), '/v1', 'amy'))
      const token = await withToken({ sub: 'amy' })
      const toBasic = [401, 'Basic realm="basic", charset="UTF-8"']
      expect(await challenge('GET', '/memos')).toEqual(toBasic)
      expect(await challenge('GET', '/memos', ticket)).toEqual(toBasic)
      expect(await challenge('GET', '/memos', token)).toEqual(toBasic)
      expect(await challenge('GET', '/users')).toEqual([401, 'Ticket, Bearer'])
      expect(await challenge('PUT', '/memos')).toEqual([
        401,
        expect.stringMatching(/^Digest realm="digest", qop="auth", algorithm=SHA-256, nonce="[0-9a-f]{32}"$/),
      ])
    })

    it('let callers be anonymous where the API lists null', async () => {
      expect((await send('GET', '/memos/0')).status).toBe(404)
      expect((await send('GET', '/memos/0', await withToken({ sub: 'amy' }))).status).toBe(404)
      expect((await send('GET', '/memos/0', bearer('x'))).status).toBe(401)
    })

    it('try alternatives by the credentials of the request', async () => {
      const remove = async (as: Known, query = ''): Promise<number> =>
        (await send('DELETE', `/memos/0${query}`, as)).status
      expect(await remove(await withToken({ sub: 'amy' }))).toBe(404)
      expect(await remove(basic('amy', "amy's secret"))).toBe(404)
      const legacy = { 'x-legacy-user': 'amy' }
      expect(await remove(legacy, '?legacy_token=shared%20secret')).toBe(404)
      expect(await remove({ ...legacy, ...bearer('x') }, '?legacy_token=shared%20secret')).toBe(404)
      expect(await remove({ ...legacy, ...bearer('x') })).toBe(401)
      const ticket = ticketOf(await logIn(service(), '/v1', 'bob'))
      expect(await me({ ...ticket, ...bearer('x') })).toBe('bob')
      expect(await me({ cookie: 'auth_tkt=x', ...(await withToken({ sub: 'amy' })) })).toBe('amy')
    })

    it('reject requests from other websites with a password that the browser adds', async () => {
      const from = (origin: string): Promise<TestResponse> =>
        send('DELETE', '/memos/0', { ...basic('amy', "amy's secret"), origin })
      expect((await from('https://other.example.com')).status).toBe(403)
      expect((await from('http://localhost')).status).toBe(404)
    })

    it('work in your own routes', async () => {
      const own = async (path: string, as: Known): Promise<unknown> => {
        const { status, body } = await service().send('GET', path, undefined, as)
        return status === 200 ? body['username'] : status
      }
      expect(await own('/own', nobody)).toBe(401)
      expect(await own('/own', await withToken({ sub: 'amy' }))).toBe(403)
      expect(await own('/own', await withToken({ sub: 'amy', realm: { roles: ['admin'] } }))).toBe('amy')
      expect(await own('/own/scoped', basic('amy', "amy's secret"))).toBe(401)
      expect(await own('/own/scoped', await withToken({ sub: 'amy' }))).toBe(403)
      expect(await own('/own/scoped', await withToken({ sub: 'amy', scope: 'own' }))).toBe('amy')
    })

    it('limit failed attempts with passwords', async () => {
      const statuses = new Set<unknown>()
      for (let attempt = 0; attempt < 21; attempt += 1) statuses.add(await me(basic('amy', 'wrong')))
      expect([...statuses]).toEqual([401, 429])
      expect(await me(basic('amy', "amy's secret"))).toBe(429)
      expect(await me(await withToken({ sub: 'amy' }))).toBe('amy')
    })
  },
  {
    settings: {
      auth: true,
      ...withAdmin,
      'system.name': 'Root',
      'rate_limit.login_max': 20,
      'oauth.issuer': provider.issuer,
      'oauth.audience': AUDIENCE,
      'oauth.register': true,
      'oauth.groups_claim': 'realm.roles',
      'oauth.local_users': true,
    },
    code: userCode('schemes'),
  },
)

onEveryEngine(
  'schemes',
  (service) => {
    const send = (method: string, path: string, as: Known = nobody, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body, as)
    const withToken = async (claims: object): Promise<Known> => ({
      authorization: `Bearer ${await provider.token({ ...claims })}`,
    })
    const me = async (as: Known): Promise<unknown> => {
      const { status, body } = await send('GET', '/me', as)
      return status === 200 ? body['username'] : status
    }
    /** Registers a user and returns the ticket. */
    const registered = async (username: string): Promise<Known> => {
      const user = { username, email: `${username}@example.com`, password: PASSWORD, name: username }
      const made = await send('POST', '/auth/register', nobody, user)
      expect(made.status).toBe(201)
      return ticketOf(made)
    }

    it('identify users by an email address that the provider has verified', async () => {
      const claims = { sub: '1', name: 'Vic', email: 'vic@example.com', email_verified: true }
      expect(await me(await withToken({ ...claims, sub: 'vic' }))).toBe('vic')
      expect(await me(await withToken({ ...claims, email: 'VIC@Example.com' }))).toBe('vic')
      for (const email_verified of [undefined, false, 'false', 'False', 'true', 0, 1, null, [], {}])
        expect(await me(await withToken({ ...claims, email_verified })), String(email_verified)).toBe(401)
      expect(await me(await withToken({ sub: 'vic', email_verified: true }))).toBe(401)
    })

    it('do not make anybody the first admin', async () => {
      const email = 'root@example.com'
      expect(await me(await withToken({ sub: 'root', name: 'R', email, email_verified: true }))).toBe(401)
      expect((await logIn(service(), '/v1', 'root')).status).toBe(200)
    })

    it('end the password and the sessions of whoever has registered with the address of another', async () => {
      const thief = await registered('mallory')
      expect(await me(thief)).toBe('mallory')
      const owner = { sub: 'x', name: 'M', email: 'mallory@example.com', email_verified: true }
      expect(await me(await withToken({ ...owner, email_verified: undefined }))).toBe(401)
      expect(await me(thief)).toBe('mallory')
      const requests = await Promise.all([1, 2, 3].map(async () => me(await withToken(owner))))
      expect(requests).toEqual(['mallory', 'mallory', 'mallory'])
      expect(await me(thief)).toBe(401)
      expect((await logIn(service(), '/v1', 'mallory')).status).toBe(401)
      expect(await me(await withToken(owner))).toBe('mallory')
    })

    it('are rejected when the user gets another address while the body arrives', async () => {
      await registered('olga')
      const scope = 'notes:read notes:write'
      const owner = { sub: 'o', name: 'O', email: 'olga@example.com', email_verified: true, scope }
      const root = ticketOf(await logIn(service(), '/v1', 'root'))
      const own = await withToken(owner)
      const late = await sendLate(
        (body) => send('POST', '/notes', own, body),
        { text: 'late' },
        () => send('PATCH', '/users/olga', root, { email: 'other@example.com' }),
      )
      expect(late.status).toBe(401)
    })
  },
  {
    settings: {
      auth: true,
      ...withAdmin,
      'system.name': 'Root',
      'rate_limit.login_max': 100,
      'oauth.issuer': provider.issuer,
      'oauth.audience': AUDIENCE,
      'oauth.user_claim': 'email',
      'oauth.register': true,
    },
    code: userCode('schemes'),
  },
)

it('tokens identify local users only as the settings say', async () => {
  const folder = await buildFixture('schemes', 'svc_sqla', userCode('schemes'))
  const down = new IdentityProvider()
  await down.open()
  await down.close()
  const email = 'root@example.com'
  const statusesWith = async (settings: Record<string, string | boolean>): Promise<unknown[]> => {
    const service = await startService(folder, SQLITE, {
      auth: true,
      ...withAdmin,
      'system.name': 'Root',
      'oauth.issuer': provider.issuer,
      'oauth.audience': AUDIENCE,
      'partner.issuer': down.issuer,
      'partner.audience': AUDIENCE,
      ...settings,
    })
    const send = async (path: string, token: string): Promise<TestResponse> =>
      service.send('GET', `/v1${path}`, undefined, { authorization: `Bearer ${token}` })
    const user = { username: 'amy', email: 'amy@example.com', password: PASSWORD, name: 'Amy' }
    await service.send('POST', '/v1/auth/register', user)
    const statuses: number[] = []
    for (const claims of [
      { sub: 'root' },
      { sub: 'amy' },
      { sub: 'x', email },
      { sub: 'x', email, email_verified: true },
      { sub: 'x', email: 'amy@example.com' },
    ])
      statuses.push((await send('/me', await provider.token(claims))).status)
    const { status, headers, body } = await send('/reports', await down.token({ sub: 'root' }))
    expect([status, headers['retry-after'], body['detail']]).toEqual([
      503,
      '5',
      'The identity provider cannot be reached. Try again later.',
    ])
    expect((await send('/reports', 'x')).status).toBe(401)
    await service.close()
    return statuses
  }
  expect(await statusesWith({})).toEqual([401, 401, 401, 401, 401])
  expect(await statusesWith({ 'oauth.local_users': true })).toEqual([200, 200, 401, 401, 401])
  const byEmail = { 'oauth.user_claim': 'email' }
  expect(await statusesWith(byEmail)).toEqual([401, 401, 401, 401, 401])
  expect(await statusesWith({ ...byEmail, 'oauth.local_users': true })).toEqual([401, 401, 401, 200, 401])
  const trusting = { ...byEmail, 'oauth.trust_email': true }
  expect(await statusesWith(trusting)).toEqual([401, 401, 401, 401, 200])
  expect(await statusesWith({ ...trusting, 'oauth.local_users': true })).toEqual([401, 401, 200, 200, 200])
  // The same name can be that of another person at another provider.
  await down.open()
  const ofPartner = async (settings: Record<string, string | boolean>): Promise<unknown[]> => {
    const service = await startService(folder, SQLITE, {
      auth: true,
      'oauth.issuer': provider.issuer,
      'oauth.audience': AUDIENCE,
      'oauth.register': true,
      'partner.issuer': down.issuer,
      'partner.audience': AUDIENCE,
      'partner.register': true,
      ...settings,
    })
    const status = async (path: string, token: string): Promise<number> =>
      (await service.send('GET', `/v1${path}`, undefined, { authorization: `Bearer ${token}` })).status
    const claims = (sub: string) => ({ sub, name: sub, email: `${sub}@example.com`, email_verified: true })
    const reports = (sub: string) => ({ ...claims(sub), scope: 'reports' })
    const statuses = [
      await status('/me', await provider.token(claims('zoe'))),
      await status('/reports', await down.token(reports('zoe'))),
      await status('/reports', await down.token(reports('max'))),
      await status('/me', await provider.token(claims('max'))),
      await status('/me', await provider.token(claims('zoe'))),
    ]
    await service.close()
    return statuses
  }
  expect(await ofPartner({})).toEqual([200, 401, 200, 401, 200])
  expect(await ofPartner({ 'partner.local_users': true })).toEqual([200, 200, 200, 401, 200])
  const both = { 'oauth.user_claim': 'email', 'partner.user_claim': 'email' }
  expect(await ofPartner(both)).toEqual([200, 200, 200, 200, 200])
  // Where addresses identify users, only users whose provider has verified the address are those of its owner.
  expect(await ofPartner({ 'partner.user_claim': 'email' })).toEqual([200, 200, 200, 401, 200])
  await down.close()
  removeProject(folder)
})

const other = new IdentityProvider()
await other.open()
afterAll(() => other.close())

onEveryEngine(
  'schemes',
  (service) => {
    const bearer = async (claims: object, at = provider): Promise<Known> => ({
      authorization: `Bearer ${await at.token({ name: 'N', scope: 'reports', ...claims })}`,
    })
    const status = async (path: string, as: Known): Promise<number> =>
      (await service().send('GET', `/v1${path}`, undefined, as)).status
    const self = async (as: Known): Promise<unknown> =>
      (await service().send('GET', '/v1/me', undefined, as)).body['username']

    it('users with the address of someone else lose it to its owner, who comes from another provider', async () => {
      const address = { email: 'victim@example.com' }
      const thief = await bearer({ sub: 'mallory', ...address, email_verified: false })
      expect(await self(thief)).toBe('mallory')
      const owner = await bearer({ sub: 'vic', ...address, email_verified: true }, other)
      expect(await status('/reports', owner)).toBe(200)
      expect(await status('/me', thief)).toBe(401)
      expect(await status('/me', await bearer({ sub: 'mallory', ...address, email_verified: true }))).toBe(
        401,
      )
      expect(await status('/reports', owner)).toBe(200)
    })

    it('users are created once, however many requests are their first', async () => {
      const as = await bearer({ sub: 'lea', email: 'lea@example.com' })
      expect(new Set(await Promise.all(Array.from({ length: 20 }, () => self(as))))).toEqual(new Set(['lea']))
    })

    it('users whose address both providers have verified are one', async () => {
      const claims = { email: 'amy@example.com', email_verified: true }
      const [one, two] = [
        await bearer({ sub: 'amy', ...claims }),
        await bearer({ sub: 'x', ...claims }, other),
      ]
      expect([await status('/me', one), await status('/reports', two), await status('/me', one)]).toEqual([
        200, 200, 200,
      ])
    })

    it('names of users that differ at the provider are not the same user', async () => {
      expect(await self(await bearer({ sub: 'zoe', email: 'zoe@example.com' }))).toBe('zoe')
      for (const sub of ['\uff5aoe', 'zo\uff45'])
        expect(await status('/me', await bearer({ sub, email: 'other@example.com' }))).toBe(403)
    })
  },
  {
    settings: {
      auth: true,
      'oauth.issuer': provider.issuer,
      'oauth.audience': AUDIENCE,
      'oauth.register': true,
      'partner.issuer': other.issuer,
      'partner.audience': AUDIENCE,
      'partner.register': true,
      'partner.user_claim': 'email',
    },
    code: userCode('schemes'),
  },
)

onEveryEngine(
  'schemes',
  (service) => {
    const me = async (claims: object): Promise<unknown> => {
      const as = { authorization: `Bearer ${await provider.token({ name: 'N', ...claims })}` }
      const { status, body } = await service().send('GET', '/v1/me', undefined, as)
      return status === 200 ? body['username'] : [status, body['type']]
    }

    it('an address that neither the provider nor a mail has verified must be verified first', async () => {
      const unverified = [403, 'urn:problem:email-not-verified']
      const claims = { sub: 'mallory', email: 'victim@example.com' }
      expect(await me({ ...claims, email_verified: false })).toEqual(unverified)
      expect(await me(claims)).toEqual(unverified)
      expect(await me({ sub: 'amy', email: 'amy@example.com', email_verified: true })).toBe('amy')
      expect(await me({ sub: 'amy' })).toBe('amy')
      expect(await me({ sub: 'mallory', email: 'other@example.com', email_verified: true })).toEqual(
        unverified,
      )
      expect(await me({ ...claims, email_verified: true })).toBe('mallory')
    })
  },
  {
    settings: {
      auth: true,
      'accounts.verify': 'required',
      'oauth.issuer': provider.issuer,
      'oauth.audience': AUDIENCE,
      'oauth.register': true,
    },
    code: userCode('schemes'),
  },
)

it('schemes are off if auth is off', async () => {
  const folder = await buildFixture('schemes', 'svc_sqla', userCode('schemes'))
  const service = await startService(folder, SQLITE, {
    auth: false,
    'oauth.issuer': provider.issuer,
    'oauth.audience': AUDIENCE,
  })
  const status = async (method: string, path: string, headers = {}): Promise<number> =>
    (await service.send(method, `/v1${path}`, undefined, headers)).status
  expect(await status('GET', '/memos')).toBe(200)
  expect(await status('GET', '/reports')).toBe(200)
  expect(await status('GET', '/notes', { authorization: 'Bearer x' })).toBe(200)
  expect(await status('GET', '/memos?legacy_token=x')).toBe(200)
  await service.close()
  removeProject(folder)
})

const TRANSFERS = `openapi: 3.1.0
info: { title: Transfers, version: '1' }
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: sid }
    windows: { type: http, scheme: negotiate }
    certificate: { type: mutualTLS }
    token: { type: apiKey, in: header, name: X-Token }
  schemas:
    User:
      type: object
      x-auth-model: true
      required: [username, email, password]
      properties:
        username: { type: string, x-db-settings: { type: string, primary_key: true } }
        email: { type: string, x-db-settings: { type: string, unique: true } }
        password: { type: string, minLength: 8, x-db-settings: { type: string } }
        groups: { type: array, items: { type: string }, x-db-settings: { type: list, item_type: string, choices: [admin] } }
paths:
${['session', 'windows', 'certificate', 'token']
  .map(
    (scheme) => `  /${scheme}/transfer:
    post:
      operationId: ${scheme}_transfer
      security: [{ ${scheme}: [] }]
      responses: { '200': { description: Done } }`,
  )
  .join('\n')}
`

it('schemes whose credentials browsers send on their own reject requests from other websites', async () => {
  const checked: string[] = []
  Object.assign(globalThis, { checked })
  const code = Object.fromEntries(
    ['session', 'windows', 'certificate', 'token'].map((name) => [
      `src/schemes/${name}.ts`,
      `import { registry } from '../generated/index.js'

registry.scheme('${name}', () => {
  Object(globalThis).checked.push('${name}')
  return undefined
})
`,
    ]),
  )
  const folder = await buildText(TRANSFERS, 'svc_sqla', code)
  const service = await startService(folder, SQLITE, { auth: true })
  const foreign = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  const transfer = async (scheme: string, headers: Known): Promise<number> =>
    (await service.send('POST', `/${scheme}/transfer`, undefined, headers)).status
  const credentials: Readonly<Record<string, Known>> = {
    session: { cookie: 'a=b; sid=1' },
    windows: { authorization: 'Negotiate YII' },
    certificate: { authorization: 'x' },
  }
  for (const [scheme, as] of Object.entries(credentials)) {
    expect(await transfer(scheme, { ...as, ...foreign }), scheme).toBe(403)
    expect(await transfer(scheme, { ...as, ...crossSite }), scheme).toBe(403)
    expect(checked, scheme).toEqual([])
    expect(await transfer(scheme, as), scheme).toBe(401)
    expect(await transfer(scheme, { ...as, origin: 'http://localhost' }), scheme).toBe(401)
    expect(checked.splice(0), scheme).toEqual([scheme, scheme])
  }
  expect(await transfer('certificate', foreign)).toBe(403)
  // No browser sends this header without the consent of CORS.
  expect(await transfer('token', { 'x-token': '1', origin: 'https://evil.example' })).toBe(401)
  expect(checked).toEqual(['token'])
  await service.close()
  removeProject(folder)
})

it('the function of a mutualTLS scheme runs for requests without an Authorization header', async () => {
  const code = {
    'src/schemes/certificate.ts': `import { registry } from '../generated/index.js'

registry.scheme('certificate', ({ request, credentials, models }) => {
  const username = request.headers['x-client-subject']
  return typeof username === 'string' && credentials === '' ? models.user.findUnique({ where: { username } }) : undefined
})
`,
    'src/actions/certificate-transfer.ts': `import { registry } from '../generated/index.js'

registry.action('certificate_transfer', async ({ user }) => ({ user: user?.username ?? null }))
`,
  }
  const folder = await buildText(TRANSFERS, 'svc_sqla', code)
  const service = await startService(folder, SQLITE, { auth: true, ...withAdmin })
  const transfer = (headers: Known): Promise<TestResponse> =>
    service.send('POST', '/certificate/transfer', undefined, headers)
  expect(await transfer({ 'x-client-subject': 'root' })).toMatchObject({
    status: 200,
    body: { user: 'root' },
  })
  expect((await transfer({ 'x-client-subject': 'nobody' })).status).toBe(401)
  expect((await transfer({})).status).toBe(401)
  expect((await transfer({ 'x-client-subject': 'root', origin: 'https://evil.example' })).status).toBe(403)
  expect((await service.send('GET', '/healthz', undefined, {})).status).toBe(200)
  await service.close()
  removeProject(folder)
})
