import { describe, expect, it } from 'vitest'
import { nobody, PASSWORD } from '../callers.js'
import type { TestResponse } from '../service.js'
import type { Scene } from './scene.js'

/** Attacks that try to read hidden data through queries, conditional requests, caches and errors. */
export function disclosure({ send, get, otherThan, logIn, people }: Scene): void {
  describe('a client looking for hidden values', () => {
    const secrets = [
      'fee=4711',
      'fee__gt=4000',
      'fee=[4000 TO *]',
      'pitch__startswith=a',
      'pitch=*secret*',
      'pitch__exists=true',
      '_exists_=pitch',
      '_missing_=fee',
      '_sort=fee',
      '_sort=title,-fee',
      '_fields=fee',
      '_fields=-fee',
      'q=pitch:secret',
      'q=(fee:>1 OR title:x)',
      'q=secret&_search_fields=pitch',
      'title=x&_search_fields=owner.email',
      'title=(a OR b)&fee__in=4711,4712',
      '_aggs.a.terms.field=fee',
      '_aggregations.a.max.field=fee',
      '_aggs.a.cardinality.field=pitch',
      'owner.email__contains=@',
      'owner.password__startswith=$',
      'owner.memo__exists=true',
      'q=owner.email:victor',
      '_sort=owner.email',
      '_aggs.a.terms.field=owner.email',
      'comments.flag=x',
      '_limit=0&fee=4711',
      '_count&fee=4711',
    ]
    it.each(['a user', 'an anonymous caller'])('cannot find one with a query, as %s', async (who) => {
      const as = who === 'a user' ? people.attacker : nobody
      const queries = secrets.map((query) => `/stories?${encodeURI(query)}`)
      expect(await otherThan([403], queries, (path) => get(path, as))).toEqual([])
      const below = secrets.map((query) => `/users/victor/stories?${encodeURI(query)}`)
      expect(await otherThan([401, 403], below, (path) => get(path, as))).toEqual([])
      const several = ['/stories,users?fee=1', '/stories,pages?title=x&_sort=fee']
      expect(await otherThan([400, 403], several, (path) => get(path, as))).toEqual([])
      expect((await get('/stories?q=secret', as)).body['total']).toBe(0)
    })

    it('cannot find one with a forged cursor', async () => {
      for (const title of ['One', 'Two']) await send('POST', '/stories', { title }, people.victim)
      const { headers } = await get('/stories?_sort=title&_limit=1', people.attacker)
      const cursor = /_after=([\w-]+)/.exec(String(headers['link']))?.[1] ?? ''
      expect((await get(`/stories?_sort=title&_limit=1&_after=${cursor}`, people.attacker)).status).toBe(200)
      expect((await get(`/stories?_sort=fee&_limit=1&_after=${cursor}`, people.attacker)).status).toBe(403)
      const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      const [digest] = [content].flat()
      const created = [
        [digest, [4710, 1]],
        [digest, [{ $gt: '' }, 1]],
        [digest, ['x', { $ne: null }]],
        [digest, -1],
        ['fee', [4710]],
        [digest, []],
      ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))
      const attack = (after: string): Promise<TestResponse> =>
        get(`/stories?_sort=title&_after=${after}`, people.attacker)
      expect(await otherThan([400], created, attack)).toEqual([])
    })

    it('cannot exceed the public limit with a forged cursor', async () => {
      const titles = Array.from({ length: 103 }, (_, index) => ({ title: `Page ${1000 + index}` }))
      expect((await send('POST', '/pages', titles)).status).toBe(201)
      const path = '/pages?title__startswith=Page&_sort=title'
      const titlesAt = (response: TestResponse): unknown[] =>
        Object.values(response.body['data'] ?? {}).map((page) => Object(page).title)
      const first = await get(`${path}&_limit=50`)
      const cursor = /_after=([\w-]+)/.exec(String(first.headers['link']))?.[1] ?? ''
      const second = await get(`${path}&_limit=50&_after=${cursor}`)
      expect([titlesAt(second).length, second.headers['link']]).toEqual([50, undefined])

      const all = await get(`${path}&_limit=1000`, people.admin)
      const documents = Object.values(all.body['data'] ?? {})
      const [digest] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      const after = (index: number): Promise<TestResponse> => {
        const { title, id } = Object(documents[index])
        const created = Buffer.from(JSON.stringify([digest, [title, id]])).toString('base64url')
        return get(`${path}&_after=${created}`)
      }
      expect(titlesAt(await after(97))).toEqual(['Page 1098', 'Page 1099'])
      expect(titlesAt(await after(100))).toEqual([])
    })

    it('finds none in any response', async () => {
      const paths = [
        people.story,
        '/stories',
        '/users/victor',
        '/users/victor/stories',
        '/stories,users',
        '/users',
      ]
      for (const as of [people.attacker, nobody]) {
        for (const path of paths) {
          const text = JSON.stringify((await get(path, as)).body)
          expect(text).not.toMatch(/4711|secret pitch|argon2|victor@example/)
        }
      }
      const own = await send('POST', '/stories', { title: 'x', pitch: 'my pitch' }, people.attacker)
      expect([own.status, JSON.stringify(own.body)]).toEqual([201, expect.not.stringContaining('pitch')])
    })

    it('cannot learn names of hidden fields from suggestions in errors', async () => {
      for (const [query, name] of [
        ['feee=1', 'fee'],
        ['pitchh=1', 'pitch'],
        ['owner.emaill=1', 'email'],
        ['_sort=feee', 'fee'],
      ] as const) {
        const { status, body } = await get(`/stories?${query}`, people.attacker)
        expect(status).toBe(400)
        expect(String(body['detail'])).not.toContain(`"${name}"`)
      }
    })

    it('cannot find out through conditional requests what another user has seen', async () => {
      const seen = await get('/users/victor', people.victim)
      const tag = { 'if-none-match': String(seen.headers['etag']) }
      expect((await get('/users/victor', people.victim, tag)).status).toBe(304)
      expect((await get('/users/victor', nobody, tag)).status).toBe(401)
      expect((await get('/users/victor', nobody, { 'if-none-match': '*' })).status).toBe(401)
      const tagOfStory = String((await get(people.story, people.admin)).headers['etag'])
      const other = await get(people.story, people.attacker, { 'if-none-match': tagOfStory })
      expect([other.status, other.headers['etag'] === tagOfStory]).toEqual([200, false])
      const change = { 'if-match': tagOfStory }
      expect((await send('PATCH', people.story, { title: 'x' }, people.attacker, change)).status).toBe(403)
    })

    it("never gets another user's response from a shared cache", async () => {
      for (const path of [people.story, '/stories', '/users/victor', '/users/self']) {
        expect((await get(path, people.victim)).headers['cache-control']).toBe('private, no-cache')
      }
      for (const path of [people.story, '/stories', '/users/self', '/nothing']) {
        expect((await get(path)).headers['cache-control']).toBe('no-cache')
      }
      const login = await logIn('victor')
      expect(login.headers['cache-control']).toBe('private, no-cache')
    })

    it("cannot access a deleted item's data through a reused key", async () => {
      const { body } = await send('POST', '/users/victor/stories', { title: 'Short-lived' }, people.victim)
      const path = `/stories/${String(body['_pk'])}`
      await send('POST', `${path}/comments`, { text: 'On the short-lived' }, people.victim)
      expect((await send('DELETE', path, undefined, people.victim)).status).toBe(200)
      const next = await send('POST', '/users/mallory/stories', { title: 'Next' }, people.attacker)
      expect(next.body['_pk']).not.toBe(body['_pk'])
      expect(next.body['comments']).toEqual([])
      expect((await get(path, people.attacker)).status).toBe(404)
    })

    it('learns nothing about the implementation from errors', async () => {
      const errors = await Promise.all([
        send('POST', '/auth/register', { username: 'victor', email: 'v@example.com', password: PASSWORD }),
        get('/stories?id=99999999999999999999999', people.attacker),
        get(`/stories/${'9'.repeat(300)}`, people.attacker),
        get('/stories/%00', people.attacker),
        get('/stories?title=%ff', people.attacker),
        send('POST', '/stories', '{"title": ', people.attacker),
        send('POST', '/stories', { title: '\u0000' }, people.attacker),
        send('POST', '/stories', { title: 'x', owner: 'nobody' }, people.attacker),
        send('POST', '/stories', { title: 'x'.repeat(300) }, people.attacker),
        get('/stories?title=%5B1%20TO', people.attacker),
        get('/nothing'),
        get('/users/self', { authorization: 'ApiKey victor:x' }),
      ])
      for (const { status, body } of errors) {
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(JSON.stringify(body)).not.toMatch(
          /sqlite|postgres|mongo|select |insert |constraint|node_modules|\.js:|\.ts:|svc_auth|stack|E11000/i,
        )
      }
    })
  })
}
