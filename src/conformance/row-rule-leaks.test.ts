import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import { searchUrl, SQLITE, testEngines } from './engines.js'
import { replaceRules, rulesFrom } from './oracle/random-rules.js'
import {
  type Body,
  buildFixture,
  removeProject,
  startService,
  type TestResponse,
  type TestService,
} from './service.js'
import { statementsOf } from './statement-count.js'
import { userCode } from './user-code.js'

// Two organizations that must not learn anything of each other. `xa` and `xb` belong to the organization `x`, `ya` to `y`.

const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  enable_polymorphic_query: true,
  enable_get_tunneling: true,
  'rate_limit.login_max': 1000,
  ...withAdmin,
}

const RULES = rulesFrom({
  organizations: ['allow authenticated view where slug={{user.organization}}'],
  users: [
    'allow authenticated view where organization={{user.organization}}',
    'allow authenticated view, update where username={{user.username}}',
  ],
  profiles: ['allow authenticated all where user={{user.username}}'],
  projects: ['allow authenticated view, create, update where organization={{user.organization}}'],
  memberships: ['allow authenticated view where project.memberships.member={{user.username}}'],
  notes: [
    'allow authenticated all where project.organization={{user.organization}}',
    'allow g:clerk view where level=0&status=draft',
    'allow g:clerk update where project.notes.owner__ne=xa&status=final',
    'allow g:clerk view where status=final',
    'allow g:clerk update where status=draft&level=1',
  ],
})

const projects = new Map<Engine, Promise<string>>()

function projectFor(engine: Engine): Promise<string> {
  const built = projects.get(engine) ?? buildFixture('row-rules', engine, userCode('row-rules'))
  projects.set(engine, built)
  return built
}

afterAll(async () => {
  for (const folder of projects.values()) removeProject(await folder)
})

describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
  'hidden rows on %s do not leak',
  (_name, engine) => {
    let service: TestService
    const callers = new Map<string, Known>()
    const keys: Record<string, string | number> = {}

    const send = (
      who: string,
      method: string,
      path: string,
      body?: unknown,
      more: Known = {},
    ): Promise<TestResponse> =>
      service.send(method, `/v1/${path}`, body, { ...(callers.get(who) ?? nobody), ...more })
    const get = (who: string, path: string, more: Known = {}): Promise<TestResponse> =>
      send(who, 'GET', path, undefined, more)
    const made = async (name: string, path: string, body: object): Promise<void> => {
      const response = await send('root', 'POST', path, body)
      expect(response.status, JSON.stringify(response.body)).toBe(201)
      const { _pk, id } = Object(response.body)
      keys[name] = id ?? _pk
    }
    const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value : [])
    const titles = async (who: string, path: string): Promise<readonly string[]> =>
      listOf((await get(who, path)).body['data']).map(({ title }) => String(title))

    beforeAll(async () => {
      const folder = await projectFor(engine.engine)
      await replaceRules(folder, RULES)
      service = await startService(folder, engine, settings)
      callers.set('root', ticketOf(await logIn(service, '/v1', 'root')))
      for (const slug of ['x', 'y']) await made(slug, 'organizations', { slug, name: `Named ${slug}` })
      for (const [username, organization, groups] of [
        ['xa', 'x', ['user']],
        ['xb', 'x', ['user']],
        ['ya', 'y', ['user']],
        ['clerk', null, ['clerk']],
      ] as const) {
        const user = { username, organization, groups, email: `${username}@example.com`, password: PASSWORD }
        await made(username, 'users', user)
        callers.set(username, ticketOf(await logIn(service, '/v1', username)))
      }
      await made('px', 'projects', { title: 'px', organization: 'x' })
      await made('py', 'projects', { title: 'py', organization: 'y' })
      await made('mx', 'memberships', { project: keys['px'], member: 'xa', role: 'lead' })
      await made('mxb', 'memberships', { project: keys['px'], member: 'xb', role: 'guest' })
      await made('my', 'memberships', { project: keys['py'], member: 'ya', role: 'lead' })
      for (const [title, project, owner, level, status] of [
        ['nx1', 'px', 'xa', 0, 'draft'],
        ['nx2', 'px', 'ya', 1, 'draft'],
        ['ny1', 'py', 'ya', 0, 'draft'],
        ['ny2', 'py', 'xa', 5, 'final'],
      ] as const) {
        const tags = [title]
        await made(title, 'notes', {
          title,
          project: keys[project],
          owner,
          level,
          status,
          tags,
          text: `words ${title}`,
        })
      }
    })
    afterAll(() => service.close())

    it('in totals, and pages are full', async () => {
      expect((await get('xa', 'notes?_count')).body).toEqual({ total: 2 })
      const { body } = await get('xa', 'notes?_limit=1&_start=1')
      expect([body['total'], listOf(body['data']).length]).toEqual([2, 1])
      expect((await get('xa', 'notes?_limit=0')).body['total']).toBe(2)
    })

    it('through the cursor of another caller', async () => {
      const first = await get('ya', 'notes?_limit=1&_sort=title')
      const next = /<\/v1\/([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
      expect(next).toContain('_after')
      expect(await titles('xa', next.replace('_limit=1', '_limit=9'))).toEqual([])
      expect(await titles('ya', next.replace('_limit=1', '_limit=9'))).toEqual(['ny2'])
    })

    it('through the order of lists', async () => {
      // The owner of nx2 is hidden, so that it sorts as null.
      expect(await titles('xa', 'notes?_sort=owner')).toEqual(['nx2', 'nx1'])
      expect(await titles('xa', 'notes?_sort=-owner')).toEqual(['nx1', 'nx2'])
      const { headers } = await get('xa', 'notes?_sort=owner&_limit=1')
      const cursor = /_after=([^&>]+)/.exec(String(headers['link']))?.[1] ?? ''
      expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('ya')
    })

    it('through _fields and nested documents', async () => {
      const { body } = await get('xa', 'notes?title=nx2&_fields=owner,title')
      expect(body['data']?.[0]).toMatchObject({ owner: null, title: 'nx2' })
      expect(JSON.stringify((await get('clerk', `notes/${keys['ny2']}`)).body)).not.toContain(`"project":"`)
      const users = await get('xa', 'users/xa')
      expect(listOf(users.body['notes'])).toEqual([keys['nx1']])
      const project = await get('xa', `projects/${keys['px']}`)
      expect(JSON.stringify(project.body)).not.toContain('ya')
    })

    it('through ETags and 304', async () => {
      const [mine, admins] = await Promise.all([get('xa', 'users/xa'), get('root', 'users/xa')])
      expect(mine.headers['etag']).not.toBe(admins.headers['etag'])
      const tag = String(mine.headers['etag'])
      expect((await get('xa', 'users/xa', { 'if-none-match': tag })).status).toBe(304)
      // A change of a hidden row does not change the document that the caller sees.
      await send('root', 'PATCH', `notes/${keys['ny2']}`, { owner: null })
      expect((await get('xa', 'users/xa', { 'if-none-match': tag })).status).toBe(304)
      await send('root', 'PATCH', `notes/${keys['ny2']}`, { owner: 'xa' })
      const hidden = await get('root', `notes/${keys['ny1']}`)
      for (const condition of ['if-match', 'if-none-match'])
        expect(
          (await get('xa', `notes/${keys['ny1']}`, { [condition]: String(hidden.headers['etag']) })).status,
        ).toBe(404)
      const match = { 'if-match': String(hidden.headers['etag']) }
      expect((await send('xa', 'PATCH', `notes/${keys['ny1']}`, { level: 9 }, match)).status).toBe(404)
    })

    it('through conflicts and probes of unique values', async () => {
      const conflict = await send('xa', 'PATCH', 'users/xa', { email: 'ya@example.com' })
      expect(conflict.status).toBe(409)
      expect(JSON.stringify(conflict.body)).not.toContain('ya')
      // A caller who cannot create rows gets the same response for used and free keys.
      for (const [used, free] of [
        [{ slug: 'y' }, { slug: 'z' }],
        [
          { slug: 'w', name: 'Named y' },
          { slug: 'w', name: 'Free' },
        ],
      ])
        expect((await send('xa', 'POST', 'organizations', used)).body).toEqual(
          (await send('xa', 'POST', 'organizations', free)).body,
        )
      const pair = { project: keys['py'], member: 'ya' }
      const probe = await send('xa', 'POST', 'memberships', pair)
      expect([probe.status, probe.body]).toEqual([
        400,
        (await send('xa', 'POST', 'memberships', { ...pair, member: 'ya' })).body,
      ])
    })

    it('in the responses and Location of rows that cannot be viewed', async () => {
      const changed = await send('clerk', 'PATCH', `notes/${keys['nx2']}`, { text: 'changed' })
      expect([changed.status, Object.keys(changed.body).sort()]).toEqual([200, ['_pk', '_self', '_type']])
      // The ETag does not depend on values that the caller cannot view.
      const again = await send('clerk', 'PATCH', `notes/${keys['nx2']}`, { text: 'changed again' })
      expect(again.headers['etag']).toBe(changed.headers['etag'])
      const created = await send('xa', 'POST', 'projects', { title: 'another' })
      expect([created.status, String(created.headers['location'])]).toEqual([
        201,
        expect.stringMatching(/\/v1\/projects\/\w+$/),
      ])
      await send('root', 'DELETE', `projects/${String(created.body['_pk'])}`)
    })

    it('through the paths of errors, or differences between missing and hidden rows', async () => {
      const missing = engine.engine === 'svc_sqla' ? '999999' : '0123456789abcdef01234567'
      const same = async (
        method: string,
        path: (key: string) => string,
        body?: (key: string) => object,
      ): Promise<void> => {
        const hidden = String(keys['ny1'])
        const [one, other] = [
          await send('xa', method, path(hidden), body?.(hidden)),
          await send('xa', method, path(missing), body?.(missing)),
        ]
        const plain = ({ status, body: text }: TestResponse, key: string): string =>
          `${status} ${JSON.stringify(text).replaceAll(key, 'KEY')}`
        expect([method, path('KEY'), plain(one, hidden)]).toEqual([
          method,
          path('KEY'),
          plain(other, missing),
        ])
        expect(one.status).toBeGreaterThanOrEqual(400)
      }
      await same('GET', (key) => `notes/${key}`)
      await same('GET', (key) => `notes/${key}/tags`)
      await same('GET', (key) => `notes/${key}/title`)
      await same(
        'POST',
        (key) => `notes/${key}/tags`,
        () => ['x'],
      )
      await same('POST', (key) => `notes/${key}/publish`)
      await same(
        'PATCH',
        (key) => `notes/${key}`,
        () => ({ title: 'x' }),
      )
      await same(
        'PATCH',
        (key) => `notes/${key}`,
        () => ({ title: 7, unknown: 1 }),
      )
      await same(
        'PUT',
        (key) => `notes/${key}`,
        () => ({ title: 'x' }),
      )
      await same('DELETE', (key) => `notes/${key}`)
      await same(
        'PATCH',
        () => `projects/${keys['px']}`,
        (key) => ({ notes: [key] }),
      )
      await same(
        'POST',
        () => 'projects',
        (key) => ({ title: 'x', notes: [key] }),
      )
    })

    it.runIf(engine.engine === 'svc_sqla')('through the time that a response takes', async () => {
      // The smallest of several counts, because the pool and the service also send statements of their own now and
      // then. A statement that the request sends is in each of them.
      const count = async (method: string, path: string, body?: unknown): Promise<number> => {
        const counts: number[] = []
        for (let time = 0; time < 3; time += 1)
          counts.push(await statementsOf(() => send('xa', method, path, body)))
        return Math.min(...counts)
      }
      for (const [method, path, body] of [
        ['GET', (key: unknown) => `notes/${String(key)}`, undefined],
        ['PATCH', (key: unknown) => `notes/${String(key)}`, () => ({ title: 'x' })],
        ['DELETE', (key: unknown) => `notes/${String(key)}`, undefined],
        ['PATCH', () => 'users/xa', (key: unknown) => ({ notes: [key] })],
        ['POST', (key: unknown) => `projects/${String(key)}/notes`, () => ({ title: 'x' })],
      ] as const) {
        const hidden = method === 'POST' ? keys['py'] : keys['ny1']
        const missing = 999_999
        // The first request prepares statements.
        await count(method, path(missing), body?.(missing))
        expect([method, await count(method, path(hidden), body?.(hidden))]).toEqual([
          method,
          await count(method, path(missing), body?.(missing)),
        ])
      }
    })

    it('in filters, expressions, aggregations and lists of several collections', async () => {
      for (const query of [
        'owner=ya',
        'owner.username=ya',
        'owner__in=ya',
        'project.organization=y',
        'project.organization.slug=y',
        'q=ny1',
        'q=text:ny1',
        'title=(ny1 OR ny2)',
        'title__in=ny1,ny2',
        'project.notes.title=ny1',
        `id=${keys['ny1']}`,
      ])
        expect([query, (await get('xa', `notes?${encodeURI(query)}`)).body['total']]).toEqual([query, 0])
      expect((await get('xa', 'notes?owner__exists=false')).body['total']).toBe(1)
      expect((await get('xa', 'notes?owner__ne=ya')).body['total']).toBe(2)
      const { body } = await get('xa', 'notes?_aggs.by.terms.field=owner&_aggs.n.value_count.field=owner')
      expect(body['aggregations']).toEqual({
        by: { buckets: [{ key: 'xa', doc_count: 1 }] },
        n: { value: 1 },
      })
      const facets = async (who: string, field: string): Promise<unknown> => {
        const { body } = await get(
          who,
          `notes?_aggs.by.terms.field=${field}&_aggs.n.value_count.field=${field}`,
        )
        const { by, n } = Object(body['aggregations'])
        return [n.value, ...listOf(by.buckets).map(({ key, doc_count: count }) => `${key}: ${count}`)]
      }
      expect(await facets('xa', 'owner.username')).toEqual([1, 'xa: 1'])
      expect(await facets('xa', 'owner.organization')).toEqual([1, 'x: 1'])
      expect(await facets('xa', 'owner.organization.name')).toEqual([1, 'Named x: 1'])
      expect(await facets('xa', 'project.organization.name')).toEqual([2, 'Named x: 2'])
      expect(await facets('clerk', 'title')).toEqual([3, 'nx1: 1', 'ny1: 1', 'ny2: 1'])
      for (const field of ['project.title', 'project', 'project.organization.name', 'owner.username'])
        expect([field, await facets('clerk', field)]).toEqual([field, [0]])
      const several = await get('xa', 'notes,projects?_limit=100')
      expect(listOf(several.body['data']).map(({ title }) => title)).toEqual(['nx1', 'nx2', 'px'])
      expect(several.body['total']).toBe(3)
    })

    it('through a path over several to-many relations', async () => {
      const { body } = await get('xa', 'memberships?_sort=member')
      expect(listOf(body['data']).map(({ id }) => id)).toEqual([keys['mx'], keys['mxb']])
      expect((await get('xa', 'users?memberships.project.notes.title=ny1')).body['total']).toBe(0)
      expect((await get('xa', 'organizations?projects.notes.title=ny1')).body['total']).toBe(0)
      expect((await get('xa', 'organizations?projects.notes.title=nx1')).body['total']).toBe(1)
    })

    it('by a PUT or PATCH that takes a row to or from another organization', async () => {
      for (const [method, body] of [
        ['PUT', { title: 'px', organization: null }],
        ['PUT', { title: 'px' }],
        ['PATCH', { organization: null }],
        ['PATCH', { organization: 'y' }],
      ] as const) {
        const { status } = await send('xa', method, `projects/${keys['px']}`, body)
        const isHidden = 'organization' in body && body.organization === 'y'
        expect([method, body, status]).toEqual([method, body, isHidden ? 400 : 403])
      }
      expect((await send('xa', 'PATCH', `notes/${keys['nx1']}`, { project: keys['py'] })).status).toBe(400)
      expect((await send('xa', 'PATCH', 'notes', { project: null })).status).toBe(403)
      expect((await send('xa', 'PATCH', 'notes', { project: keys['py'] })).status).toBe(400)
      const stored = await get('root', `projects/${keys['px']}`)
      expect([stored.body['organization']?.['slug'], listOf(stored.body['notes']).length]).toEqual(['x', 2])
    })

    it('by links from either side, including an empty list', async () => {
      for (const [who, path, body, status] of [
        ['xa', `projects/${keys['px']}`, { notes: [keys['ny1']] }, 400],
        ['xa', `projects/${keys['px']}`, { notes: [] }, 403],
        ['clerk', `projects/${keys['px']}`, { notes: [] }, 404],
        ['xa', 'users/xa', { notes: [keys['ny2']] }, 400],
        ['xb', 'users/xa', { notes: [] }, 403],
        ['xa', `notes/${keys['nx1']}`, { owner: 'ya' }, 400],
      ] as const)
        expect([path, body, (await send(who, 'PATCH', path, body)).status]).toEqual([path, body, status])
      // Setting the list keeps links to hidden rows.
      expect((await send('xa', 'PATCH', 'users/xa', { notes: [] })).status).toBe(200)
      expect((await get('root', `notes/${keys['ny2']}`)).body['owner']).toBe('xa')
      await send('root', 'PATCH', `notes/${keys['nx1']}`, { owner: 'xa' })
    })

    it('by creating a row that only its own links allow', async () => {
      const { status, body } = await send('xa', 'POST', 'projects', {
        title: 'with notes',
        notes: [keys['nx1']],
      })
      expect([status, listOf(body['notes']).length]).toEqual([201, 1])
      await send('root', 'PATCH', `notes/${keys['nx1']}`, { project: keys['px'] })
      expect((await send('xa', 'POST', 'notes', { title: 'n', project: keys['py'] })).status).toBe(400)
      expect((await send('xa', 'POST', `projects/${keys['py']}/notes`, { title: 'n' })).status).toBe(404)
      expect((await send('xa', 'POST', 'notes', { title: 'n' })).status).toBe(403)
      expect(
        (await send('xa', 'POST', 'notes', [{ title: 'n', project: keys['px'] }, { title: 'n' }])).status,
      ).toBe(403)
      expect((await get('root', 'notes?title=n&_count')).body['total']).toBe(0)
      await send('root', 'DELETE', `projects/${String(body['_pk'])}`)
    })

    it('by registration', async () => {
      const user = { username: 'new', email: 'new@example.com', password: PASSWORD }
      expect((await send('', 'POST', 'auth/register', { ...user, groups: ['admin'] })).status).toBe(403)
      expect((await send('', 'POST', 'auth/register', { ...user, notes: [keys['ny1']] })).status).toBe(400)
      expect((await send('', 'POST', 'auth/register', { ...user, organization: 'none' })).status).toBe(400)
    })

    it('by tunneled methods', async () => {
      const hidden = `notes/${keys['ny1']}`
      for (const query of ['_m=DELETE', '_m=PATCH&title=x', '_m=PUT&title=x', '_m=POST&title=x'])
        for (const who of ['', 'xa'])
          expect((await get(who, `${hidden}?${query}`)).status).toBeGreaterThanOrEqual(400)
      const shown = `notes/${keys['nx1']}`
      expect((await get('', `${shown}?_m=PATCH&title=x`)).status).toBe(404)
      expect((await get('root', shown)).body['title']).toBe('nx1')
      expect((await get('root', hidden)).body['title']).toBe('ny1')
    })

    it('if values are 0, and if a rule has several filters', async () => {
      expect(await titles('clerk', 'notes?_sort=title')).toEqual(['nx1', 'ny1', 'ny2'])
      expect((await get('clerk', 'notes?level=0&_count')).body['total']).toBe(2)
      expect((await send('clerk', 'PATCH', `notes/${keys['nx1']}`, { level: 0 })).status).toBe(403)
    })

    it('if a rule has a negated filter on related rows that the caller cannot view', async () => {
      // The clerk sees no project. The note of xa in the same project excludes the row, whether it is visible or not.
      const { body } = await send('clerk', 'PATCH', 'notes?title=ny2', { level: 7 })
      expect(body['count']).toBe(0)
      expect((await get('root', `notes/${keys['ny2']}`)).body['level']).not.toBe(7)
      expect((await send('clerk', 'PATCH', `notes/${keys['ny2']}`, { level: 7 })).status).toBe(403)
    })

    it('through statements that are prepared once', async () => {
      const all = await Promise.all(
        ['xa', 'ya', 'xb', 'ya', 'xa', 'clerk'].map((who) => titles(who, 'notes?_sort=title')),
      )
      expect(all).toEqual([
        ['nx1', 'nx2'],
        ['ny1', 'ny2'],
        ['nx1', 'nx2'],
        ['ny1', 'ny2'],
        ['nx1', 'nx2'],
        ['nx1', 'ny1', 'ny2'],
      ])
    })
  },
)

describe('rules of items and row rules', () => {
  it('must both allow a request', async () => {
    const folder = await buildFixture('row-rules', 'svc_sqla', userCode('row-rules'), true)
    await replaceRules(folder, RULES)
    const service = await startService(folder, SQLITE, { ...settings, database_acls: true })
    try {
      const callers = new Map<string, Known>([['root', ticketOf(await logIn(service, '/v1', 'root'))]])
      const send = (who: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
        service.send(method, `/v1/${path}`, body, callers.get(who) ?? nobody)
      const made = async (path: string, body: object): Promise<unknown> => {
        const response = await send('root', 'POST', path, body)
        expect(response.status, JSON.stringify(response.body)).toBe(201)
        return Object(response.body)['id']
      }
      for (const slug of ['x', 'y']) await made('organizations', { slug })
      for (const [username, organization] of [
        ['xa', 'x'],
        ['ya', 'y'],
      ] as const) {
        const email = `${username}@example.com`
        await made('users', { username, organization, groups: ['user'], email, password: PASSWORD })
        callers.set(username, ticketOf(await logIn(service, '/v1', username)))
      }
      const [px, py] = [
        await made('projects', { title: 'px', organization: 'x' }),
        await made('projects', { title: 'py', organization: 'y' }),
      ]
      const plain = await made('notes', { title: 'plain', project: px })
      const denied = await made('notes', {
        title: 'denied',
        project: px,
        _acl: ['deny xa view, update, delete'],
      })
      const other = await made('notes', { title: 'other', project: py, _acl: ['allow xa all'] })

      const titles = async (who: string, query: string): Promise<readonly unknown[]> => {
        const { body } = await send(who, 'GET', `notes?_sort=title&${query}`)
        const data: unknown = body['data']
        expect(body['total']).toBe(Array.isArray(data) ? data.length : 0)
        return Array.isArray(data) ? data.map((row) => Object(row)['title']) : []
      }
      expect(await titles('xa', '')).toEqual(['plain'])
      expect(await titles('root', '')).toEqual(['denied', 'other', 'plain'])
      for (const query of [
        'q=title:other',
        'q=title:denied',
        'title=denied',
        'project.title=py',
        `id=${String(other)}`,
      ])
        expect([query, await titles('xa', query)]).toEqual([query, []])
      expect((await send('xa', 'GET', 'projects?notes.title=denied&_count')).body['total']).toBe(0)
      expect((await send('xa', 'GET', 'projects?notes.title=other&_count')).body['total']).toBe(0)
      expect((await send('xa', 'GET', 'projects?notes.title=plain&_count')).body['total']).toBe(1)
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { level: 1 }],
        ['PUT', '', { title: 'x' }],
        ['DELETE', '', undefined],
        ['GET', '/tags', undefined],
        ['POST', '/tags', ['x']],
        ['POST', '/publish', undefined],
        ['GET', '?_m=DELETE', undefined],
        ['GET', '?_m=PATCH&title=x', undefined],
      ] as const)
        for (const key of [denied, other])
          expect(
            (await send('xa', method, `notes/${String(key)}${path}`, body)).status,
          ).toBeGreaterThanOrEqual(400)
      expect((await send('xa', 'PATCH', 'notes', { level: 3 })).body['count']).toBe(1)
      expect((await send('xa', 'DELETE', 'notes?title=denied')).body['count']).toBe(0)
      expect((await send('xa', 'DELETE', 'notes?title=other')).body['count']).toBe(0)
      expect((await send('xa', 'PATCH', `notes/${String(plain)}`, { _acl: ['allow ya view'] })).status).toBe(
        403,
      )
      expect((await send('ya', 'GET', `notes/${String(other)}`)).status).toBe(200)
      const document = (await send('xa', 'GET', `projects/${String(px)}`)).body
      expect(JSON.stringify(document)).not.toMatch(/denied|other/)
      expect(await titles('root', 'level=3')).toEqual(['plain'])
    } finally {
      await service.close()
      removeProject(folder)
    }
  })
})

const searchServer = searchUrl()

describe.runIf(searchServer !== undefined)('an outdated search index', () => {
  it('does not return rows that the database hides', async () => {
    const server = searchServer ?? ''
    const folder = await projectFor('svc_sqla')
    await replaceRules(folder, RULES)
    const service = await startService(folder, SQLITE, settings, { server, models: 'all' })
    try {
      const root = ticketOf(await logIn(service, '/v1', 'root'))
      const made = async (path: string, body: object): Promise<unknown> =>
        Object((await service.send('POST', `/v1/${path}`, body, root)).body)['id']
      for (const slug of ['x', 'y']) await made('organizations', { slug })
      const user = { username: 'xa', organization: 'x', email: 'xa@example.com', password: PASSWORD }
      await made('users', user)
      const xa = ticketOf(await logIn(service, '/v1', 'xa'))
      const px = await made('projects', { title: 'px', organization: 'x' })
      const py = await made('projects', { title: 'py', organization: 'y' })
      const title = `outdated${Date.now()}`
      await made('notes', { title, project: py })
      await made('notes', { title: `${title} seen`, project: px })
      const found = async (query: string): Promise<unknown> =>
        (await service.send('GET', `/v1/notes?q=${title}${query}`, undefined, xa)).body['data']
      expect(await found('')).toEqual([expect.objectContaining({ title: `${title} seen` })])
      // As if the index did not know yet that the note has moved to another organization.
      const changed = await fetch(`${server}/svcgen_*note*/_update_by_query?refresh=true&conflicts=proceed`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: { match: { title } },
          script: { source: 'ctx._source.project = params.project', params: { project: px } },
        }),
      })
      expect(await changed.json()).toMatchObject({ updated: 2 })
      for (const query of ['', '&_sort=owner', '&_sort=-title', '&_limit=1'])
        expect([query, await found(query)]).toEqual([
          query,
          [expect.objectContaining({ title: `${title} seen` })],
        ])
    } finally {
      await service.close()
    }
  })
})
