import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { EVERYTHING } from '../store.js'
import { Client } from '../testing/client.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { storyAuth, storyModels } from '../testing/story-models.js'
import { storyService } from '../testing/story-service.js'
import { authModels, endedSessionModel } from '../users/users.js'
import type { TicketConfig } from '../sessions/ticket-seal.js'
import { TicketSeal } from '../sessions/ticket-seal.js'

const SECRET = 'a secret for tests only'

function withTicket(change: Partial<TicketConfig>): Parameters<typeof storyService>[0] {
  return storyAuth.ticket === undefined ? {} : { config: { ticket: { ...storyAuth.ticket, ...change } } }
}

async function isLoggedIn(client: Client): Promise<boolean> {
  return (await client.get('/users/self')).status === 200
}

describe('a ticket', () => {
  test('with any changed character is invalid', async () => {
    const bob = new Client(await storyService())
    await bob.register('bob')
    const ticket = bob.cookie
    for (let at = 'auth_tkt='.length; at < ticket.length; at += 7) {
      bob.cookie = ticket.slice(0, at) + (ticket[at] === 'A' ? 'B' : 'A') + ticket.slice(at + 1)
      expect(await isLoggedIn(bob)).toBe(false)
    }
    bob.cookie = ticket.slice(0, -1) + (ticket.at(-1) === 'A' ? 'B' : 'A')
    expect(await isLoggedIn(bob)).toBe(false)
  })

  test.each(['', '.', 'e30.', 'a.b.c', '%', '..', 'null'])(
    'that is malformed is ignored: %j',
    async (text) => {
      const eve = new Client(await storyService())
      eve.cookie = `auth_tkt=${text}`
      expect((await eve.get('/users/self')).status).toBe(401)
    },
  )

  test('that is truncated, or made with a different secret or hash, is invalid', async () => {
    const bob = new Client(await storyService())
    await bob.register('bob')
    const ticket = bob.cookie
    bob.cookie = ticket.slice(0, -10)
    expect(await isLoggedIn(bob)).toBe(false)
    const [payload = ''] = ticket.slice('auth_tkt='.length).split('.')
    for (const mac of [
      createHmac('sha512', 'another secret').update(`ticket\n${payload}`).digest('base64url'),
      createHmac('sha256', SECRET).update(`ticket\n${payload}`).digest('base64url'),
      createHmac('sha512', SECRET).update(payload).digest('base64url'),
    ]) {
      bob.cookie = `auth_tkt=${payload}.${mac}`
      expect(await isLoggedIn(bob)).toBe(false)
    }
  })

  test("cannot be changed into another user's ticket", async () => {
    const app = await storyService()
    const [bob, eve] = [new Client(app), new Client(app)]
    await bob.register('bob')
    await eve.register('eve')
    const [, stamp] = [bob, eve].map(({ cookie }) => cookie.slice('auth_tkt='.length).split('.')[0] ?? '')
    const parts: unknown[] = JSON.parse(Buffer.from(stamp ?? '', 'base64url').toString())
    parts[0] = 'bob'
    const sealed = new TicketSeal(SECRET, 'sha512').seal({
      user: 'bob',
      issued: 1,
      session: 's',
      stamp: String(parts[3]),
    })
    eve.cookie = `auth_tkt=${sealed}`
    expect(await isLoggedIn(eve)).toBe(false)
  })

  test('expires after its timeout', async () => {
    const bob = new Client(await storyService(withTicket({ timeout: 60 })))
    await bob.register('bob')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    expect(await isLoggedIn(bob)).toBe(false)
    vi.restoreAllMocks()
  })

  test('without a timeout is valid for as long as browsers keep cookies', async () => {
    const bob = new Client(await storyService())
    await bob.register('bob')
    const start = Date.now()
    const seen: boolean[] = []
    for (const days of [399, 401]) {
      vi.spyOn(Date, 'now').mockReturnValue(start + days * 86_400_000)
      seen.push(await isLoggedIn(bob))
    }
    expect(seen).toEqual([true, false])
    vi.restoreAllMocks()
  })

  test('in use is reissued, so that it does not expire', async () => {
    const bob = new Client(await storyService(withTicket({ timeout: 60, reissueTime: 30 })))
    await bob.register('bob')
    const start = Date.now()
    for (const seconds of [40, 80, 120]) {
      vi.spyOn(Date, 'now').mockReturnValue(start + seconds * 1000)
      expect(await isLoggedIn(bob)).toBe(true)
    }
    vi.restoreAllMocks()
  })

  test('has the cookie attributes that its scheme declares', async () => {
    const config = withTicket({
      cookie: {
        secure: true,
        httpOnly: false,
        sameSite: 'strict',
        maxAge: 99,
        path: '/v1',
        domain: 'example.com',
      },
    })
    const { setCookie } = await new Client(await storyService(config)).register('bob')
    expect(setCookie.replace(/^[^;]*; /, '')).toBe(
      'Max-Age=99; Domain=example.com; Path=/v1; Secure; SameSite=Strict',
    )
  })
})

test.each([
  ['https://api.example', true],
  ['http://api.example', false],
])('with public_url = %s, the cookie is secure: %s', async (publicUrl, isSecure) => {
  const app = await storyService({ settings: { public_url: publicUrl } })
  const { setCookie } = await new Client(app).register('bob')
  expect(setCookie.includes('; Secure')).toBe(isSecure)
})

describe('logout', () => {
  test.each(['GET', 'POST'] as const)(
    'by %s clears the cookie; the ticket cannot be replayed',
    async (method) => {
      const bob = new Client(await storyService())
      await bob.register('bob')
      const ticket = bob.cookie
      const response = await bob.send(method, '/auth/logout')
      expect(response.status).toBe(200)
      expect(response.setCookie).toMatch(/^auth_tkt=; Max-Age=0;/)
      bob.cookie = ticket
      expect(await isLoggedIn(bob)).toBe(false)
    },
  )

  test('works for anonymous callers', async () => {
    expect((await new Client(await storyService()).post('/auth/logout')).status).toBe(200)
  })

  test.each([{ everywhere: 'yes' }, { everywhere: null }, ['everywhere'], null])(
    'rejects the body %j',
    async (body) => {
      expect((await new Client(await storyService()).post('/auth/logout', body)).status).toBe(400)
    },
  )

  test('is stored until the ticket would have expired', async () => {
    const database = new MemoryDatabase({ ...storyModels, ...authModels })
    const bob = new Client(await storyService({ database }))
    await bob.register('bob')
    await bob.post('/auth/logout')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 401 * 86_400_000 })
    await bob.login('bob')
    await bob.post('/auth/logout')
    vi.useRealTimers()
    expect(await database.store(endedSessionModel.name, ALL_ROWS).count(EVERYTHING)).toBe(1)
  })

  test('ends only the current session or, with `everywhere`, all sessions', async () => {
    const app = await storyService()
    const [desk, phone, tablet] = [new Client(app), new Client(app), new Client(app)]
    await desk.register('bob')
    await phone.login('bob')
    await tablet.login('bob')
    await desk.post('/auth/logout')
    expect([await isLoggedIn(phone), await isLoggedIn(tablet)]).toEqual([true, true])
    await phone.post('/auth/logout', { everywhere: true })
    expect(await isLoggedIn(tablet)).toBe(false)
    await tablet.login('bob')
    expect(await isLoggedIn(tablet)).toBe(true)
  })
})

describe('a new password', () => {
  test('ends other sessions, invalidates the token, and issues a new ticket', async () => {
    const app = await storyService()
    const [desk, phone, script] = [new Client(app), new Client(app), new Client(app)]
    await desk.register('bob')
    await phone.login('bob')
    const { body } = await script.post('/auth/token', { login: 'bob', password: 'opensesame' })
    script.headers = { authorization: `ApiKey bob:${String(body['token'])}` }
    expect(await isLoggedIn(script)).toBe(true)
    const before = desk.cookie

    expect((await desk.patch('/users/self', { password: 'closesesame' })).status).toBe(200)

    expect(await isLoggedIn(desk)).toBe(true)
    expect(await isLoggedIn(phone)).toBe(false)
    expect(await isLoggedIn(script)).toBe(false)
    desk.cookie = before
    expect(await isLoggedIn(desk)).toBe(false)
    expect((await phone.login('bob')).status).toBe(401)
    expect((await phone.login('bob', 'closesesame')).status).toBe(200)
  })

  test("set by an admin ends the user's sessions, not the admin's", async () => {
    const app = await storyService({
      settings: {
        'system.user': 'root',
        'system.password': 'opensesame',
        'system.email': 'root@example.com',
      },
    })
    const [root, bob] = [new Client(app), new Client(app)]
    await root.login('root')
    await bob.register('bob')
    expect((await root.patch('/users/bob', { password: 'closesesame' })).status).toBe(200)
    expect([await isLoggedIn(root), await isLoggedIn(bob)]).toEqual([true, false])
  })
})

test('old sessions stay invalid if a deleted user registers again', async () => {
  const app = await storyService({
    settings: { 'system.user': 'root', 'system.password': 'opensesame', 'system.email': 'root@example.com' },
  })
  const [root, bob] = [new Client(app), new Client(app)]
  await root.login('root')
  await bob.register('bob')
  await root.send('DELETE', '/users/bob')
  expect(await isLoggedIn(bob)).toBe(false)
  await new Client(app).register('bob')
  expect(await isLoggedIn(bob)).toBe(false)
})

describe('API keys', () => {
  test('are returned once, and a reset invalidates the previous key', async () => {
    const app = await storyService()
    const bob = new Client(app)
    await bob.register('bob')
    bob.cookie = ''
    const credentials = { login: 'bob', password: 'opensesame' }
    const { token } = (await bob.post('/auth/token', credentials)).body
    expect((await bob.post('/auth/token', credentials)).status).toBe(409)
    bob.headers = { authorization: `ApiKey bob:${String(token)}` }
    expect(await isLoggedIn(bob)).toBe(true)
    const renewed = (await bob.post('/auth/reset_token', credentials)).body['token']
    expect(await isLoggedIn(bob)).toBe(false)
    bob.headers = { authorization: `ApiKey bob:${String(renewed)}` }
    expect(await isLoggedIn(bob)).toBe(true)
  })

  test.each(['ApiKey bob:', 'ApiKey bob:null', 'ApiKey :x', 'ApiKey bob', 'Bearer x', 'ApiKey nobody:x'])(
    'that are invalid are ignored: %s',
    async (authorization) => {
      const app = await storyService()
      await new Client(app).register('bob')
      const eve = new Client(app)
      eve.headers = { authorization }
      expect((await eve.get('/users/self')).status).toBe(401)
    },
  )

  test('require the correct password', async () => {
    const app = await storyService()
    await new Client(app).register('bob')
    expect((await new Client(app).post('/auth/token', { login: 'bob', password: 'x' })).status).toBe(401)
  })
})

describe('a page from another origin', () => {
  test("cannot write with the caller's cookie", async () => {
    const bob = new Client(await storyService())
    await bob.register('bob')
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      bob.headers = { origin }
      expect((await bob.post('/stories', { name: 'One' })).status).toBe(403)
    }
    bob.headers = { origin: 'http://localhost:80' }
    expect((await bob.post('/stories', { name: 'One' })).status).not.toBe(403)
  })

  test('can write if CORS allows its origin', async () => {
    const settings = {
      'cors.enable': 'true',
      'cors.allow_origins': 'https://app.example',
      'cors.allow_credentials': 'true',
    }
    const bob = new Client(await storyService({ settings }))
    await bob.register('bob')
    bob.headers = { origin: 'https://app.example' }
    expect((await bob.post('/stories', { name: 'One' })).status).toBe(201)
  })
})
