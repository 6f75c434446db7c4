import { beforeAll, describe, expect, it } from 'vitest'
import { type Known, nobody, PASSWORD } from './callers.js'
import type { TestResponse, Body } from './service.js'
import { onEveryEngine } from './suite.js'

onEveryEngine(
  'accounts',
  (service) => {
    const known: Record<string, Known> = { nobody }
    const send = (who: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/clubs/api${path}`, body, known[who] ?? nobody)
    const get = async (who: string, path: string): Promise<Body> => (await send(who, 'GET', path)).body
    const status = async (who: string, method: string, path: string, body?: unknown): Promise<number> =>
      (await send(who, method, path, body)).status
    const titles = async (who: string, query = ''): Promise<readonly string[]> =>
      Object.values((await get(who, `/papers?_sort=title${query}`))['data'] ?? {}).map(({ title }) =>
        String(title),
      )
    const nested = (documents: Body | undefined): readonly string[] =>
      Object.values(documents ?? {}).map((document) => String(document['title'] ?? document))
    /** Paths of papers, keyed by title. */
    const papers: Record<string, string> = {}
    const path = (title: string): string => papers[title] ?? ''
    const logIn = async (login: string): Promise<void> => {
      const { body } = await send('nobody', 'POST', '/auth/token', { login, password: PASSWORD })
      known[login] = { authorization: `ApiKey ${login}:${String(body['token'])}` }
    }
    const paper = async (title: string, _acl: readonly string[] | null, more: object = {}): Promise<void> => {
      const { body } = await send('root', 'POST', '/teams/reds/papers', { title, pages: 10, _acl, ...more })
      papers[title] = `/papers/${String(body['_pk'])}`
    }

    beforeAll(async () => {
      await logIn('root')
      for (const [login_name, groups] of [
        ['amy', ['player']],
        ['ben', ['player']],
        ['bo', ['board']],
      ] as const) {
        await send('root', 'POST', '/people', {
          login_name,
          full_name: login_name,
          password: PASSWORD,
          groups,
        })
        await logIn(login_name)
      }
      await send('root', 'POST', '/teams', { code: 'reds', town: 'York' })
      await send('root', 'POST', '/teams', {
        code: 'blues',
        town: 'Hull',
        _acl: ['deny player view'],
      })
      await paper('plain', null)
      await paper("amy's", ['deny ben all', 'allow  amy update,delete'], { author: 'amy' })
      await paper('board', ['allow g:board view', 'deny player view', 'deny everyone update'])
      await paper('closed', ['deny everyone view', 'allow amy view'], { pages: 99 })
      await send('root', 'POST', `${path('closed')}/seal`, { color: 'wax' })
      await send('root', 'POST', `${path('plain')}/seal`, {
        color: 'red',
        _acl: ['deny ben view', 'deny bo view'],
      })
    })

    describe("an item's own rules", () => {
      it("are checked first, and a deny rule overrides the resource's rules", async () => {
        const shows = async (title: string): Promise<readonly number[]> =>
          Promise.all(['nobody', 'amy', 'ben', 'bo'].map((who) => status(who, 'GET', path(title))))
        expect(await shows('plain')).toEqual([200, 200, 200, 200])
        expect(await shows("amy's")).toEqual([200, 200, 403, 200])
        expect(await shows('board')).toEqual([200, 403, 403, 200])
        expect(await shows('closed')).toEqual([401, 403, 403, 403])
        expect(await status('root', 'GET', path('closed'))).toBe(403)
      })

      it("can grant and revoke permissions independently of the resource's rules", async () => {
        expect(await status('amy', 'PATCH', path("amy's"), { pages: 11 })).toBe(200)
        expect(await status('ben', 'PATCH', path("amy's"), { pages: 11 })).toBe(403)
        expect(await status('bo', 'PATCH', path('plain'), { pages: 10 })).toBe(200)
        expect(await status('bo', 'PATCH', path('board'), { pages: 11 })).toBe(403)
        expect(await status('nobody', 'PATCH', path("amy's"), { pages: 11 })).toBe(401)
      })

      it('are in openapi.json', async () => {
        expect((await send('nobody', 'GET', '/openapi.json')).body).toMatchObject({
          components: {
            schemas: {
              Paper: { properties: { _acl: { type: ['array', 'null'] } } },
              'Paper.Create': { properties: { _acl: { type: ['array', 'null'] } } },
            },
          },
        })
      })

      it('can be read and written only by admins', async () => {
        expect((await get('root', path("amy's")))['_acl']).toEqual([
          'deny ben all',
          'allow amy update',
          'allow amy delete',
        ])
        expect(Object.keys(await get('amy', path("amy's")))).not.toContain('_acl')
        expect(await status('amy', 'PATCH', path("amy's"), { _acl: null })).toBe(403)
        expect(await status('amy', 'POST', '/papers', { title: 'x', _acl: [] })).toBe(403)
        expect(await status('bo', 'PATCH', '/papers?title=plain', { _acl: [] })).toBe(403)
        for (const query of [
          '_acl=deny ben all',
          '_fields=_acl',
          '_sort=_acl',
          '_exists_=_acl',
          'team._acl__exists=true',
        ])
          expect([query, await status('amy', 'GET', encodeURI(`/papers?${query}`))]).toEqual([query, 403])
        for (const rule of [
          'allow everyone fly',
          'allow amy',
          'maybe amy view',
          'allow amy view, fly',
          'deny amy ,',
          'allow {{is_author}} view',
          7,
        ])
          expect([rule, await status('root', 'PATCH', path('plain'), { _acl: [rule] })]).toEqual([rule, 400])
        expect(
          await status('amy', 'PUT', path("amy's"), {
            title: "amy's",
            team: 'reds',
            author: 'amy',
            pages: 10,
          }),
        ).toBe(200)
        expect((await get('root', path("amy's")))['_acl']).toHaveLength(3)
      })
    })

    describe('an item that the caller is not allowed to view', () => {
      it('is not in collections or their totals', async () => {
        expect(await titles('nobody')).toEqual(["amy's", 'board', 'plain'])
        expect(await titles('amy')).toEqual(["amy's", 'plain'])
        expect(await titles('ben')).toEqual(['plain'])
        expect(await titles('bo')).toEqual(["amy's", 'board', 'plain'])
        expect((await get('ben', '/papers'))['total']).toBe(1)
        expect((await get('ben', '/papers?_count'))['total']).toBe(1)
        expect((await get('ben', '/papers?_aggs.a.sum.field=pages'))['aggregations']).toEqual({
          a: { value: 10 },
        })
        expect(await titles('ben', '&q=closed')).toEqual([])
        expect(await titles('ben', '&pages__gt=50')).toEqual([])
        expect((await get('ben', '/teams'))['total']).toBe(1)
        expect((await get('bo', '/teams'))['total']).toBe(2)
      })

      it('is not in sub-resources', async () => {
        const below = async (who: string): Promise<readonly string[]> =>
          nested((await get(who, '/teams/reds/papers?_sort=title'))['data'])
        expect(await below('amy')).toEqual(["amy's", 'plain'])
        expect(await below('ben')).toEqual(['plain'])
        expect(await status('ben', 'GET', `/teams/reds${path('closed')}`)).toBe(403)
        expect(await status('ben', 'GET', `${path('closed')}/seal`)).toBe(403)
        expect(await status('ben', 'GET', `${path('plain')}/seal`)).toBe(403)
        expect(await status('amy', 'GET', `${path('plain')}/seal`)).toBe(200)
        expect(await status('ben', 'GET', '/teams/blues/papers')).toBe(403)
        expect(await status('bo', 'GET', '/teams/blues/papers')).toBe(200)
      })

      it('is not nested, not counted, and not in lists of keys', async () => {
        const within = async (who: string): Promise<readonly string[]> =>
          nested((await get(who, '/teams/reds'))['papers'])
        expect([...(await within('ben'))]).toEqual(['plain'])
        expect([...(await within('amy'))].sort()).toEqual(["amy's", 'plain'])
        expect([...(await within('bo'))].sort()).toEqual(["amy's", 'board', 'plain'])
        expect((await get('ben', path('plain')))['seal']).toBeNull()
        expect((await get('amy', path('plain')))['seal']).toEqual(expect.objectContaining({ color: 'red' }))
        expect((await get('amy', '/people/amy'))['papers']).toHaveLength(1)
        expect((await get('ben', '/people/amy'))['papers']).toEqual([])
      })

      it('stays linked if the caller sets the list that contains it', async () => {
        const tied = async (): Promise<readonly boolean[]> =>
          Promise.all(
            ["amy's", 'board', 'plain'].map(async (title) => {
              const { team } = await get('root', path(title))
              return team !== null
            }),
          )
        expect(await status('ben', 'PATCH', '/teams/reds', { papers: [] })).toBe(403)
        await send('root', 'PATCH', path('plain'), { _acl: ['allow ben update'] })
        for (const [method, at, body] of [
          ['PATCH', '/teams/reds', { papers: [] }],
          ['PUT', '/teams/reds', { code: 'reds', town: 'York' }],
          ['PATCH', '/teams?code=reds', { papers: [] }],
        ] as const) {
          expect(await status('ben', method, at, body)).toBe(200)
          expect([method, at, await tied()]).toEqual([method, at, [true, true, false]])
          await send('root', 'PATCH', path('plain'), { team: 'reds' })
        }
        await send('root', 'PATCH', path('plain'), { _acl: null })
        expect(await tied()).toEqual([true, true, true])
      })

      it('cannot be linked from either end, but stays linked', async () => {
        const veiled = ['deny player view', 'allow player update']
        await send('root', 'POST', '/teams', { code: 'veiled', town: 'Ely', _acl: veiled })
        await paper('veiled', veiled)
        await paper('open', ['allow player update'])
        for (const title of ['veiled', 'open']) await send('root', 'PATCH', path(title), { team: 'veiled' })
        const [hidden, open] = ['veiled', 'open'].map((title) => {
          const key = path(title).slice('/papers/'.length)
          return Number(key) || key
        })
        const refused = [
          ['POST', '/papers', { title: 'new', team: 'veiled' }],
          ['PATCH', path('plain'), { team: 'veiled' }],
          ['PATCH', path("amy's"), { team: 'veiled' }],
          ['PATCH', '/papers?title=plain', { team: 'veiled' }],
          ['PATCH', '/teams/reds', { papers: [hidden, open] }],
          ['PATCH', '/teams?code=reds', { papers: [hidden] }],
          ['PUT', '/teams/reds', { code: 'reds', town: 'York', papers: [hidden] }],
          ['POST', '/teams', { code: 'new', town: 'Bath', papers: [hidden] }],
        ] as const
        await send('root', 'PATCH', path('plain'), { _acl: ['allow ben update', 'allow amy update'] })
        for (const who of ['amy', 'ben'])
          for (const [method, at, body] of refused)
            expect([who, method, at, await status(who, method, at, body)]).toEqual([who, method, at, 403])
        const teamOf = async (title: string): Promise<unknown> =>
          Object(Object(await get('bo', path(title)))['team'])['code']
        expect([await teamOf('veiled'), await teamOf('plain')]).toEqual(['veiled', 'reds'])
        // A document that is sent back keeps the key that it shows.
        expect(await status('ben', 'PATCH', path('open'), { team: 'veiled', pages: 3 })).toBe(200)
        expect(await teamOf('open')).toBe('veiled')
        expect(await status('bo', 'PATCH', path('plain'), { team: 'veiled' })).toBe(200)
        await send('root', 'PATCH', path('plain'), { team: 'reds', _acl: null })
        for (const title of ['veiled', 'open']) await send('root', 'DELETE', path(title))
        await send('root', 'DELETE', '/teams/veiled')
      })

      it('is not found through a relation', async () => {
        const found = async (who: string, query: string): Promise<Body | undefined> =>
          (await get(who, encodeURI(query)))['total']
        const closed = path('closed').slice('/papers/'.length)
        for (const query of [
          '/teams?papers.title=closed',
          '/teams?papers.pages__gt=50',
          '/teams?papers.title=(closed OR none)',
          '/teams?q=papers.title:closed',
          `/teams?papers=${closed}`,
          `/teams?papers__in=${closed}`,
        ])
          expect([query, await found('ben', query)]).toEqual([query, 0])
        expect(await found('ben', '/teams?papers.title=plain')).toBe(1)
        expect(await found('ben', '/teams?papers.title__ne=closed')).toBe(1)
        expect(await found('ben', '/people?papers__exists=true')).toBe(0)
        expect(await found('amy', '/people?papers__exists=true')).toBe(1)
        expect(await found('ben', '/papers?seal.color=red')).toBe(0)
        expect(await found('amy', '/papers?seal.color=red')).toBe(1)
        expect(await found('ben', '/seals?paper.title=closed')).toBe(0)
        const values = async (who: string, query: string): Promise<readonly unknown[]> => {
          const { aggregations } = await get(who, `${query.replace('?', '?_aggs.a.terms.field=')}`)
          return Object.values(aggregations?.['a']?.['buckets'] ?? {}).map(({ key }) => key)
        }
        expect(await values('ben', '/seals?paper.title')).toEqual([])
        expect(await values('amy', '/seals?paper.title')).toEqual(['plain'])
        expect(await values('ben', '/papers?seal.color')).toEqual([])
        expect(await values('amy', '/papers?seal.color')).toEqual(['red'])
      })
    })

    it('bulk changes affect only items that the caller is allowed to view and change', async () => {
      const changed = async (who: string, query: string): Promise<Body | undefined> =>
        (await send(who, 'PATCH', `/papers?${query}`, { pages: 10 })).body['count']
      expect(await changed('bo', '')).toBe(2)
      expect(await changed('bo', 'title=board')).toBe(0)
      expect([await changed('bo', 'seal.color=red'), await changed('root', 'seal.color=red')]).toEqual([0, 1])
      expect((await send('bo', 'DELETE', '/papers?title=board&pages=-1')).body['count']).toBe(0)
    })

    it('a tunneled method requires its own permission', async () => {
      const tunnelled = async (who: string, to: string, query: string): Promise<number> =>
        status(who, 'GET', encodeURI(`${to}?${query}`))
      expect(await tunnelled('nobody', path('plain'), '_m=PATCH&pages=3')).toBe(401)
      expect(await tunnelled('ben', path('plain'), '_m=PATCH&pages=3')).toBe(403)
      expect(await tunnelled('bo', path('board'), '_m=PATCH&pages=3')).toBe(403)
      expect(await tunnelled('ben', path('plain'), '_m=DELETE')).toBe(403)
      expect(await tunnelled('nobody', '/papers', '_m=POST&title=x')).toBe(401)
      expect(await tunnelled('amy', path("amy's"), '_m=PATCH&pages=12')).toBe(200)
      expect((await get('amy', path("amy's")))['pages']).toBe(12)
      expect((await get('root', path('plain')))['pages']).toBe(10)
    })
  },
  {
    settings: {
      database_acls: true,
      enable_get_tunneling: true,
      'system.user': 'root',
      'system.password': PASSWORD,
      'system.full_name': 'Root',
    },
    search: 'also',
  },
)
