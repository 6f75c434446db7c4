import { describe, expect, it } from 'vitest'
import { type Known, PASSWORD, ticketOf } from '../callers.js'
import { sendLate } from '../late-body.js'
import type { TestResponse } from '../service.js'
import type { Scene } from './scene.js'

/** Attacks that use a session after it has ended, or make another session of it. */
export function sessions({ send, get, register, logIn, whoIs, people }: Scene): void {
  /** Sends a request with a stolen ticket, and its body only after `meanwhile`. */
  function late(
    method: string,
    path: string,
    as: Known,
    body: object,
    meanwhile: () => Promise<unknown>,
  ): Promise<TestResponse> {
    const headers = { 'content-type': 'application/json' }
    return sendLate((given) => send(method, path, given, as, headers), body, meanwhile)
  }

  describe('a client with the ticket of a session that ends', () => {
    it('cannot write with a body that arrives afterward', async () => {
      await register('late')
      const endAll = async (): Promise<unknown> =>
        send('POST', '/auth/logout', { everywhere: true }, ticketOf(await logIn('late')))
      const requests = [
        ['PATCH', '/users/late', { password: 'hacked 123' }],
        ['POST', '/stories', { title: 'Too late' }],
        ['POST', '/users/late/settings', { late: true }],
        ['POST', '/auth/register', { username: 'later', email: 'later@example.com', password: PASSWORD }],
      ] as const
      for (const [method, path, body] of requests) {
        const ticket = ticketOf(await logIn('late'))
        const response = await late(method, path, ticket, body, endAll)
        expect([method, path, response.status, response.headers['set-cookie']]).toEqual([
          method,
          path,
          401,
          undefined,
        ])
      }
      expect((await logIn('late', 'hacked 123')).status).toBe(401)
      expect((await get('/stories?title=Too late&_count', people.admin)).body['total']).toBe(0)
    })

    it('cannot write if the user changes the password, leaves a group or is deleted', async () => {
      const changes = [
        ['PATCH', { password: 'another password' }, 401],
        ['PATCH', { groups: ['guest'] }, 403],
        ['DELETE', undefined, 401],
      ] as const
      for (const [index, [method, change, status]] of changes.entries()) {
        const name = `late-${index}`
        const stolen = ticketOf(await register(name))
        const response = await late('POST', '/stories', stolen, { title: name }, () =>
          send(method, `/users/${name}`, change, people.admin),
        )
        expect([name, response.status]).toEqual([name, status])
      }
    })

    it('gets no new ticket through the password of someone else', async () => {
      await register('renewed')
      const stolen = ticketOf(await logIn('renewed'))
      const victim = ticketOf(await logIn('renewed'))
      const attempts = [
        ['POST', '/auth/reset_token', { login: 'mallory', password: PASSWORD }],
        ['POST', '/stories', { title: 'x', password: PASSWORD }],
      ] as const
      for (const [method, path, body] of attempts) {
        const response = await late(method, path, stolen, body, () =>
          send('PATCH', '/users/renewed', { password: `${PASSWORD}!` }, victim),
        )
        expect([path, response.headers['set-cookie']]).toEqual([path, undefined])
      }
      expect((await get('/users/self', stolen)).status).toBe(401)
    })

    it('cannot change a password that another of the sessions changes at the same time', async () => {
      for (const round of [1, 2, 3]) {
        const name = `contested-${round}`
        await register(name)
        const tickets: Known[] = []
        for (let count = 0; count < 6; count++) tickets.push(ticketOf(await logIn(name)))
        const changes = await Promise.all(
          tickets.map((ticket, index) =>
            send('PATCH', `/users/${name}`, { password: `new password ${index}` }, ticket),
          ),
        )
        const statuses = changes.map(({ status }) => status)
        expect([...statuses].sort()).toEqual([200, 401, 401, 401, 401, 401])
        const winner = statuses.indexOf(200)
        expect((await logIn(name, `new password ${winner}`)).status).toBe(200)
      }
    })

    it('cannot keep a ticket that a login with the old password gets while the password changes', async () => {
      for (const round of [1, 2, 3]) {
        const name = `racing-${round}`
        const owner = ticketOf(await register(name))
        const [changed, ...logins] = await Promise.all([
          send('PATCH', `/users/${name}`, { password: 'a new password' }, owner),
          ...Array.from({ length: 4 }, () => logIn(name)),
        ])
        expect(changed.status).toBe(200)
        const tickets = logins.filter(({ status }) => status === 200).map(ticketOf)
        for (const ticket of tickets) expect((await get('/users/self', ticket)).status).toBe(401)
        expect(await whoIs(ticketOf(changed))).toBe(name)
      }
    })
  })
}
