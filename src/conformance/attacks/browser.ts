import { describe, expect, it } from 'vitest'
import { nobody, PASSWORD } from '../callers.js'
import type { TestResponse } from '../service.js'
import { ATTACKER_ORIGIN, ALLOWED_ORIGIN, type Scene } from './scene.js'

/** Attacks from a malicious site that a victim visits in a browser. */
export function crossSite({ send, get, otherThan, people }: Scene): void {
  describe("a web page sending requests from its victim's browser", () => {
    const methods = ['POST', 'PATCH', 'PUT', 'DELETE'] as const
    it("changes nothing, even with the victim's cookie", async () => {
      const origins = [
        ATTACKER_ORIGIN,
        'null',
        'http://localhost.evil.example',
        'http://localhost:81',
        'https://localhost',
        `${ALLOWED_ORIGIN}.evil.example`,
        `${ALLOWED_ORIGIN}:444`,
        'http://app.example',
      ]
      for (const method of methods) {
        const attack = (origin: string): Promise<TestResponse> =>
          send(method, '/users/victor', { name: 'Hacked' }, people.victim, { origin })
        expect(await otherThan([403, 405], origins, attack)).toEqual([])
      }
      const groups = {
        origin: ATTACKER_ORIGIN,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      }
      expect((await send('PATCH', '/users/victor', { name: 'Hacked' }, people.victim, groups)).status).toBe(
        403,
      )
      expect(
        (await get('/users/self?_m=PATCH&name=Hacked', people.victim, { origin: ATTACKER_ORIGIN })).status,
      ).toBe(400)
      expect((await get('/users/self', people.victim)).body['name']).toBeNull()
      for (const origin of ['http://localhost', ALLOWED_ORIGIN])
        expect((await send('PATCH', '/users/victor', { name: null }, people.victim, { origin })).status).toBe(
          200,
        )
    })

    it('is rejected by CORS, with or without the cookie', async () => {
      for (const origin of [
        ATTACKER_ORIGIN,
        'null',
        `${ALLOWED_ORIGIN}.evil.example`,
        'http://app.example',
        `evil-${ALLOWED_ORIGIN}`,
      ]) {
        const preflight = { origin, 'access-control-request-method': 'PATCH' }
        for (const response of [
          await get('/users/self', people.victim, { origin }),
          await send('OPTIONS', '/users/self', undefined, nobody, preflight),
        ])
          expect([origin, response.headers['access-control-allow-origin']]).toEqual([origin, undefined])
      }
      const { headers } = await get('/users/self', people.victim, { origin: ALLOWED_ORIGIN })
      expect([headers['access-control-allow-origin'], headers['vary']]).toEqual([ALLOWED_ORIGIN, 'Origin'])
    })

    it('cannot submit forms, because only JSON is accepted', async () => {
      const types = [
        'text/plain',
        'text/plain; application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'application/json, text/plain',
        'application/merge-patch+json',
        '',
      ]
      const body = '{"title": "By a form", "a": "="}'
      const attack = (type: string): Promise<TestResponse> =>
        send('POST', '/stories', body, people.victim, { 'content-type': type })
      expect(await otherThan([415], types, attack)).toEqual([])
      expect((await get('/stories?title=By a form'.replaceAll(' ', '%20'))).body['total']).toBe(0)
    })

    it('cannot redirect the victim to a different site after login', async () => {
      const elsewhere = [
        '//evil.example',
        '///evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        '/\t/evil.example',
        '/\n/evil.example',
        'https://evil.example',
        'https:evil.example',
        'javascript:alert(1)',
        'evil.example',
        '@evil.example',
        '',
      ]
      const tried = [
        ...elsewhere,
        '/..//evil.example',
        '/.//evil.example',
        '/%09/evil.example',
        '/@evil.example',
      ]
      const login = { login: 'victor', password: PASSWORD }
      for (const next of tried) {
        const { status, headers } = await send('POST', `/auth/login?next=${encodeURIComponent(next)}`, login)
        const leads = new URL(String(headers['location'] ?? '/'), 'http://localhost')
        expect([next, status, leads.origin]).toEqual([
          next,
          elsewhere.includes(next) ? 400 : 302,
          'http://localhost',
        ])
      }
      expect((await send('POST', '/auth/login?next=/a&next=//evil.example', login)).status).toBe(400)
    })

    it('cannot make links in responses point to a different host', async () => {
      const forwarded = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'host=evil.example;proto=https',
        'x-host': 'evil.example',
        'x-original-url': '/v1/drafts',
        'x-rewrite-url': '/v1/drafts',
      }
      const response = await send('POST', '/pages', { title: 'x' }, nobody, forwarded)
      expect(response.status).toBe(201)
      expect(String(response.headers['location'])).toMatch(/^http:\/\/localhost\/v1\/pages\//)
      expect(JSON.stringify((await get(people.story, nobody, forwarded)).body)).not.toContain('evil')
      for (const host of ['evil.example/x', 'evil.example?', 'a b', '<script>', 'x@evil.example'])
        expect((await get(people.story, nobody, { host })).status).toBe(400)
    })
  })
}
