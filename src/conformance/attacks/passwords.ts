import { describe, expect, it } from 'vitest'
import { nobody, PASSWORD } from '../callers.js'
import { MAX_ATTEMPTS, type Scene } from './scene.js'

/** Attacks that guess passwords. */
export function guessing({ send, register, logIn }: Scene): void {
  describe('a client guessing passwords', () => {
    it('is limited, whatever form its attempts take', async () => {
      await register('target')
      // The name and the address are counted apart, so that limits do not show that they belong together.
      const disguises = Array.from({ length: 2 * MAX_ATTEMPTS }, (_, count) => ({
        login: count % 2 === 0 ? 'target' : 'target@example.com',
        path: ['login', 'token', 'reset_token', 'login?next=/'][count % 4] ?? '',
        headers: {
          'x-forwarded-for': `203.0.113.${count}`,
          'x-real-ip': `203.0.113.${count}`,
          'user-agent': `agent ${count}`,
          cookie: `a=${count}`,
        },
      }))
      for (const [count, { login, path, headers }] of disguises.entries()) {
        const body = { login, password: `wrong ${count}` }
        expect((await send('POST', `/auth/${path}`, body, nobody, headers)).status).toBe(401)
        if (count % 5 === 0) expect((await logIn('mallory')).status).toBe(200)
      }
      for (const login of ['target', 'target@example.com']) {
        const headers = { 'x-forwarded-for': '198.51.100.7' }
        const refused = await send('POST', '/auth/login', { login, password: PASSWORD }, nobody, headers)
        expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
      }
      expect((await logIn('victor')).status).toBe(200)
    })

    it('cannot tell from the limit which users exist', async () => {
      for (let count = 0; count < MAX_ATTEMPTS; count++)
        expect((await logIn('not-there', 'wrong')).status).toBe(401)
      expect((await logIn('not-there', 'wrong')).status).toBe(429)
    })
  })
}
