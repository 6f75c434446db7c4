import { describe, expect, it } from 'vitest'
import type { Scene } from './scene.js'

/** Attacks that compare responses to find out who has an account. */
export function enumeration({ send }: Scene): void {
  describe('a client looking for existing users', () => {
    it('gets the same response for an unknown login and a wrong password on every route', async () => {
      for (const path of ['login', 'token', 'reset_token']) {
        const said = async (login: string): Promise<unknown> => {
          const body = { login, password: 'wrong one' }
          const { status, headers, body: response } = await send('POST', `/auth/${path}`, body)
          return { status, response, headers: { ...headers, date: null, 'content-length': null } }
        }
        const known = await said('victor')
        expect(known).toMatchObject({ status: 401 })
        for (const login of ['nobody', 'victor@example.com', 'nobody@example.com'])
          expect(await said(login)).toEqual(known)
      }
    })
  })
}
