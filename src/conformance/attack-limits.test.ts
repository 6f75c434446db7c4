import { describe, expect, it } from 'vitest'
import { type Known, nobody, PASSWORD, ticketOf } from './callers.js'
import { scene, settings } from './attacks/scene.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const MAX_FAILED = 10
const BODY_LIMIT = 20_000
const MAX_RESPONSE = 50_000

/** A route whose conflicts are those of another model that has a unique email address. */
const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues, UniqueViolation } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  const rename = (email: string) => app.models.user.update({ where: { username: 'mallory' }, data: { email } })
  app.post<{ Body: { signUp: { user: { email: string } }[] } }>('/sign-up', async ({ body: { signUp } }) => {
    for (const { user } of signUp) await rename(user.email)
    return {}
  })
  app.post<{ Querystring: { email: string } }>('/rename', async ({ query: { email } }) => {
    await rename(email)
    return {}
  })
  // Parts of forms contain themselves and a stream.
  app.addContentTypeParser('application/x-parts', (request, payload, done) => {
    const parts: object[] = [payload]
    parts.push({ parts, email: String(request.headers['x-email']) })
    payload.resume()
    done(null, parts)
  })
  app.post<{ Body: [unknown, { email: string }] }>('/parts', async ({ body: [, { email }] }) => {
    await rename(email)
    return {}
  })
  app.post('/subscribers', async () => {
    throw new UniqueViolation('Subscriber', ['email'])
  })
  await app.ready()
  return app
}
`

/** The service behind a proxy, with small limits. */
onEveryEngine(
  'members',
  (service) => {
    const { send, get, register, people } = scene(service)
    const from = (address: string): Known => ({ 'x-forwarded-for': address })
    const logInFrom = async (login: string, password: string, address: string): Promise<number> =>
      (await send('POST', '/auth/login', { login, password }, nobody, from(address))).status

    describe('a client guessing passwords', () => {
      it('cannot lock out a user who logs in from elsewhere', async () => {
        for (let count = 0; count < MAX_FAILED; count++)
          expect(await logInFrom('mallory', `wrong ${count}`, '203.0.113.9')).toBe(401)
        expect(await logInFrom('mallory', PASSWORD, '203.0.113.9')).toBe(429)
        expect(await logInFrom('mallory', PASSWORD, '198.51.100.9')).toBe(200)
      })

      it('is limited, even with many addresses', async () => {
        await register('target')
        const statuses: number[] = []
        for (let count = 0; count <= MAX_FAILED * 10; count++)
          statuses.push(await logInFrom('target', 'wrong', `203.0.${count}.1`))
        expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([
          MAX_FAILED * 10,
          429,
        ])
      }, 60_000)
    })

    describe('a client looking for existing users', () => {
      it('gets only a few conflicts, whatever route it uses', async () => {
        const change = (body: object, address: string): Promise<number> =>
          send('PATCH', '/users/mallory', body, people.admin, from(address)).then(({ status }) => status)
        const taken = { email: 'victor@example.com' }
        const statuses: number[] = []
        for (let count = 0; count <= MAX_FAILED; count++) statuses.push(await change(taken, '203.0.113.20'))
        expect(statuses).toEqual([...Array.from({ length: MAX_FAILED }, () => 409), 429])
        expect(await change({ email: 'free@example.com' }, '203.0.113.20')).toBe(429)
        expect(await change({ name: 'Free' }, '203.0.113.20')).toBe(200)
        expect(await change({ email: 'free@example.com' }, '198.51.100.20')).toBe(200)
      })
    })

    it.each([
      [
        'within other objects',
        41,
        '/sign-up',
        { signUp: [{ user: { email: 'victor@example.com' } }] },
        undefined,
      ],
      ['in the query', 42, '/rename?email=victor@example.com', undefined, undefined],
      ['in parts that contain themselves', 43, '/parts', 'x', 'application/x-parts'],
    ])('conflicts in functions that take the user %s are limited', async (_name, host, path, body, type) => {
      const headers = { ...from(`203.0.113.${host}`), 'x-email': 'victor@example.com' }
      const statuses: number[] = []
      for (let count = 0; count <= MAX_FAILED; count++)
        statuses.push(
          (await service().send('POST', path, body, { ...headers, ...(type && { 'content-type': type }) }))
            .status,
        )
      expect(statuses).toEqual([...Array.from({ length: MAX_FAILED }, () => 409), 429])
    })

    it('conflicts of other models with unique email addresses are not limited', async () => {
      const statuses: number[] = []
      for (let count = 0; count <= MAX_FAILED; count++) {
        const body = { email: 'victor@example.com' }
        const { status } = await service().send('POST', '/subscribers', body, from('203.0.113.40'))
        statuses.push(status)
      }
      expect(new Set(statuses)).toEqual(new Set([409]))
    })

    describe('a client that sends requests at the same time', () => {
      it('gets no more conflicts than one after another, and no 429 without conflicts', async () => {
        await register('parallel')
        const change = (body: object): Promise<number> =>
          send('PATCH', '/users/parallel', body, people.admin, from('203.0.113.30')).then(
            ({ status }) => status,
          )
        const free = await Promise.all(
          Array.from({ length: 40 }, (_, index) => change({ email: `free-${index}@example.com` })),
        )
        expect(new Set(free)).toEqual(new Set([200]))
        const taken = await Promise.all(
          Array.from({ length: 40 }, () => change({ email: 'victor@example.com' })),
        )
        expect(taken.filter((status) => status === 409)).toHaveLength(MAX_FAILED)
        expect(taken.filter((status) => status === 429)).toHaveLength(40 - MAX_FAILED)
      })
    })

    describe('a web page of another site', () => {
      it('cannot log out its visitors with a link or an image', async () => {
        const headers = { 'sec-fetch-site': 'cross-site' }
        expect((await get('/auth/logout', people.victim, headers)).status).toBe(403)
        expect((await get('/users/self', people.victim)).status).toBe(200)
        const visitor = ticketOf(await register('visitor'))
        expect((await get('/auth/logout', visitor, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
      })
    })

    describe('a client that sends headers of a proxy', () => {
      it('cannot put a scheme other than http and https into URLs', async () => {
        const given = (proto: string): Known => ({ 'x-forwarded-proto': proto })
        expect((await get('/stories', nobody, given('javascript:alert(1)//'))).status).toBe(400)
        const { status, body } = await get('/users/victor', people.victim, given('https'))
        expect([status, String(body['_self']).startsWith('https://')]).toEqual([200, true])
      })
    })

    describe('a client that searches for many fuzzy words', () => {
      it('is limited to a few of them', async () => {
        const found = (terms: string): Promise<number> =>
          get(`/stories?q=${encodeURIComponent(terms)}`, people.victim).then(({ status }) => status)
        expect([
          await found('one~ OR two~1 OR three~2'),
          await found('one~ OR two~ OR three~ OR four~'),
        ]).toEqual([200, 400])
      })
    })

    describe('a client that fills the memory', () => {
      const text = 'x'.repeat(BODY_LIMIT / 2)

      it('cannot make an item larger than a body', async () => {
        const grow = (key: string): Promise<number> =>
          send('POST', '/users/victor/settings', { [key]: text }, people.victim).then(({ status }) => status)
        expect([await grow('a'), await grow('b'), await grow('c')]).toEqual([200, 413, 413])
        const merged = await send('PATCH', '/users/victor', { settings: { d: text } }, people.victim)
        expect(merged.status).toBe(413)
        expect((await send('PATCH', '/users/victor', { settings: { a: null } }, people.victim)).status).toBe(
          200,
        )
      })

      it('cannot request a response larger than max_response', async () => {
        for (let count = 0; count < 6; count++)
          expect((await send('POST', '/stories', { title: `s${count}`, text }, people.victim)).status).toBe(
            201,
          )
        const { status, body } = await get('/stories?_limit=6&_sort=-id', people.victim)
        expect([status, body['detail']]).toEqual([400, expect.stringContaining('_limit')])
        expect((await get('/stories?_limit=2&_sort=-id', people.victim)).status).toBe(200)
        expect((await get('/stories?_limit=6&_fields=title', people.victim)).status).toBe(200)
      })

      it('cannot request more bytes with characters that take three of them', async () => {
        const story = { title: 'wide', text: '語'.repeat(6_000) }
        for (let count = 0; count < 5; count++)
          expect((await send('POST', '/stories', story, people.victim)).status).toBe(201)
        expect((await get('/stories?title=wide&_limit=2', people.victim)).status).toBe(200)
        expect((await get('/stories?title=wide&_limit=5', people.victim)).status).toBe(400)
      })
    })
  },
  {
    settings: {
      ...settings,
      trust_proxy: true,
      'rate_limit.login_max': MAX_FAILED,
      body_limit: BODY_LIMIT,
      max_response: MAX_RESPONSE,
    },
    code: { ...userCode('members'), 'src/app.ts': APP },
  },
)
