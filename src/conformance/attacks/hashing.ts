import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../callers.js'
import type { Scene } from './scene.js'

/** Attacks that make the service hash many passwords. */
export function hashing({ send, logIn, people }: Scene): void {
  const user = (index: number, more: object = {}): object => ({
    username: `bulk-${index}`,
    email: `bulk-${index}@example.com`,
    password: PASSWORD,
    ...more,
  })

  describe('a client that sends many passwords', () => {
    it('is rejected before any of them is hashed', async () => {
      const many = Array.from({ length: 1500 }, (_, index) => user(index))
      const started = performance.now()
      const [refused, login] = await Promise.all([
        send('POST', '/users', many, people.admin),
        logIn('victor'),
      ])
      expect([refused.status, login.status]).toEqual([400, 200])
      expect(String(refused.body['detail'])).toContain('1500 passwords')
      expect(performance.now() - started).toBeLessThan(5000)
    })

    it('creates no user if one of them is invalid or forbidden', async () => {
      const list = Array.from({ length: 10 }, (_, index) => user(index))
      const invalid = await send('POST', '/users', [...list, user(10, { email: 'x' })], people.admin)
      expect([invalid.status, invalid.body['errors']?.[0]?.['path']]).toEqual([400, '/10/email'])
      expect((await send('POST', '/users', list, people.attacker)).status).toBe(403)
      expect((await send('GET', '/users/bulk-1', undefined, people.admin)).status).toBe(404)
      expect((await send('POST', '/users', list, people.admin)).status).toBe(201)
      expect((await logIn('bulk-3')).status).toBe(200)
    })
  })
}
