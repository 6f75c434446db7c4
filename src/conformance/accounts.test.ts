import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Known, logIn, nobody, ticketOf } from './callers.js'
import { SQLITE } from './engines.js'
import { sendLate } from './late-body.js'
import { type ServiceProcess, startProcess } from './process.js'
import { code, settings, teamsApi } from './rights/teams.js'
import { buildFixture, removeProject, startService, type TestResponse, type TestService } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

/** Keeps mails in the process, so that tests can read them. */
const CODE = {
  ...userCode('logins'),
  'src/principals/is-this-user.ts': `
import { registry } from '../generated/index.js'

const items: object[] = []
Object.assign(globalThis, { itemsOfPrincipals: items })

registry.add('is_this_user', ({ ace, item }) => {
  if (item === undefined || !('username' in item)) return undefined
  items.push(item)
  return [{ effect: ace.effect, principal: item.username, permissions: ace.permissions }]
})
`,
  'src/mail.ts': `
import { registry } from './generated/index.js'

export const mails: { kind: string; to: string; token: string; link: string; user: object }[] = []
Object.assign(globalThis, { mails })

registry.mail(async (mail) => {
  mails.push(mail)
})
`,
}

/** Sends mails with nodemailer, as in the documentation. */
const MAILER =
  /```ts\n(import \{ createTransport[^]*?)```/
    .exec(readFileSync(new URL('../../docs/accounts.md', import.meta.url), 'utf8'))?.[1]
    ?.replace('../generated', './generated')
    .replace("const transport = createTransport(process.env['SMTP_URL'] ?? 'smtp://localhost:25')", '')
    .replace('await transport.', "await createTransport(process.env['SMTP_URL'] ?? '').") ?? ''

interface Mail {
  readonly kind: string
  readonly to: string
  readonly token: string
  readonly link: string
  readonly user: Readonly<Record<string, unknown>>
}

function mailsTo(address: string): readonly Mail[] {
  const { mails = [] }: { mails?: readonly Mail[] } = Object(globalThis)
  return mails.filter(({ to }) => to === address)
}

/** Forgets the mails that another service in this process has sent. */
function forgetMails(): void {
  const { mails = [] }: { mails?: Mail[] } = Object(globalThis)
  mails.length = 0
}

/** Waits for the mail with this number to an address. */
async function mailTo(address: string, number = 1): Promise<Mail> {
  for (let tries = 0; tries < 200; tries += 1) {
    const mail = mailsTo(address)[number - 1]
    if (mail !== undefined) return mail
    await sleep(25)
  }
  throw new Error(`no mail to ${address}`)
}

const PASSWORD = 'correct horse'
const LIMITS = { 'rate_limit.login_max': 1000 }

let visitors = 0

/** What a client sends and keeps. Behind a trusted proxy, each has a network of its own. */
class Visitor {
  readonly #service: () => TestService
  readonly #network: string
  cookie = ''

  constructor(service: () => TestService) {
    this.#service = service
    visitors += 1
    this.#network = `198.18.${visitors >> 8}.${visitors & 255}`
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestResponse> {
    const cookie = this.cookie === '' ? {} : { cookie: this.cookie }
    const response = await this.#service().send(method, `/v1${path}`, body, {
      'x-forwarded-for': this.#network,
      ...cookie,
      ...headers,
    })
    const given = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    if (given.startsWith('login=')) this.cookie = given === 'login=' ? '' : given
    return response
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> {
    return this.send('POST', path, body, headers)
  }

  register(username: string): Promise<TestResponse> {
    return this.post('/auth/register', { username, email: `${username}@example.com`, password: PASSWORD })
  }

  login(login: string, password = PASSWORD): Promise<TestResponse> {
    return this.post('/auth/login', { login, password })
  }

  async isLoggedIn(): Promise<boolean> {
    return (await this.send('GET', '/users/self')).status === 200
  }
}

const ADMIN = {
  'system.user': 'root',
  'system.email': 'root@example.com',
  'system.password': 'the root password',
}

onEveryEngine(
  'logins',
  (service, { engine }) => {
    beforeAll(forgetMails)
    const visitor = (): Visitor => new Visitor(service)

    describe('a change of the password', () => {
      it('ends all other sessions and tokens, and continues the own session', async () => {
        const [here, there] = [visitor(), visitor()]
        await here.register('ada')
        await there.login('ada')
        const made = await here.post('/auth/tokens', { name: 'ci' })
        const headers = { authorization: `ApiKey ada:${String(made.body['token'])}` }
        expect((await visitor().send('GET', '/users/self', undefined, headers)).status).toBe(200)
        const old = here.cookie
        expect(
          await here.post('/auth/change_password', { password: PASSWORD, new_password: 'battery staple' }),
        ).toMatchObject({ status: 200, body: { message: 'Password changed' } })
        expect(here.cookie).not.toBe(old)
        expect([await here.isLoggedIn(), await there.isLoggedIn()]).toEqual([true, false])
        expect((await visitor().send('GET', '/users/self', undefined, headers)).status).toBe(401)
        expect((await here.send('GET', '/auth/tokens')).body).toMatchObject({ count: 0 })
        expect((await visitor().login('ada')).status).toBe(401)
        expect((await visitor().login('ada', 'battery staple')).status).toBe(200)
      })

      it('requires the present password, a valid new one, and a caller', async () => {
        const here = visitor()
        await here.register('bob')
        const change = (password: unknown, next: unknown) =>
          here.post('/auth/change_password', { password, new_password: next })
        expect(await change('wrong', 'battery staple')).toMatchObject({
          status: 400,
          body: { errors: [{ path: '/password', message: 'is wrong' }] },
        })
        expect(await change(PASSWORD, 'short')).toMatchObject({
          status: 400,
          body: { errors: [{ path: '/new_password' }] },
        })
        expect((await change(PASSWORD, ['battery staple'])).status).toBe(400)
        expect(
          (await visitor().post('/auth/change_password', { password: PASSWORD, new_password: 'x' })).status,
        ).toBe(401)
        expect(await here.isLoggedIn()).toBe(true)
      })
    })

    describe('a forgotten password', () => {
      it('is replaced with the token in a mail, once', async () => {
        const here = visitor()
        await here.register('cleo')
        const asked = await visitor().post(
          '/auth/forgot_password',
          { email: 'cleo@example.com' },
          { host: 'evil.example' },
        )
        expect(asked).toMatchObject({ status: 202 })
        const { kind, token, link, user } = await mailTo('cleo@example.com')
        expect({ kind, link }).toEqual({
          kind: 'reset',
          link: `https://app.example.com/reset-password?token=${token}`,
        })
        expect(user).toMatchObject({ username: 'cleo' })
        expect(user).not.toHaveProperty('password')
        const reset = (password: string) => visitor().post('/auth/reset_password', { token, password })
        // A rejected password does not use up the token.
        expect((await reset('short')).status).toBe(400)
        const both = await Promise.all([reset('a new password'), reset('another password')])
        expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
        expect((await reset('a third password')).status).toBe(400)
        expect(await here.isLoggedIn()).toBe(false)
        expect((await visitor().login('cleo')).status).toBe(401)
      })

      it('is not replaced with a link that was sent before the address changed and changed back', async () => {
        const here = visitor()
        await here.register('zed')
        await visitor().post('/auth/forgot_password', { email: 'zed@example.com' })
        const { token } = await mailTo('zed@example.com')
        for (const email of ['zad@example.com', 'zed@example.com'])
          expect((await here.send('PATCH', '/users/zed', { email })).body).toMatchObject({ email })
        const password = 'a new password'
        expect((await visitor().post('/auth/reset_password', { token, password })).status).toBe(400)
      })

      it('is mailed to the stored address, whatever spelling was typed', async () => {
        await visitor().register('zoe')
        await visitor().post('/auth/forgot_password', { email: 'ZOE@Example.com' })
        expect((await mailTo('zoe@example.com')).kind).toBe('reset')
      })

      it.each([
        [['ada@example.com']],
        [{ email: ['ada@example.com'] }],
        ['{"email":"x","__proto__":{}}'],
        [7],
      ])('is not requested with the body %j', async (body) => {
        expect((await visitor().post('/auth/forgot_password', body)).status).toBe(400)
      })

      it('is not requested by another site with the cookie of a user', async () => {
        const here = visitor()
        await here.register('csrf')
        const bodies = {
          '/auth/forgot_password': { email: 'csrf@example.com' },
          '/auth/change_password': { password: PASSWORD, new_password: 'difference engine' },
          '/auth/tokens': { name: 'x' },
        }
        for (const [path, body] of Object.entries(bodies))
          expect((await here.post(path, body, { origin: 'https://evil.example' })).status).toBe(403)
        expect(await here.isLoggedIn()).toBe(true)
      })

      it('is not revealed by the response', async () => {
        await visitor().register('dora')
        const known = await visitor().post('/auth/forgot_password', { email: 'dora@example.com' })
        const unknown = await visitor().post('/auth/forgot_password', { email: 'nobody@example.com' })
        expect(unknown).toMatchObject({ status: 202, body: known.body })
        await mailTo('dora@example.com')
        expect(mailsTo('nobody@example.com')).toEqual([])
      })

      it('cannot be replaced with a mail to a former address', async () => {
        const here = visitor()
        await here.register('gwen')
        await visitor().post('/auth/forgot_password', { email: 'gwen@example.com' })
        const { token } = await mailTo('gwen@example.com')
        expect((await here.send('PATCH', '/users/gwen', { email: 'boss@example.com' })).status).toBe(200)
        const reset = await visitor().post('/auth/reset_password', { token, password: 'a new password' })
        expect(reset).toMatchObject({ status: 400, body: { errors: [{ path: '/token' }] } })
        expect((await visitor().login('gwen')).status).toBe(200)
      })

      it('has one valid token at a time, for this purpose and the present password', async () => {
        const here = visitor()
        await here.register('emma')
        const ask = () => visitor().post('/auth/forgot_password', { email: 'emma@example.com' })
        await ask()
        const first = await mailTo('emma@example.com', 1)
        await ask()
        const second = await mailTo('emma@example.com', 2)
        const reset = (token: string) =>
          visitor().post('/auth/reset_password', { token, password: 'a new password' })
        expect((await reset(first.token)).status).toBe(400)
        expect((await visitor().post('/auth/verify_email', { token: second.token })).status).toBe(400)
        await here.post('/auth/change_password', { password: PASSWORD, new_password: 'battery staple' })
        expect((await reset(second.token)).status).toBe(400)
        for (const token of ['', 'x', second.token.slice(1), { $ne: '' }])
          expect(
            (await visitor().post('/auth/reset_password', { token, password: 'a new password' })).status,
          ).toBe(400)
      })
    })

    describe('sessions', () => {
      it('are listed and ended one at a time', async () => {
        const [here, there, stranger] = [visitor(), visitor(), visitor()]
        await here.post(
          '/auth/register',
          { username: 'fay', email: 'fay@example.com', password: PASSWORD },
          { 'user-agent': 'Here' },
        )
        await there.post('/auth/login', { login: 'fay', password: PASSWORD }, { 'user-agent': 'There' })
        await stranger.register('gus')
        const { body } = await here.send('GET', '/auth/sessions')
        expect(body).toMatchObject({
          count: 2,
          data: [
            { user_agent: 'Here', current: true },
            { user_agent: 'There', current: false },
          ],
        })
        const id = String(body['data']?.[1]?.['id'])
        expect((await stranger.send('DELETE', `/auth/sessions/${id}`)).status).toBe(404)
        expect(await there.isLoggedIn()).toBe(true)
        expect((await here.send('DELETE', `/auth/sessions/${id}`)).status).toBe(200)
        expect([await here.isLoggedIn(), await there.isLoggedIn()]).toEqual([true, false])
        expect((await here.send('DELETE', `/auth/sessions/${id}`)).status).toBe(404)
        expect((await here.send('GET', '/auth/sessions')).body).toMatchObject({ count: 1 })
        expect((await visitor().send('GET', '/auth/sessions')).status).toBe(401)
      })

      it('that have expired are not listed', async () => {
        const [here, there] = [visitor(), visitor()]
        await here.register('old')
        const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 401 * 24 * 3_600_000)
        await there.login('old')
        clock.mockRestore()
        expect(await there.isLoggedIn()).toBe(false)
        expect((await here.send('GET', '/auth/sessions')).body['count']).toBe(1)
      })

      it('that logged out are not listed', async () => {
        const [here, there] = [visitor(), visitor()]
        await here.register('hal')
        await there.login('hal')
        await there.post('/auth/logout', {})
        expect((await here.send('GET', '/auth/sessions')).body).toMatchObject({ count: 1 })
      })
    })

    describe('named tokens', () => {
      it('work until they are deleted or expire', async () => {
        const here = visitor()
        await here.register('ivy')
        const soon = new Date(Date.now() + 1500).toISOString()
        const ci = await here.post('/auth/tokens', { name: 'ci' })
        // Tokens of the same millisecond have no order.
        await sleep(2)
        const short = await here.post('/auth/tokens', { name: 'short', expires_at: soon })
        expect([ci.status, short.status]).toEqual([201, 201])
        const use = async (made: TestResponse) => {
          const authorization = `ApiKey ivy:${String(made.body['token'])}`
          return (await visitor().send('GET', '/users/self', undefined, { authorization })).status
        }
        expect([await use(ci), await use(short)]).toEqual([200, 200])
        const { body } = await here.send('GET', '/auth/tokens')
        expect(body).toMatchObject({ count: 2, data: [{ name: 'ci' }, { name: 'short', expires_at: soon }] })
        expect(body['data']?.[0]?.['last_used_at']).not.toBeNull()
        expect(JSON.stringify(body)).not.toContain(String(ci.body['token']))
        await sleep(1600)
        expect(await use(short)).toBe(401)
        const own = `/auth/tokens/${String(ci.body['id'])}`
        expect((await here.send('GET', own)).body).toMatchObject({ name: 'ci' })
        const stranger = visitor()
        await stranger.register('jay')
        expect((await stranger.send('GET', own)).status).toBe(404)
        expect((await stranger.send('DELETE', own)).status).toBe(404)
        expect((await here.send('DELETE', own)).status).toBe(200)
        expect(await use(ci)).toBe(401)
        expect((await here.send('DELETE', own)).status).toBe(404)
      })

      it('are not made by a session that has ended while the body was sent', async () => {
        const [here, thief] = [visitor(), visitor()]
        await here.register('una')
        thief.cookie = here.cookie
        const change = { password: PASSWORD, new_password: 'difference engine' }
        const body = Readable.from(
          (async function* () {
            yield '{"name":'
            await here.post('/auth/change_password', change)
            yield '"kept"}'
          })(),
        )
        expect((await thief.post('/auth/tokens', body)).status).toBe(401)
        expect((await here.send('GET', '/auth/tokens')).body['count']).toBe(0)
      })

      // The timeouts of the MongoDB driver follow the same clock.
      const jumpsInTime = it.skipIf(engine === 'svc_mongodb')
      jumpsInTime('work for a write that begins when the last use was a minute ago', async () => {
        const here = visitor()
        await here.register('max')
        const made = await here.post('/auth/tokens', { name: 'ci' })
        const headers = { authorization: `ApiKey max:${String(made.body['token'])}` }
        const start = Date.now()
        let calls = 0
        const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + 61_000 * calls++)
        try {
          const changed = await visitor().send('PATCH', '/users/max', { email: 'max@example.com' }, headers)
          expect(changed.status).toBe(200)
        } finally {
          clock.mockRestore()
        }
      })

      it('make no stronger tokens, and change no password and no email address', async () => {
        const here = visitor()
        await here.register('lea')
        const expires_at = new Date(Date.now() + 60_000).toISOString()
        const made = await here.post('/auth/tokens', { name: 'short', expires_at })
        const headers = { authorization: `ApiKey lea:${String(made.body['token'])}` }
        const there = visitor()
        for (const wanted of [{}, { expires_at: '2100-01-01T00:00:00Z' }, { expires_at: null }])
          expect(await there.post('/auth/tokens', { name: 'longer', ...wanted }, headers)).toMatchObject({
            status: 201,
            body: { expires_at },
          })
        const wrong = { name: 'longer', password: 'not the password' }
        expect((await there.post('/auth/tokens', wrong, headers)).status).toBe(400)
        const known = { name: 'unlimited', password: PASSWORD }
        expect(await there.post('/auth/tokens', known, headers)).toMatchObject({
          status: 201,
          body: { expires_at: null },
        })
        for (const body of [{ email: 'other@example.com' }, { password: 'battery staple' }])
          for (const path of ['/users/lea', '/users/self'])
            expect((await there.send('PATCH', path, body, headers)).status).toBe(403)
        const guess = { password: 'not the password', new_password: 'battery staple' }
        expect((await there.post('/auth/change_password', guess, headers)).status).toBe(400)
        expect((await here.send('PATCH', '/users/lea', { email: 'other@example.com' })).status).toBe(200)
      })

      it('are at most 100, although requests arrive together', async () => {
        const here = visitor()
        await here.register('pip')
        const made = await Promise.all(
          Array.from({ length: 130 }, (_each, index) => here.post('/auth/tokens', { name: `t${index}` })),
        )
        expect(made.filter(({ status }) => status === 201).length).toBe(100)
        expect((await here.send('GET', '/auth/tokens')).body['count']).toBe(100)
      })

      it('that a new password has ended do not count', async () => {
        const here = visitor()
        await here.register('joe')
        for (let count = 0; count < 100; count += 1) await here.post('/auth/tokens', { name: `t${count}` })
        expect((await here.post('/auth/tokens', { name: 'one too many' })).status).toBe(400)
        await here.post('/auth/change_password', { password: PASSWORD, new_password: 'difference engine' })
        expect((await here.post('/auth/tokens', { name: 'new' })).status).toBe(201)
      })

      it('need a name and a time in the future', async () => {
        const here = visitor()
        await here.register('kim')
        const bad = await here.post('/auth/tokens', {
          name: '',
          expires_at: '2001-01-01T00:00:00Z',
          scope: 'all',
        })
        expect(bad).toMatchObject({ status: 400 })
        expect(JSON.stringify(bad.body['errors'])).toMatch(/scope.*name.*expires_at/)
        expect(bad.body['detail']).toMatch(/^Invalid body: scope: is unknown; name: .*; expires_at: /)
        for (const name of ['a\0b', 'a\ud800', 7, null, ['x']])
          expect((await here.post('/auth/tokens', { name })).status).toBe(400)
        for (const name of ['x', ''])
          expect((await visitor().post('/auth/tokens', { name })).status).toBe(401)
      })
    })

    it('a session that has ended in the meantime ends no other session and deletes no token', async () => {
      const [here, there] = [visitor(), visitor()]
      await here.register('sue')
      await there.login('sue')
      const made = await here.post('/auth/tokens', { name: 'ci' })
      const { body } = await here.send('GET', '/auth/sessions')
      const [own, stolen] = [0, 1].map((index) => String(body['data']?.[index]?.['id']))
      const late = (path: string) =>
        sendLate(
          (given) => service().send('DELETE', `/v1${path}`, given, { cookie: there.cookie }),
          {},
          () => here.send('DELETE', `/auth/sessions/${stolen}`),
        )
      expect((await late(`/auth/tokens/${String(made.body['id'])}`)).status).toBe(401)
      expect((await here.send('GET', '/auth/tokens')).body).toMatchObject({ count: 1 })
      await there.login('sue')
      const again = (await here.send('GET', '/auth/sessions')).body['data']?.[1]?.['id']
      const ended = await sendLate(
        (given) => service().send('DELETE', `/v1/auth/sessions/${own}`, given, { cookie: there.cookie }),
        {},
        () => here.send('DELETE', `/auth/sessions/${String(again)}`),
      )
      expect([ended.status, await here.isLoggedIn()]).toEqual([401, true])
    })

    it('principals get no password hash', async () => {
      const here = visitor()
      await here.register('ned')
      expect((await here.send('PATCH', '/users/ned', { email: 'nad@example.com' })).status).toBe(200)
      expect((await here.send('GET', '/users/ned')).status).toBe(200)
      const { itemsOfPrincipals = [] }: { itemsOfPrincipals?: readonly object[] } = Object(globalThis)
      expect(itemsOfPrincipals).toContainEqual(expect.objectContaining({ username: 'ned' }))
      for (const item of itemsOfPrincipals) expect(item).not.toHaveProperty('password')
    })

    it('a deactivated user is rejected at once, with every credential', async () => {
      const [here, root] = [visitor(), visitor()]
      await here.register('lou')
      const made = await here.post('/auth/tokens', { name: 'ci' })
      const authorization = `ApiKey lou:${String(made.body['token'])}`
      await root.login('root', 'the root password')
      expect((await here.send('PATCH', '/users/lou', { active: false })).status).toBe(403)
      expect((await root.send('PATCH', '/users/lou', { active: false })).status).toBe(200)
      expect(await here.isLoggedIn()).toBe(false)
      expect((await visitor().send('GET', '/users/self', undefined, { authorization })).status).toBe(401)
      const wrong = await visitor().login('lou', 'a wrong password')
      expect(await visitor().login('lou')).toMatchObject({ status: 401, body: wrong.body })
      await visitor().post('/auth/forgot_password', { email: 'lou@example.com' })
      await visitor().post('/auth/forgot_password', { email: 'root@example.com' })
      await mailTo('root@example.com')
      expect(mailsTo('lou@example.com')).toEqual([])
      await root.send('PATCH', '/users/lou', { active: true })
      expect((await visitor().login('lou')).status).toBe(200)
    })
  },
  {
    code: CODE,
    settings: { auth: true, public_url: 'https://app.example.com', ...ADMIN, ...LIMITS },
    inProcess: true,
  },
)

onEveryEngine(
  'logins',
  (service) => {
    beforeAll(forgetMails)

    it('a login requires a verified address', async () => {
      const here = new Visitor(service)
      expect((await here.register('amy')).status).toBe(201)
      expect(here.cookie).toBe('')
      const rejected = await here.login('amy')
      expect(rejected).toMatchObject({ status: 403, body: { type: 'urn:problem:email-not-verified' } })
      // A wrong password does not reveal that the user exists.
      expect((await here.login('amy', 'a wrong password')).status).toBe(401)
      expect((await here.post('/auth/token', { login: 'amy', password: PASSWORD })).status).toBe(403)
      const { kind, token, link } = await mailTo('amy@example.com')
      expect({ kind, link }).toEqual({
        kind: 'verify',
        link: `https://web.example.com/verify?token=${token}`,
      })
      expect((await here.post('/auth/reset_password', { token, password: 'a new password' })).status).toBe(
        400,
      )
      const mail = await mailTo('amy@example.com', mailsTo('amy@example.com').length)
      expect((await here.post('/auth/verify_email', { token: mail.token })).status).toBe(200)
      expect((await here.post('/auth/verify_email', { token: mail.token })).status).toBe(400)
      expect((await here.login('amy')).status).toBe(200)
    })

    it('a token for the former address does not verify the present one', async () => {
      const here = new Visitor(service)
      await here.register('eve')
      const { token } = await mailTo('eve@example.com', 1)
      await here.post('/auth/verify_email', { token })
      await here.login('eve')
      const before = mailsTo('eve@example.com').length
      await here.post('/auth/forgot_password', { email: 'eve@example.com' })
      const mail = await mailTo('eve@example.com', before + 1)
      expect(mail.kind).toBe('reset')
      expect((await here.send('PATCH', '/users/eve', { email: 'victim@example.com' })).status).toBe(200)
      const reset = await here.post('/auth/reset_password', { token: mail.token, password: 'a new password' })
      expect(reset.status).toBe(400)
    })

    it('a new address replaces the former one only after it was verified', async () => {
      const from = { 'x-forwarded-for': '192.0.2.20' }
      const [here, other] = [new Visitor(service), new Visitor(service)]
      await here.register('ann')
      const { token } = await mailTo('ann@example.com', 1)
      await here.post('/auth/verify_email', { token }, from)
      expect((await here.login('ann')).status).toBe(200)
      for (const wanted of ['owner@example.com', 'new@example.com']) {
        const changed = await here.send('PATCH', '/users/ann', { email: wanted })
        expect([changed.status, changed.body['email']]).toEqual([200, 'ann@example.com'])
      }
      // The owner of the address can still register, and gets the user's link, which then has no effect.
      expect((await other.register('owner')).status).toBe(201)
      expect((await new Visitor(service).login('new@example.com')).status).toBe(401)
      await here.post('/auth/forgot_password', { email: 'new@example.com' })
      const mail = await mailTo('new@example.com', 1)
      expect([mail.kind, mailsTo('new@example.com').length]).toEqual(['verify', 1])
      expect(
        (await here.post('/auth/reset_password', { token: mail.token, password: 'x' }, from)).status,
      ).toBe(400)
      expect((await here.post('/auth/verify_email', { token: mail.token }, from)).status).toBe(200)
      expect((await here.post('/auth/verify_email', { token: mail.token }, from)).status).toBe(400)
      expect((await here.send('GET', '/users/self')).body['email']).toBe('new@example.com')
      expect((await new Visitor(service).login('New@Example.com')).status).toBe(200)
      expect((await new Visitor(service).login('ann@example.com')).status).toBe(401)
    })

    it('a new address cannot be taken with a link that an earlier user of the name requested', async () => {
      const from = { 'x-forwarded-for': '192.0.2.21' }
      const [thief, root] = [new Visitor(service), new Visitor(service)]
      await thief.register('kay')
      await thief.post('/auth/verify_email', { token: (await mailTo('kay@example.com', 1)).token }, from)
      await thief.login('kay')
      await thief.send('PATCH', '/users/kay', { email: 'thief@example.com' })
      const { token } = await mailTo('thief@example.com', 1)
      await root.login('root', 'the root password')
      expect((await root.send('DELETE', '/users/kay')).status).toBe(200)
      expect((await new Visitor(service).register('kay')).status).toBe(201)
      expect((await thief.post('/auth/verify_email', { token }, from)).status).toBe(400)
      expect((await root.send('GET', '/users/kay')).body['email']).toBe('kay@example.com')
    })

    it('every way of changing an address waits for its verification', async () => {
      const [here, root] = [new Visitor(service), new Visitor(service)]
      await here.register('tom')
      await root.login('root', 'the root password')
      const email = 'tim@example.com'
      const own = { username: 'tom', email, password: PASSWORD }
      for (const [method, path, body] of [
        ['PUT', '/users/tom', { ...own, active: true, groups: ['user'] }],
        ['PATCH', '/users?username=tom', { email }],
        ['PATCH', '/users/tom', { email: 'TIM@example.com' }],
      ] as const) {
        const { status } = await root.send(method, path, body)
        expect([method, path, status]).toEqual([method, path, 200])
        expect((await root.send('GET', '/users/tom')).body['email']).toBe('tom@example.com')
      }
    })

    it('an address that a deleted user has verified is not verified for a new one', async () => {
      const [here, root] = [new Visitor(service), new Visitor(service)]
      await here.register('lea')
      const { token } = await mailTo('lea@example.com')
      await here.post('/auth/verify_email', { token }, { 'x-forwarded-for': '192.0.2.1' })
      expect((await here.login('lea')).status).toBe(200)
      await root.login('root', 'the root password')
      expect((await root.send('DELETE', '/users/lea')).status).toBe(200)
      const thief = new Visitor(service)
      expect((await thief.register('lea')).status).toBe(201)
      expect(thief.cookie).toBe('')
      expect((await thief.login('lea')).status).toBe(403)
      expect((await root.send('DELETE', '/users/lea')).status).toBe(200)
      const created = { username: 'lea', email: 'lea@example.com', password: 'the password of a thief' }
      expect((await root.post('/users', created)).status).toBe(201)
      expect((await thief.login('lea', created.password)).status).toBe(403)
    })

    it('an address stays verified if its user changes the password', async () => {
      const here = new Visitor(service)
      await here.register('pam')
      const { token } = await mailTo('pam@example.com')
      await here.post('/auth/verify_email', { token }, { 'x-forwarded-for': '192.0.2.3' })
      expect((await here.login('pam')).status).toBe(200)
      await here.post('/auth/change_password', { password: PASSWORD, new_password: 'battery staple' })
      expect((await new Visitor(service).login('pam', 'battery staple')).status).toBe(200)
    })

    it('wrong tokens from many networks do not keep users from using theirs', async () => {
      const here = new Visitor(service)
      await here.register('ben')
      const { token } = await mailTo('ben@example.com')
      const statuses = new Set<number>()
      for (let count = 0; count < 40; count += 1) {
        const headers = { 'x-forwarded-for': `198.51.100.${count}` }
        statuses.add((await here.post('/auth/verify_email', { token: `wrong ${count}` }, headers)).status)
      }
      expect([...statuses]).toEqual([400])
      const own = { 'x-forwarded-for': '192.0.2.2' }
      expect((await here.post('/auth/verify_email', { token }, own)).status).toBe(200)
      const many: number[] = []
      const headers = { 'x-forwarded-for': '203.0.113.7' }
      for (let count = 0; count < 5; count += 1)
        many.push((await here.post('/auth/verify_email', { token: 'wrong' }, headers)).status)
      expect(many).toEqual([400, 400, 400, 429, 429])
    })

    it('clients cannot choose the address under which they are counted', async () => {
      const statuses: number[] = []
      for (let count = 0; count < 5; count += 1) {
        const headers = { 'x-forwarded-for': `198.18.0.${count}, 198.18.1.${count}, 203.0.113.99` }
        const { status } = await new Visitor(service).post('/auth/verify_email', { token: 'wrong' }, headers)
        statuses.push(status)
      }
      expect(statuses).toEqual([400, 400, 400, 429, 429])
    })

    it('the first admin can log in', async () => {
      expect((await new Visitor(service).login('root', 'the root password')).status).toBe(200)
    })

    it('mails are limited per address', async () => {
      const statuses: number[] = []
      for (let tries = 0; tries < 5; tries += 1) {
        const { status } = await new Visitor(service).post('/auth/forgot_password', {
          email: 'x@example.com',
        })
        statuses.push(status)
      }
      expect(statuses).toEqual([202, 202, 202, 429, 429])
    })

    it('nobody can have more mails sent to an address, or from a network, by registering', async () => {
      const root = new Visitor(service)
      await root.login('root', 'the root password')
      const register = async (client: Visitor, username: string, email: string): Promise<number> => {
        const { status } = await client.post('/auth/register', { username, email, password: PASSWORD })
        if (status === 201) await root.send('DELETE', `/users/${username}`)
        return status
      }
      const statuses: number[] = []
      for (let count = 1; count <= 5; count += 1)
        statuses.push(await register(new Visitor(service), `again${count}`, 'again@example.com'))
      expect(statuses).toEqual([201, 201, 201, 429, 429])
      const one = new Visitor(service)
      const others: number[] = []
      for (let count = 1; count <= 17; count += 1)
        others.push(await register(one, `many${count}`, `many${count}@example.com`))
      expect(others).toEqual([...Array.from({ length: 15 }, () => 201), 429, 429])
      // The user of a rejected registration does not exist.
      expect((await root.send('GET', '/users/many17')).status).toBe(404)
    })

    it('a login that cannot be one of a user is that of an unknown user', async () => {
      const { body } = await new Visitor(service).login('nobody')
      for (const name of ['a\0b', 'a\ud800b'])
        expect(await new Visitor(service).login(name)).toMatchObject({ status: 401, body })
    })

    it('a user cannot have more mails sent to an address by changing the own one', async () => {
      const here = new Visitor(service)
      await here.login('root', 'the root password')
      const statuses: number[] = []
      for (let tries = 0; tries < 5; tries += 1) {
        const body = { email: 'target@example.com' }
        statuses.push((await here.send('PATCH', '/users/root', body)).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429])
    })
  },
  {
    code: CODE,
    settings: {
      auth: true,
      ...ADMIN,
      'accounts.verify': 'required',
      'accounts.verify_url': 'https://web.example.com/verify',
      'rate_limit.login_max': 3,
      trust_proxy: true,
    },
    inProcess: true,
  },
)

onEveryEngine(
  'users with row rules',
  (service) => {
    beforeAll(forgetMails)

    const send = (method: string, path: string, body: unknown, as: Known = nobody): Promise<TestResponse> =>
      service().send(method, path, body, as)
    const asRoot = async (): Promise<Known> =>
      ticketOf(await logIn(service(), '', 'root', ADMIN['system.password']))
    /** Creates a user with a verified address, and logs the user in. */
    const made = async (username: string, more: object = {}): Promise<Known> => {
      const user = { username, email: `${username}@example.com`, password: PASSWORD, ...more }
      expect((await send('POST', '/users', user, await asRoot())).status).toBe(201)
      await logIn(service(), '', username, PASSWORD)
      const { token } = await mailTo(user.email)
      expect((await send('POST', '/auth/verify_email', { token })).status).toBe(200)
      return ticketOf(await logIn(service(), '', username, PASSWORD))
    }

    it('do not change addresses that they are not allowed to write', async () => {
      const fixed = await made('fixed', { groups: [] })
      const body = { username: 'fixed', email: 'free@example.com', password: PASSWORD }
      for (const [method, path] of [
        ['PATCH', '/users/fixed'],
        ['PUT', '/users/fixed'],
        ['PATCH', '/users?username=fixed'],
      ] as const)
        expect(
          (await send(method, path, method === 'PUT' ? body : { email: body.email }, fixed)).status,
        ).toBe(403)
      await sleep(500)
      expect(mailsTo('free@example.com')).toEqual([])
    })

    it('do not get addresses that a rule does not allow', async () => {
      const inside = await made('inside')
      const body = { username: 'inside', email: 'inside@other.example', password: PASSWORD }
      for (const [method, path] of [
        ['PATCH', '/users/inside'],
        ['PUT', '/users/inside'],
        ['PATCH', '/users?username=inside'],
      ] as const)
        expect(
          (await send(method, path, method === 'PUT' ? body : { email: body.email }, inside)).status,
        ).toBe(403)
      await sleep(500)
      expect(mailsTo('inside@other.example')).toEqual([])
    })

    it('do not lose their addresses to callers who change several users', async () => {
      const root = await asRoot()
      await made('victim')
      const thief = await made('thief')
      await send('POST', '/auth/forgot_password', { email: 'victim@example.com' })
      const { token } = await mailTo('victim@example.com', 2)
      for (const [method, query] of [
        ['PATCH', '?username=victim'],
        ['PUT', '?username=victim'],
        ['PATCH', ''],
      ] as const) {
        const changed = await send(method, `/users${query}`, { email: 'new@example.com' }, thief)
        expect([query, changed.status, changed.body['count']]).toEqual([query, 200, query === '' ? 1 : 0])
      }
      const mail = await mailTo('new@example.com')
      expect(mail.user).toMatchObject({ username: 'thief' })
      await sleep(500)
      expect(mailsTo('new@example.com').length).toBe(1)
      expect((await send('POST', '/auth/verify_email', { token: mail.token })).status).toBe(200)
      expect((await send('GET', '/users/victim', undefined, root)).body['email']).toBe('victim@example.com')
      const reset = await send('POST', '/auth/reset_password', { token, password: 'a new password' })
      expect(reset.status).toBe(200)
    })
  },
  {
    api: teamsApi(true)
      .replace('email: { type: string,', "email: { type: string, x-writable-by: ['g:admin', 'g:user'],")
      .replace('username={{user.username}}', 'username={{user.username}}&email__endswith=@example.com'),
    code: { ...code, 'src/mail.ts': CODE['src/mail.ts'] },
    settings: { ...settings, ...ADMIN, 'accounts.verify': 'required' },
    inProcess: true,
  },
)

describe('mails', () => {
  it('arrive at a mail server, which requests do not depend on', async () => {
    const received: string[] = []
    const accept = (): SMTPServer =>
      new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData: (stream, _session, done) => {
          text(stream).then((mail) => {
            received.push(mail)
            done()
          }, done)
        },
      })
    const first = accept()
    await new Promise<void>((resolve) => void first.listen(0, '127.0.0.1', resolve))
    const address: AddressInfo | string | null = first.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const folder = await buildFixture('logins', 'svc_sqla', { ...CODE, 'src/mail.ts': MAILER })
    const service = await startService(folder, SQLITE, {
      auth: true,
      public_url: 'https://app.example.com',
      'accounts.verify': 'optional',
    })
    process.env['SMTP_URL'] = `smtp://127.0.0.1:${port}`
    try {
      const user = { username: 'amy', email: 'amy@example.com', password: PASSWORD }
      await service.send('POST', '/v1/auth/register', user)
      for (let tries = 0; tries < 200 && received.length === 0; tries += 1) await sleep(25)
      const [mail = ''] = received
      expect(mail).toContain('To: amy@example.com')
      const token = /token=3D([\w-]+)/.exec(mail.replaceAll('=\r\n', ''))?.[1]
      expect(await service.send('POST', '/v1/auth/verify_email', { token })).toMatchObject({ status: 200 })
      await new Promise<void>((resolve) => first.close(resolve))
      expect(await service.send('POST', '/v1/auth/forgot_password', { email: user.email })).toMatchObject({
        status: 202,
      })
    } finally {
      delete process.env['SMTP_URL']
      await service.close()
      removeProject(folder)
    }
  })
})

describe('two processes', () => {
  let folder = ''
  let data = ''
  const processes: ServiceProcess[] = []
  beforeAll(async () => {
    folder = await buildFixture('logins', 'svc_sqla', CODE)
    data = mkdtempSync(join(tmpdir(), 'accounts-'))
    const env = {
      SVC_AUTH: 'true',
      SVC_AUTH_TKT_SECRET: 'a secret for tests only',
      SVC_DATABASE_URL: `sqlite:${join(data, 'accounts.db')}`,
      SVC_SYSTEM_USER: 'root',
      SVC_SYSTEM_EMAIL: 'root@example.com',
      SVC_SYSTEM_PASSWORD: 'the root password',
    }
    processes.push(await startProcess(folder, env), await startProcess(folder, env))
  })
  afterAll(async () => {
    await Promise.all(processes.map((running) => running.stop()))
    rmSync(data, { recursive: true })
    removeProject(folder)
  })

  const post = async (process: number, path: string, body: object, cookie = '') =>
    fetch(`${processes[process]?.address}/v1${path}`, {
      method: path.startsWith('/users') ? 'PATCH' : 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
      body: JSON.stringify(body),
    })
  const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const statusAt = async (process: number, cookie: string) =>
    (await fetch(`${processes[process]?.address}/v1/users/self`, { headers: { cookie } })).status

  it('reject a user and a session at once, wherever they were ended', async () => {
    const user = { username: 'amy', email: 'amy@example.com', password: PASSWORD }
    const amy = cookieOf(await post(0, '/auth/register', user))
    const again = cookieOf(await post(1, '/auth/login', { login: 'amy', password: PASSWORD }))
    const root = cookieOf(await post(1, '/auth/login', { login: 'root', password: 'the root password' }))
    expect([await statusAt(0, again), await statusAt(1, amy)]).toEqual([200, 200])
    const list = await fetch(`${processes[0]?.address}/v1/auth/sessions`, { headers: { cookie: amy } })
    const { data: sessions }: { data: readonly { id: string; current: boolean }[] } = JSON.parse(
      await list.text(),
    )
    const other = sessions.find(({ current }) => !current)
    await fetch(`${processes[0]?.address}/v1/auth/sessions/${other?.id}`, {
      method: 'DELETE',
      headers: { cookie: amy },
    })
    expect([await statusAt(1, again), await statusAt(1, amy)]).toEqual([401, 200])
    expect((await post(1, '/users/amy', { active: false }, root)).status).toBe(200)
    expect([await statusAt(0, amy), await statusAt(1, amy)]).toEqual([401, 401])
  })
})
