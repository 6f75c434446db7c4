import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Known, PASSWORD, ticketOf } from '../callers.js'
import type { TestResponse } from '../service.js'
import { SECRET, type Scene } from './scene.js'

/** Attacks that try to impersonate another user through tickets, tokens, names and logins. */
export function impersonation({ send, get, register, whoIs, otherThan, people }: Scene): void {
  describe('a client posing as another user', () => {
    it('cannot use operators as a login or password', async () => {
      const objects = [
        { login: { $ne: null }, password: { $ne: null } },
        { login: 'root', password: { $gt: '' } },
        { login: { $regex: '.*' }, password: PASSWORD },
        { login: ['root'], password: PASSWORD },
        { login: 'root', password: [PASSWORD] },
        { login: 'root', password: true },
        [{ login: 'root', password: PASSWORD }],
      ]
      expect(await otherThan([400], objects, (body) => send('POST', '/auth/login', body))).toEqual([])
      const texts = [
        "root' --",
        "' OR '1'='1",
        '{"$ne":null}',
        'root\u0000',
        '*',
        '%',
        'ro_t',
        'ROOT',
        'root ',
      ]
      const attack = (login: string): Promise<TestResponse> =>
        send('POST', '/auth/login', { login, password: PASSWORD })
      expect(await otherThan([400, 401], texts, attack)).toEqual([])
    })

    it('cannot forge or modify a ticket', async () => {
      const [, ticket = ''] = (people.attacker['cookie'] ?? '').split('=')
      const [payload = '', mac = ''] = ticket.split('.')
      const text = Buffer.from(payload, 'base64url').toString()
      const forRoot = Buffer.from(text.replace('mallory', 'root')).toString('base64url')
      const none = Buffer.from('{"alg":"none"}').toString('base64url')
      const forged = [
        forRoot,
        `${forRoot}.`,
        `${forRoot}.${mac}`,
        `.${mac}`,
        `${payload}.${mac}.${mac}`,
        `${none}.${forRoot}.`,
        `${none}.${forRoot}`,
        `${payload}.${mac.slice(0, -1)}`,
        `${payload.slice(0, -1)}.${mac}`,
        `${payload}=.${mac}`,
        `${payload}.${mac}=`,
        `${payload}.${mac.toLowerCase()}`,
        `"${forRoot}.${mac}"`,
        '["root"]',
        'root',
        'null',
      ]
      const attack = (value: string): Promise<TestResponse> =>
        get('/users/self', { cookie: `members_ticket=${value}` })
      expect(await otherThan([401], forged, attack)).toEqual([])
      expect(await whoIs(people.attacker)).toBe('mallory')
    })

    it('cannot sign a ticket with a different algorithm, secret or purpose', async () => {
      const [, ticket = ''] = (people.victim['cookie'] ?? '').split('=')
      const [payload = '', mac = ''] = ticket.split('.')
      const sealed = (algorithm: string, secret: string, purpose = 'ticket\n'): string =>
        createHmac(algorithm, secret).update(`${purpose}${payload}`).digest('base64url')
      expect(sealed('sha384', SECRET)).toBe(mac)
      const macs = [
        ...['md5', 'sha1', 'sha256', 'sha512'].map((algorithm) => sealed(algorithm, SECRET)),
        ...['', 'secret', 'auth_tkt_secret', 'members_ticket'].map((secret) => sealed('sha384', secret)),
        ...['', 'stamp\n'].map((purpose) => sealed('sha384', SECRET, purpose)),
      ]
      const attack = (other: string): Promise<TestResponse> =>
        get('/users/self', { cookie: `members_ticket=${payload}.${other}` })
      expect(await otherThan([401], macs, attack)).toEqual([])
    })

    it('cannot use a ticket after logout, or any credentials after a password change or user deletion', async () => {
      const revive = async (name: string, end: (ticket: Known) => Promise<unknown>): Promise<void> => {
        const ticket = ticketOf(await register(name))
        const { body } = await send('POST', '/auth/token', { login: name, password: PASSWORD })
        const key = { authorization: `ApiKey ${name}:${String(body['token'])}` }
        expect([await whoIs(ticket), await whoIs(key)]).toEqual([name, name])
        await end(ticket)
        expect((await get('/users/self', ticket)).status).toBe(401)
        if (!name.startsWith('left')) expect((await get('/users/self', key)).status).toBe(401)
      }
      await revive('left', (ticket) => send('POST', '/auth/logout', undefined, ticket))
      await revive('changed', (ticket) => send('PATCH', '/users/self', { password: 'another one' }, ticket))
      await revive('reborn', async () => {
        await send('DELETE', '/users/reborn', undefined, people.admin)
        expect((await register('reborn')).status).toBe(201)
      })
    })

    it('cannot make the victim use a session started by the attacker', async () => {
      const response = await send(
        'POST',
        '/auth/login',
        { login: 'victor', password: PASSWORD },
        people.attacker,
      )
      expect(ticketOf(response)).not.toEqual(people.attacker)
      expect([await whoIs(ticketOf(response)), await whoIs(people.attacker)]).toEqual(['victor', 'mallory'])
    })

    it('cannot register a name that has a special meaning in rules', async () => {
      const names = [
        'everyone',
        'Authenticated',
        'g:admin',
        'G:editor',
        'self',
        'root@example.com',
        'root',
        '',
      ]
      expect(await otherThan([400, 409], names, register)).toEqual([])
      const lookalike = ticketOf(await register('ROOT', { email: 'upper@example.com' }))
      expect((await send('DELETE', '/users/victor', undefined, lookalike)).status).toBe(403)
    })

    it('cannot inject headers through a name', async () => {
      const response = await register('a;b\r\nSet-Cookie: evil=1\r\n\r\n<script>')
      expect([response.status, response.headers['set-cookie']]).toEqual([400, undefined])
      expect(Object.keys(response.headers)).not.toContain('evil')
      expect(String(response.headers['location'] ?? '')).not.toMatch(/[\r\n<]/)
    })
  })
}
