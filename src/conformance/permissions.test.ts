import { beforeAll, describe, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse, Body } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'
import { processorTime } from '../testing/processor-time.js'

/** Each user's groups, keyed by user name. */
const GROUPS = { amy: ['user'], ben: ['user'], ed: ['editor'] }

onEveryEngine(
  'permissions',
  (service) => {
    const known: Record<string, Known> = { nobody }
    const send = (who: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, known[who] ?? nobody)
    const status = async (who: string, method: string, path: string, body?: unknown): Promise<number> =>
      (await send(who, method, path, body)).status
    const field = async (path: string, name: string): Promise<unknown> =>
      (await send('root', 'GET', path)).body[name]
    /** Creates an item as root and returns its key. */
    const create = async (path: string, body: object): Promise<Body | undefined> => {
      const response = await send('root', 'POST', path, body)
      expect([response.status, response.body]).toEqual([201, expect.anything()])
      return response.body['id']
    }
    let last = 0
    /** Creates a user in these groups as root, and logs the user in. */
    const newUser = async (groups: readonly string[] = ['user']): Promise<string> => {
      last += 1
      const username = `user${last}`
      const email = `${username}@example.com`
      await send('root', 'POST', '/users', { username, email, password: PASSWORD, groups })
      known[username] = ticketOf(await logIn(service(), '', username))
      return username
    }

    beforeAll(async () => {
      known['root'] = ticketOf(await logIn(service(), '', 'root'))
      for (const [username, groups] of Object.entries(GROUPS)) {
        const email = `${username}@example.com`
        await send('root', 'POST', '/users', { username, groups, email, password: PASSWORD })
        known[username] = ticketOf(await logIn(service(), '', username))
      }
    })

    describe('a write on the "one" side', () => {
      it('does not unlink items that the caller is not allowed to change', async () => {
        const [owner, other] = [await newUser(), await newUser()]
        const note = await create('/notes', { text: 'x', owner })
        for (const [method, path, body] of [
          ['PATCH', `/users/${owner}`, { notes: [] }],
          ['PATCH', `/users/${owner}`, { notes: null }],
          ['PATCH', `/users?username=${owner}`, { notes: [] }],
          ['PUT', `/users?username=${owner}`, { notes: [] }],
          [
            'PUT',
            `/users/${owner}`,
            { username: owner, email: `${owner}@example.com`, password: PASSWORD, notes: [] },
          ],
        ] as const)
          expect([method, path, await status(other, method, path, body)]).toEqual([method, path, 403])
        expect(await field(`/notes/${note}`, 'owner')).toBe(owner)
        expect(await status(owner, 'PATCH', '/users/self', { notes: [] })).toBe(200)
        expect(await field(`/notes/${note}`, 'owner')).toBe(null)
      })

      it('does not link items that the caller is not allowed to change', async () => {
        const [owner, other] = [await newUser(), await newUser()]
        const note = await create('/notes', { text: 'x', owner })
        const email = 'new@example.com'
        for (const [who, method, path, body] of [
          [other, 'PATCH', '/users/self', { notes: [note] }],
          [other, 'PATCH', `/users?username=${other}`, { notes: [note] }],
          ['nobody', 'POST', '/auth/register', { username: 'new', email, password: PASSWORD, notes: [note] }],
        ] as const)
          expect([method, path, await status(who, method, path, body)]).toEqual([method, path, 403])
        expect(await field(`/notes/${note}`, 'owner')).toBe(owner)
        expect(await status('root', 'GET', '/users/new')).toBe(404)
        expect(await status('ed', 'PATCH', `/users/${other}`, { notes: [note] })).toBe(200)
        expect(await field(`/notes/${note}`, 'owner')).toBe(other)
      })

      it('does not unlink the item in a one-to-one relationship if the caller is not allowed to change that item', async () => {
        const owner = await newUser()
        const [vault, free] = [await create('/vaults', { user: owner }), await create('/vaults', {})]
        for (const body of [{ vault: null }, { vault: free }])
          expect([body, await status(owner, 'PATCH', '/users/self', body)]).toEqual([body, 403])
        expect(await status(owner, 'PATCH', `/users?username=${owner}`, { vault: null })).toBe(403)
        expect(await field(`/vaults/${vault}`, 'user')).toBe(owner)
        expect(await status('root', 'PATCH', `/users/${owner}`, { vault: free })).toBe(200)
        expect([await field(`/vaults/${vault}`, 'user'), await field(`/vaults/${free}`, 'user')]).toEqual([
          null,
          owner,
        ])
      })

      it('accepts items that do not change', async () => {
        const owner = await newUser()
        const note = await create('/notes', { text: 'x', owner })
        const vault = await create('/vaults', { user: owner })
        expect(await status('amy', 'PATCH', `/users/${owner}`, { notes: [note], vault, nickname: 'n' })).toBe(
          200,
        )
        expect([await field(`/notes/${note}`, 'owner'), await field(`/vaults/${vault}`, 'user')]).toEqual([
          owner,
          owner,
        ])
      })

      it('by a PUT that omits relationships unlinks only items that the caller is allowed to change', async () => {
        const owner = await newUser()
        const note = await create('/notes', { text: 'x', owner })
        const vault = await create('/vaults', { user: owner })
        const whole = { username: owner, email: `${owner}@example.com`, password: PASSWORD }
        const links = async (): Promise<readonly unknown[]> => [
          await field(`/notes/${note}`, 'owner'),
          await field(`/vaults/${vault}`, 'user'),
        ]
        expect(await status('amy', 'PUT', `/users/${owner}`, whole)).toBe(200)
        expect(await links()).toEqual([owner, owner])
        known[owner] = ticketOf(await logIn(service(), '', owner))
        expect(await status(owner, 'PUT', '/users/self', whole)).toBe(200)
        expect(await links()).toEqual([null, owner])
        expect(await status('root', 'PUT', `/users/${owner}`, whole)).toBe(200)
        expect(await links()).toEqual([null, null])
      })

      it('checks the rules for PATCH on the linked item, even if its other methods have different rules', async () => {
        const folder = await create('/folders', {})
        const label = await create('/labels', { title: 'x' })
        expect(await status('amy', 'PATCH', `/labels/${label}`, { folder })).toBe(403)
        expect(await status('amy', 'PATCH', `/folders/${folder}`, { labels: [label] })).toBe(403)
        expect(await status('amy', 'POST', '/folders', { labels: [label] })).toBe(403)
        expect(await status('root', 'PATCH', `/folders/${folder}`, { labels: [label] })).toBe(200)
        expect(await status('amy', 'PATCH', `/folders/${folder}`, { labels: [] })).toBe(403)
        expect(await field(`/labels/${label}`, 'folder')).toBe(folder)
      })
    })

    describe('a back-reference that the caller is not allowed to write', () => {
      it('cannot be written through the other side either', async () => {
        const [folder, empty] = [await create('/folders', {}), await create('/folders', {})]
        const [page, free] = [await create('/pages', { folder }), await create('/pages', {})]
        for (const [method, path, body] of [
          ['PATCH', `/pages/${free}`, { folder }],
          ['PATCH', `/folders/${empty}`, { pages: [free] }],
          ['PATCH', `/folders/${empty}`, { pages: [page] }],
          ['PATCH', `/folders/${folder}`, { pages: [] }],
          ['PATCH', `/folders?id=${empty}`, { pages: [free] }],
          ['PATCH', `/folders?id=${folder}`, { pages: [] }],
          ['PUT', `/folders?id=${folder}`, { pages: [] }],
          ['PUT', `/folders/${folder}`, { pages: [page, free] }],
          ['POST', '/folders', { pages: [free] }],
          ['POST', '/folders', [{}, { pages: [free] }]],
          ['POST', `/folders/${folder}/pages`, { title: 'x', folder }],
        ] as const) {
          const response = await send('amy', method, path, body)
          expect([method, path, body, response.status]).toEqual([method, path, body, 403])
          expect(String(response.body['detail'])).toContain('folder')
        }
        expect(await status('amy', 'POST', `/folders/${empty}/pages`, { title: 'x' })).toBe(201)
        expect(await status('amy', 'PUT', `/folders/${folder}`, { title: 'new' })).toBe(200)
        expect([await field(`/pages/${page}`, 'folder'), await field(`/pages/${free}`, 'folder')]).toEqual([
          folder,
          null,
        ])
        expect(await status('root', 'PATCH', `/folders/${folder}`, { pages: [free] })).toBe(200)
        expect([await field(`/pages/${page}`, 'folder'), await field(`/pages/${free}`, 'folder')]).toEqual([
          null,
          folder,
        ])
      })
    })

    describe('a route', () => {
      const tokens: Record<string, Known> = {}
      let program = ''
      const statusWith = async (
        headers: Known,
        method: string,
        path: string,
        body?: unknown,
      ): Promise<number> => (await service().send(method, path, body, headers)).status

      beforeAll(async () => {
        for (const login of ['amy', 'root']) {
          const { body } = await send('nobody', 'POST', '/auth/token', { login, password: PASSWORD })
          tokens[login] = { authorization: `ApiKey ${login}:${String(body['token'])}` }
        }
        const created = await service().send('POST', '/programs', { title: 'x', secret: 's' }, tokens['amy'])
        program = `/programs/${String(created.body['_pk'])}`
      })

      it('accepts only the credentials named by its securedBy', async () => {
        const [ticket, token] = [known['amy'] ?? nobody, tokens['amy'] ?? nobody]
        const both = { ...ticket, ...token }
        for (const [method, path, byTicket, byToken, byBoth] of [
          ['GET', '/programs', 401, 200, 200],
          ['HEAD', '/programs', 401, 200, 200],
          ['GET', program, 401, 200, 200],
          ['PATCH', program, 200, 200, 200],
          ['GET', '/folders', 200, 401, 200],
          ['PATCH', '/users/self', 200, 401, 200],
          ['GET', '/users/self', 200, 401, 200],
          ['GET', '/users/amy', 200, 401, 200],
        ] as const) {
          const body = method === 'PATCH' ? {} : undefined
          const seen = [
            await statusWith(ticket, method, path, body),
            await statusWith(token, method, path, body),
            await statusWith(both, method, path, body),
          ]
          expect([method, path, ...seen]).toEqual([method, path, byTicket, byToken, byBoth])
        }
        expect(await statusWith({ ...ticket, authorization: 'ApiKey amy:wrong' }, 'GET', '/programs')).toBe(
          401,
        )
        expect(await statusWith({ ...token, cookie: 'permissions_ticket=wrong' }, 'GET', '/folders')).toBe(
          401,
        )
      })

      it('names a scheme from its securedBy in a 401', async () => {
        const challenge = async (path: string): Promise<unknown> =>
          (await send('nobody', 'GET', path)).headers['www-authenticate']
        expect([
          await challenge('/programs'),
          await challenge('/folders'),
          await challenge('/users/self'),
        ]).toEqual(['ApiKey', 'Ticket', 'Ticket'])
      })

      it('requires credentials for each collection in a request for several collections', async () => {
        const [ticket, token] = [known['amy'] ?? nobody, tokens['amy'] ?? nobody]
        expect(await statusWith(token, 'GET', '/folders,programs')).toBe(401)
        expect(await statusWith(ticket, 'GET', '/folders,programs')).toBe(401)
        expect(await statusWith(ticket, 'GET', '/folders,notes')).toBe(200)
      })

      it('accepts no credentials if its securedBy is null', async () => {
        expect(await status('root', 'POST', '/notices', { title: 'x', draft: 'y' })).toBe(403)
        expect(await status('root', 'POST', '/notices', { title: 'x' })).toBe(201)
        for (const headers of [known['root'], tokens['root']]) {
          const { body } = await service().send('GET', '/notices', undefined, headers)
          const names = Object.keys(body['data']?.[0] ?? {})
          expect([names.includes('title'), names.includes('draft')]).toEqual([true, false])
        }
      })

      it('has the same security in openapi.json', async () => {
        const { body } = await send('nobody', 'GET', '/openapi.json')
        const security = (path: string, method: string): unknown =>
          body['paths']?.[path]?.[method]?.['security']
        expect(security('/programs', 'get')).toEqual([{ apiKey: [] }])
        expect(security('/programs/{id}', 'patch')).toEqual([{ cookie: [] }, { apiKey: [] }])
        expect(security('/folders', 'get')).toEqual([{ cookie: [] }])
        expect(security('/users/self', 'get')).toEqual([{ cookie: [] }])
        expect(security('/notices', 'get')).toEqual([])
      })
    })

    it('an attribute with its own rules also requires view permission on its item', async () => {
      const vault = await create('/vaults', { codes: ['a'] })
      const note = await create('/notes', { text: 'x', tags: ['a'] })
      expect(await status('amy', 'GET', `/notes/${note}/tags`)).toBe(200)
      expect(await status('amy', 'POST', `/notes/${note}/tags`, ['b'])).toBe(200)
      expect(await status('nobody', 'GET', `/vaults/${vault}/codes`)).toBe(401)
      expect(await status('amy', 'GET', `/vaults/${vault}/codes`)).toBe(200)
      const ledger = await create('/ledgers', { lines: ['a'] })
      expect(await status('amy', 'GET', `/ledgers/${ledger}/lines`)).toBe(403)
      expect(await status('amy', 'POST', `/ledgers/${ledger}/lines`, ['b'])).toBe(403)
      expect(await status('root', 'POST', `/ledgers/${ledger}/lines`, ['b'])).toBe(200)
      expect(await field(`/ledgers/${ledger}`, 'lines')).toEqual(['a', 'b'])
    })

    describe('a logout', () => {
      const evil = { origin: 'https://evil.example' }
      const whoIs = async (headers: Known): Promise<number> =>
        (await service().send('GET', '/users/self', undefined, headers)).status

      it.each(['GET', 'POST'])(
        'by %s from a foreign origin is rejected, and the session stays valid',
        async (method) => {
          const ticket = known[await newUser()] ?? nobody
          for (const headers of [{ ...ticket, ...evil }, evil, { ...ticket, origin: 'null' }]) {
            const response = await service().send(method, '/auth/logout', undefined, headers)
            expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined])
          }
          expect(await whoIs(ticket)).toBe(200)
          const own = { ...ticket, origin: 'http://localhost' }
          expect((await service().send(method, '/auth/logout', undefined, own)).status).toBe(200)
          expect(await whoIs(ticket)).toBe(401)
        },
      )

      it('returns 405 for HEAD, and the session stays valid', async () => {
        const ticket = known[await newUser()] ?? nobody
        const response = await service().send('HEAD', '/auth/logout', undefined, ticket)
        expect([response.status, response.headers['allow']]).toEqual([405, 'GET, POST'])
        expect(await whoIs(ticket)).toBe(200)
      })
    })

    describe('a user', () => {
      const password = PASSWORD
      const names = [
        '.',
        '..',
        'self',
        'Self',
        'SELF',
        ' amy',
        'amy ',
        '\u00a0amy',
        'a\nb',
        'a\u007fb',
        'a\u0085b',
      ]
      const misleading = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'].map(
        (mark) => `a${mark}b`,
      )

      it.each([...names, ...misleading, 'a@b', 'everyone', 'g:x'])('cannot be named %j', async (username) => {
        const email = 'ok@example.com'
        for (const [who, path, body] of [
          ['nobody', '/auth/register', { username, email, password }],
          ['root', '/users', { username, email, password }],
          ['root', '/users', [{ username, email, password }]],
        ] as const) {
          const response = await send(who, 'POST', path, body)
          expect([path, response.status]).toEqual([path, 400])
          expect(JSON.stringify(response.body['errors'])).toContain('/username')
        }
      })

      it.each([
        'amy',
        '@example.com',
        'amy@',
        'a b@example.com',
        'a@b@example.com',
        'amy@example..com',
        'amy@.com',
        '.amy@example.com',
        'amy@exa mple.com',
        'amy@-example.com',
        `${'a'.repeat(65)}@example.com`,
        `${'a.'.repeat(200_000)}@${'b-'.repeat(200_000)}`,
      ])('must have a valid email address: case %#', async (email) => {
        const username = await newUser()
        const started = processorTime()
        for (const [who, method, path, body] of [
          ['nobody', 'POST', '/auth/register', { username: 'zoe', email, password }],
          ['root', 'POST', '/users', { username: 'zoe', email, password }],
          ['root', 'PATCH', `/users/${username}`, { email }],
          ['root', 'PUT', `/users/${username}`, { username, email, password }],
          ['root', 'PATCH', `/users?username=${username}`, { email }],
          [username, 'PATCH', '/users/self', { email }],
        ] as const) {
          const response = await send(who, method, path, body)
          expect([method, path, response.status]).toEqual([method, path, 400])
          expect(JSON.stringify(response.body['errors'])).toContain('/email')
        }
        expect(processorTime() - started).toBeLessThan(2000)
      })

      it.each(['amy.b+c@example.co.uk', "o'neil@example.com", 'root@localhost', 'jörg@bücher.example'])(
        'can have the email address %s',
        async (email) => {
          const username = await newUser()
          expect(await status('root', 'PATCH', `/users/${username}`, { email })).toBe(200)
        },
      )

      it('can have a name in any script, and all errors are reported at once', async () => {
        for (const username of ['Zoë', '李雷', 'o’neil', 'a.b', '...', 'selfie'])
          expect(
            await status('root', 'POST', '/users', { username, email: `${last++}@example.com`, password }),
          ).toBe(201)
        const response = await send('root', 'POST', '/users', {
          username: '.',
          email: 'x',
          password: 7,
          nope: 1,
        })
        expect(Object.values(response.body['errors'] ?? {}).map((error) => error['path'])).toEqual(
          expect.arrayContaining(['/username', '/email', '/password', '/nope']),
        )
      })
    })

    it('an anonymous caller gets at most public_max_limit buckets', async () => {
      for (let n = 0; n < 6; n += 1)
        await send('nobody', 'POST', '/notices', { title: `t${n}`, pages: n * 10, day: `20${10 + n}-01-01` })
      for (const query of [
        'terms.field=title',
        'terms.field=title&_aggs.a.terms.size=100',
        'terms.field=pages',
        'histogram.field=pages&_aggs.a.histogram.interval=1',
        'date_histogram.field=day&_aggs.a.date_histogram.interval=year',
      ]) {
        const { body } = await send('nobody', 'GET', `/notices?_aggs.a.${query}`)
        expect([query, Object.keys(body['aggregations']?.['a']?.['buckets'] ?? {}).length]).toEqual([
          query,
          3,
        ])
      }
      for (let n = 0; n < 5; n += 1) await create('/folders', { title: `many${n}` })
      const { body } = await send('amy', 'GET', '/folders?title__startswith=many&_aggs.a.terms.field=title')
      expect(Object.keys(body['aggregations']?.['a']?.['buckets'] ?? {})).toHaveLength(5)
    })
  },
  {
    settings: { ...withAdmin, enable_polymorphic_query: true, public_max_limit: 3 },
    code: userCode('permissions'),
  },
)

onEveryEngine(
  'permissions',
  (service) => {
    it('a filter on a relation considers only related items that the caller is allowed to view no matter what functions return', async () => {
      const known: Record<string, Known> = { nobody, root: ticketOf(await logIn(service(), '', 'root')) }
      const send = (who: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
        service().send(method, path, body, known[who] ?? nobody)
      for (const username of ['amy', 'ben']) {
        const email = `${username}@example.com`
        await send('root', 'POST', '/users', { username, email, password: PASSWORD })
        known[username] = ticketOf(await logIn(service(), '', username))
      }
      const { id: folder } = (await send('root', 'POST', '/folders', { title: 'x' })).body
      const entry = async (title: string, _acl: readonly string[]): Promise<string> =>
        String((await send('root', 'POST', '/entries', { title, folder, _acl })).body['id'])
      const closed = await entry('closed', [])
      await entry('shared', ['allow amy view'])
      const denied = await entry('denied', ['allow amy view', 'deny amy view'])
      const found = async (who: string, query: string): Promise<unknown> =>
        (await send(who, 'GET', `/folders?${query}`)).body['total']
      for (const [query, totals] of [
        ['entries.title=closed', [1, 0, 0]],
        ['entries.title__startswith=c', [1, 0, 0]],
        ['q=entries.title:closed', [1, 0, 0]],
        ['entries.title=shared', [1, 1, 0]],
        ['entries.title=denied', [1, 0, 0]],
        [`entries=${closed}`, [1, 1, 1]],
        [`entries=${denied}`, [1, 0, 1]],
      ] as const)
        expect([query, await Promise.all(['root', 'amy', 'ben'].map((who) => found(who, query)))]).toEqual([
          query,
          totals,
        ])
    })

    it('a PUT without the rules of an item keeps them', async () => {
      const root = ticketOf(await logIn(service(), '', 'root'))
      const { body } = await service().send('POST', '/pages', { _acl: ['deny ben all'] }, root)
      const path = `/pages/${String(body['id'])}`
      const put = async (changes: object): Promise<unknown> =>
        (await service().send('PUT', path, changes, root)).body['_acl']
      expect(await put({})).toEqual(['deny ben all'])
      expect(await put({ _acl: ['deny amy all'] })).toEqual(['deny amy all'])
      expect(await put({ _acl: [] })).toEqual([])
    })

    it('a write to a relation does not reveal whether an item that the caller cannot see is linked', async () => {
      const root = ticketOf(await logIn(service(), '', 'root'))
      const send = (who: Known, method: string, path: string, body?: unknown): Promise<TestResponse> =>
        service().send(method, path, body, who)
      const email = 'cid@example.com'
      await send(root, 'POST', '/users', { username: 'cid', email, password: PASSWORD })
      const cid = ticketOf(await logIn(service(), '', 'cid'))
      const { id: folder } = (await send(root, 'POST', '/folders', { title: 'x' })).body
      const page = async (body: object): Promise<Body | undefined> =>
        (await send(root, 'POST', '/pages', { _acl: ['deny cid all'], ...body })).body['id']
      const [linked, other] = [await page({ folder }), await page({})]
      for (const key of [linked, other]) {
        const { status } = await send(cid, 'PATCH', `/folders/${folder}`, { pages: [key] })
        expect([key, status]).toEqual([key, 403])
      }
      expect((await send(cid, 'PATCH', `/folders/${folder}`, { pages: [] })).status).toBe(200)
      expect((await send(root, 'GET', `/folders/${folder}`)).body['pages']).toEqual([linked])
    })
  },
  { settings: { ...withAdmin, database_acls: true }, code: userCode('permissions') },
)

onEveryEngine(
  'permissions',
  (service) => {
    let root: Known
    let amy: Known
    const send = (who: Known, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, who)
    const create = async (path: string, body: object): Promise<Body | undefined> =>
      (await send(root, 'POST', path, body)).body['id']
    beforeAll(async () => {
      root = ticketOf(await logIn(service(), '', 'root'))
      await send(root, 'POST', '/users', { username: 'amy', email: 'amy@example.com', password: PASSWORD })
      amy = ticketOf(await logIn(service(), '', 'amy'))
    })

    it('a filter on a relation does not reveal items denied by a function', async () => {
      const folder = await create('/folders', { title: 'x' })
      const memo = await create('/memos', { title: 'sealed', folder })
      expect((await send(amy, 'GET', `/memos/${memo}`)).status).toBe(403)
      for (const query of ['memos.title=sealed', 'memos.title__startswith=s', 'q=memos.title:sealed']) {
        expect([query, (await send(amy, 'GET', `/folders?${query}`)).status]).toEqual([query, 403])
        expect([query, (await send(root, 'GET', `/folders?${query}`)).body['total']]).toEqual([query, 1])
      }
    })

    it('a write to a relation in _hidden_fields does not reveal its items', async () => {
      const folder = await create('/folders', { title: 'x' })
      const path = `/folders/${folder}`
      const [linked, other] = [await create('/memos', { keeper: folder }), await create('/memos', {})]
      expect((await send(amy, 'GET', path)).body).not.toHaveProperty('kept')
      for (const key of [linked, other])
        expect((await send(amy, 'PATCH', path, { kept: [key] })).status).toBe(403)
      for (const kept of [[], [other]]) {
        const { status, body } = await send(amy, 'PATCH', path, { kept })
        expect(status).toBe(403)
        expect(JSON.stringify(body)).not.toContain(`Memo ${String(linked)}`)
      }
      expect((await send(root, 'PATCH', path, { kept: [linked] })).status).toBe(200)
      expect((await send(root, 'GET', path)).body['kept']).toEqual([linked])
    })
  },
  { settings: withAdmin, code: userCode('permissions') },
)
