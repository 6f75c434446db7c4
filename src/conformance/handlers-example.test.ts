import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const PASSWORD = 'three blind mice'

onEveryEngine(
  'handlers',
  (service) => {
    const send = (method: string, path: string, body?: unknown, cookie = '') =>
      service().send(method, path, body, cookie === '' ? {} : { cookie })
    const register = async (username: string, more: object = {}) => {
      const email = `${username.trim()}@Example.com`
      const response = await send('POST', '/v1/auth/register', {
        username,
        email,
        password: PASSWORD,
        ...more,
      })
      expect(response.status, JSON.stringify(response.body)).toBe(201)
      return { user: response.body, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' }
    }

    it('stores the results of processors and of handlers that set other fields', async () => {
      const { user, cookie } = await register('ADA')
      expect(user).toMatchObject({ username: 'ada', email: 'ada@example.com' })
      expect(user['profile']).not.toBe(null)
      const { body: profile } = await send('GET', '/v1/users/ada/profile', undefined, cookie)
      expect([profile['_pk'], profile['user']]).toEqual([String(user['profile']), 'ada'])
      const changed = await send('PATCH', '/v1/users/ada', { passphrase: 'open sesame' }, cookie)
      expect(changed.body['passphrase']).toMatch(/^[0-9a-f]{32}:[0-9a-f]{64}$/)
      const same = await send('PATCH', '/v1/users/ada', { passphrase: changed.body['passphrase'] }, cookie)
      expect(same.body['passphrase']).toBe(changed.body['passphrase'])
    })

    it('sets the owner of a new item, and lets only the owner change it', async () => {
      const { cookie } = await register('bob')
      const { cookie: other } = await register('eve')
      const story = await send('POST', '/v1/stories', { name: 'One', description: 'two words' }, cookie)
      expect([story.status, story.body['owner']]).toEqual([201, 'bob'])
      expect(story.body['slug']).toMatch(/^story-/)
      const at = `/v1/stories/${String(story.body['_pk'])}`
      expect((await send('PATCH', at, { name: 'Two' }, other)).status).toBe(403)
      expect((await send('PATCH', at, { name: 'Two' }, cookie)).status).toBe(200)
      const refused = await send('PATCH', at, { slug: 'mine' }, cookie)
      expect([refused.status, refused.body['errors']]).toEqual([
        400,
        [{ path: '/slug', message: 'cannot change' }],
      ])
      expect((await send('GET', at)).body['words']).toBe(2)
      const { body: page } = await send('GET', '/v1/stories?name=Two')
      expect(page['data']?.[0]?.['words']).toBe(2)
      const kept = await send('DELETE', '/v1/users/bob', undefined, cookie)
      expect([kept.status, kept.body['detail']]).toEqual([409, 'bob still has stories (1)'])
      expect((await send('DELETE', at, undefined, other)).status).toBe(403)
      expect((await send('DELETE', at, undefined, cookie)).status).toBe(200)
    })
  },
  {
    code: userCode('handlers'),
    settings: { auth: true, auth_tkt_secret: 'a secret for tests only', 'rate_limit.login_max': 1000 },
  },
)
