import { describe, expect, it } from 'vitest'
import { below, pick, type Random, random } from '../testing/random.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import {
  type Collection,
  COLLECTIONS,
  compare,
  keyField,
  PlainRules,
  randomCollection,
  randomFilter,
  randomKey,
  type RuledRow,
  type Rows,
} from './oracle/row-rules.js'
import type { TestResponse, TestService } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  enable_polymorphic_query: true,
  'rate_limit.login_max': 1000,
  ...withAdmin,
}

const USERS = [
  { username: 'ada', organization: 'a', groups: ['user'], level: 0 },
  { username: 'bob', organization: 'b', groups: ['doctor'], level: null },
  { username: 'cy', organization: 'a', groups: ['doctor', 'user'], level: 9 },
  { username: 'dan', organization: 'a', groups: ['clerk'], level: 3 },
  { username: 'eve', organization: null, groups: ['user'], level: null },
] as const

/** Number of random requests per engine. */
const REQUESTS = Number(process.env['TEST_REQUESTS'] ?? 60)

interface World {
  readonly service: TestService
  readonly admin: Known
  readonly callers: ReadonlyMap<string, Known>
}

async function readAll({ service, admin }: World): Promise<Rows> {
  const found: Partial<Record<Collection, readonly RuledRow[]>> = {}
  for (const collection of Object.keys(COLLECTIONS) as Collection[]) {
    const { body } = await service.send('GET', `/v1/${collection}?_limit=1000`, undefined, admin)
    found[collection] = body['data'] as unknown as RuledRow[]
  }
  return withReferences(found as Rows)
}

/** Documents show nested organizations; the oracle needs their keys. */
function withReferences(rows: Rows): Rows {
  const key = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && '_pk' in value
      ? ((value as Record<string, unknown>)['slug'] ?? (value as Record<string, unknown>)['id'])
      : value
  return Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [
      name,
      list.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [field, key(value)]))),
    ]),
  ) as unknown as Rows
}

async function makeWorld(service: TestService, next: Random): Promise<World> {
  const admin = ticketOf(await logIn(service, '/v1', 'root'))
  const post = async (path: string, body: object): Promise<TestResponse> => {
    const response = await service.send('POST', `/v1/${path}`, body, admin)
    expect(response.status, JSON.stringify(response.body)).toBe(201)
    return response
  }
  for (const slug of ['a', 'b', 'c']) await post('organizations', { slug, name: `Organization ${slug}` })
  for (const user of USERS)
    await post('users', { ...user, email: `${user.username}@example.com`, password: PASSWORD })
  const names = [...USERS.map(({ username }) => username), null]
  const projects: unknown[] = [null]
  for (let index = 0; index < 6; index++) {
    const body = { title: `Project ${index % 4}`, organization: pick(next, ['a', 'b', 'c', null]) }
    projects.push((await post('projects', body)).body['id'])
  }
  const pairs = new Set<string>()
  for (let index = 0; index < 10; index++) {
    const [project, member] = [pick(next, projects), pick(next, names)]
    if (pairs.has(`${String(project)} ${member}`)) continue
    pairs.add(`${String(project)} ${member}`)
    await post('memberships', { project, member, role: pick(next, ['lead', 'guest', null]) })
  }
  for (const { username } of USERS.slice(0, 3))
    await post('profiles', { user: username, city: `City of ${username}` })
  await makeNotes(service, admin, next, { projects, count: 40 })
  const callers = new Map<string, Known>([
    ['', nobody],
    ['root', admin],
  ])
  for (const { username } of USERS) callers.set(username, ticketOf(await logIn(service, '/v1', username)))
  return { service, admin, callers }
}

/** Creates notes, which random requests delete. */
async function makeNotes(
  service: TestService,
  admin: Known,
  next: Random,
  { projects, count }: { readonly projects: readonly unknown[]; readonly count: number },
): Promise<void> {
  const notes = Array.from({ length: count }, () => ({
    title: `Note ${below(next, 8)}`,
    text: pick(next, ['secret words', 'open words']),
    status: pick(next, ['draft', 'final', null]),
    level: pick(next, [null, 0, 1, 3, 5, 7]),
    tags: pick(next, [[], ['ada'], ['eve', 'x'], null]),
    owner: pick(next, [...USERS.map(({ username }) => username), null]),
    project: pick(next, projects),
  }))
  expect((await service.send('POST', '/v1/notes', notes, admin)).status).toBe(201)
}

/** Compares a random request of a random caller with the plain rules. */
async function randomRead(world: World, rows: Rows, next: Random): Promise<void> {
  const { service, callers } = world
  const rules = new PlainRules(rows)
  const name = pick(next, [...callers.keys()])
  const user = name === '' ? undefined : rules.find('users', name)
  const headers = callers.get(name) ?? nobody
  const collection = randomCollection(next)
  const key = keyField(collection)
  const { to, from, fields } = COLLECTIONS[collection] as {
    readonly to: Record<string, string>
    readonly from: Record<string, string>
    readonly fields: readonly string[]
  }
  const visible = rules.visible(user, collection)
  if (next() < 0.25) {
    const wanted = randomKey(next, rows, collection)
    const path = `/v1/${collection}/${String(wanted)}`
    const { status, body } = await service.send('GET', path, undefined, headers)
    const row = visible.find((each) => each[key] === wanted)
    expect([path, name, status]).toEqual([path, name, row === undefined ? 404 : 200])
    if (row !== undefined)
      compareDocument(rules, user, collection, row, body as unknown as RuledRow, `${name} ${path}`)
    return
  }
  const filters = Array.from({ length: below(next, 3) }, () => randomFilter(next, rows, collection))
  const distinct = [...new Map(filters.map((filter) => [filter.text.split('=')[0], filter])).values()]
  const selected = visible.filter((row) => distinct.every((filter) => filter.selects(rules, user, row)))
  const query = distinct.map(({ text }) => text)
  if (next() < 0.15 && Object.keys(to).length > 0) {
    const field = pick(next, Object.keys(to))
    const path = `/v1/${collection}?${[...query, `_aggs.by.terms.field=${field}&_aggs.n.value_count.field=${field}`].join('&')}`
    const { body } = await service.send('GET', path, undefined, headers)
    const counts = new Map<unknown, number>()
    for (const row of selected) {
      const value = rules.shown(user, collection, row)[field]
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const buckets = (body['aggregations']?.['by']?.['buckets'] ?? []) as unknown as {
      key: unknown
      doc_count: number
    }[]
    expect([path, name, new Map(buckets.map((bucket) => [bucket.key, bucket.doc_count]))]).toEqual([
      path,
      name,
      counts,
    ])
    expect(body['aggregations']?.['n']?.['value']).toBe([...counts.values()].reduce((sum, n) => sum + n, 0))
    return
  }
  const sortable = [...fields, ...Object.keys(to)]
  const sort = [...new Set(Array.from({ length: below(next, 3) }, () => pick(next, sortable)))].filter(
    (each) => each !== key,
  )
  const directions = sort.map(() => next() < 0.5)
  const order = (a: RuledRow, b: RuledRow): number => {
    const [one, other] = [rules.shown(user, collection, a), rules.shown(user, collection, b)]
    for (const [index, field] of sort.entries()) {
      const result = compare(one[field] ?? null, other[field] ?? null)
      if (result !== 0) return directions[index] === true ? -result : result
    }
    return directions.at(-1) === true ? compare(b[key], a[key]) : compare(a[key], b[key])
  }
  const sorted = selected.toSorted(order)
  const limit = 1 + below(next, 6)
  const keys = sort.map((field, index) => (directions[index] === true ? `-${field}` : field))
  const parameters = [...query, `_limit=${limit}`, ...(keys.length === 0 ? [] : [`_sort=${keys.join(',')}`])]
  let path: string | undefined = `/v1/${collection}?${parameters.join('&')}`
  const found: RuledRow[] = []
  for (let page = 0; path !== undefined; page++) {
    if (page > 100) throw new Error(`no last page: ${path}`)
    const { status, body, headers: answered } = await service.send('GET', path, undefined, headers)
    expect([path, name, status]).toEqual([path, name, 200])
    if (body['total'] !== undefined) expect([path, name, body['total']]).toEqual([path, name, sorted.length])
    found.push(...(body['data'] as unknown as RuledRow[]))
    path = /<([^>]+)>/.exec(String(answered['link'] ?? ''))?.[1]
  }
  expect([parameters.join('&'), collection, name, found.map((row) => row[key])]).toEqual([
    parameters.join('&'),
    collection,
    name,
    sorted.map((row) => row[key]),
  ])
  for (const document of found) {
    const row = rows[collection].find((each) => each[key] === document[key])
    if (row !== undefined) compareDocument(rules, user, collection, row, document, `${name} ${collection}`)
  }
  void from
}

function compareDocument(
  rules: PlainRules,
  user: RuledRow | undefined,
  collection: Collection,
  row: RuledRow,
  document: RuledRow,
  label: string,
): void {
  const { to, from } = COLLECTIONS[collection] as {
    readonly to: Record<string, string>
    readonly from: Record<string, string>
  }
  const keyIn = (value: unknown, target: string): unknown =>
    typeof value === 'object' && value !== null ? (value as RuledRow)[keyField(target as Collection)] : value
  const shown = rules.shown(user, collection, row)
  for (const [field, target] of Object.entries(to))
    expect([label, field, keyIn(document[field], target)]).toEqual([label, field, shown[field] ?? null])
  for (const [field, target] of Object.entries(from)) {
    const keys = ((document[field] ?? []) as unknown[]).map((value) => keyIn(value, target))
    expect([label, field, keys]).toEqual([label, field, rules.related(user, collection, field, row)])
  }
}

/** Sends a random write, and compares its status and everything that is stored afterward with the plain rules. */
async function randomWrite(world: World, rows: Rows, next: Random): Promise<Rows> {
  const { service, callers } = world
  const rules = new PlainRules(rows)
  const name = pick(next, [...callers.keys()])
  const user = name === '' ? undefined : rules.find('users', name)
  const headers = callers.get(name) ?? nobody
  const key = keyField('notes')
  const visibleKey = (collection: Collection, value: unknown): boolean =>
    value === null ||
    value === undefined ||
    rules.visible(user, collection).some((row) => row[keyField(collection)] === value)
  const changes: Record<string, unknown> = {}
  if (next() < 0.7) changes['status'] = pick(next, ['draft', 'final', null])
  if (next() < 0.3) changes['owner'] = pick(next, [...USERS.map(({ username }) => username), null])
  if (next() < 0.3) changes['project'] = pick(next, [...rows.projects.map((row) => row['id']), null])
  if (next() < 0.3) changes['level'] = pick(next, [null, 0, 5, 9])
  const linksHidden = !visibleKey('users', changes['owner']) || !visibleKey('projects', changes['project'])
  const kind = pick(next, ['update', 'create', 'delete', 'bulk update', 'bulk delete'])
  const expected = rows.notes.map((row) => ({ ...row }))
  const keepHidden = (row: RuledRow): Record<string, unknown> => {
    const kept = { ...changes }
    const shown = rules.shown(user, 'notes', row)
    for (const field of ['owner', 'project'])
      if (kept[field] === null && row[field] !== null && shown[field] === null) delete kept[field]
    return kept
  }
  const label = `${name} ${kind} ${JSON.stringify(changes)}`
  if (kind === 'create') {
    const created = { title: 'New', status: 'draft', level: null, owner: null, project: null, ...changes }
    const { status } = await service.send('POST', '/v1/notes', { title: 'New', ...changes }, headers)
    const allowed = rules.covers(user, 'create', 'notes', created)
    expect([label, status]).toEqual([label, linksHidden ? 400 : allowed ? 201 : 403])
    const after = await readAll(world)
    expect([label, after.notes.length]).toEqual([label, rows.notes.length + (status === 201 ? 1 : 0)])
    return after
  }
  if (kind === 'update' || kind === 'delete') {
    const wanted = randomKey(next, rows, 'notes')
    const index = rows.notes.findIndex((row) => row[key] === wanted)
    const row = rows.notes[index] ?? {}
    const permission = kind
    const isVisible = rules.covers(user, 'view', 'notes', row)
    const isCovered = rules.covers(user, permission, 'notes', row)
    const path = `/v1/notes/${String(wanted)}`
    const response =
      kind === 'update'
        ? await service.send('PATCH', path, changes, headers)
        : await service.send('DELETE', path, undefined, headers)
    const missing = isCovered ? undefined : isVisible ? 403 : 404
    if (kind === 'delete') {
      expect([label, path, response.status]).toEqual([label, path, missing ?? 200])
      if (missing === undefined) expected.splice(index, 1)
    } else {
      const changed = { ...row, ...keepHidden(row) }
      const resulting = rules.covers(user, 'update', 'notes', changed)
      const status = missing ?? (linksHidden ? 400 : resulting ? 200 : 403)
      expect([label, path, response.status]).toEqual([label, path, status])
      if (status === 200) {
        expected[index] = changed
        const names = Object.keys(response.body).sort()
        if (!rules.covers(user, 'view', 'notes', changed)) expect(names).toEqual(['_pk', '_self', '_type'])
      }
    }
  } else {
    const filter = randomFilter(next, rows, 'notes')
    const selected = rows.notes.filter((row) => {
      const permission = kind === 'bulk update' ? 'update' : 'delete'
      return (
        rules.covers(user, 'view', 'notes', row) &&
        rules.covers(user, permission, 'notes', row) &&
        filter.selects(rules, user, row)
      )
    })
    const path = `/v1/notes?${filter.text}`
    const keys = new Set(selected.map((row) => row[key]))
    if (kind === 'bulk delete') {
      const response = await service.send('DELETE', path, undefined, headers)
      expect([label, path, response.status, response.body['count']]).toEqual([
        label,
        path,
        200,
        selected.length,
      ])
      for (const row of selected)
        expected.splice(
          expected.findIndex((each) => each[key] === row[key]),
          1,
        )
    } else if (Object.keys(changes).length > 0) {
      const response = await service.send('PATCH', path, changes, headers)
      const isAllowed = selected.every((row) => rules.covers(user, 'update', 'notes', { ...row, ...changes }))
      const status = linksHidden ? 400 : isAllowed ? 200 : 403
      expect([label, path, response.status]).toEqual([label, path, status])
      if (status === 200)
        for (const [index, row] of expected.entries())
          if (keys.has(row[key])) expected[index] = { ...row, ...changes }
    }
  }
  const after = await readAll(world)
  const plain = (list: readonly RuledRow[]): unknown[] =>
    list.map(({ id, status, level, owner, project }) => ({ id, status, level, owner, project }))
  expect([label, plain(after.notes)], label).toEqual([label, plain(expected)])
  return after
}

onEveryEngine(
  'row-rules',
  (service) => {
    describe('random requests', () => {
      it(
        'get the responses that the rules allow, and change only the rows that they allow',
        async () => {
          const seed = Number(process.env['TEST_SEED'] ?? 7)
          const next = random(seed)
          const world = await makeWorld(service(), next)
          let rows = await readAll(world)
          for (let count = 0; count < REQUESTS; count++) {
            await randomRead(world, rows, next)
            if (count % 5 === 0) rows = await randomWrite(world, rows, next)
            if (rows.notes.length >= 20) continue
            const projects = [...rows.projects.map((row) => row['id']), null]
            await makeNotes(world.service, world.admin, next, { projects, count: 20 })
            rows = await readAll(world)
          }
        },
        Math.max(600_000, REQUESTS * 300),
      )
    })

    describe('one row at a time', () => {
      const callers = new Map<string, Known>()
      const as = (name: string): Known => callers.get(name) ?? nobody
      const get = (path: string, name: string): Promise<TestResponse> =>
        service().send('GET', `/v1/${path}`, undefined, as(name))
      const made = async (path: string, body: object, name = 'root'): Promise<TestResponse> => {
        const response = await service().send('POST', `/v1/${path}`, body, as(name))
        expect(response.status, JSON.stringify(response.body)).toBe(201)
        return response
      }

      it('shows only rows of the own organization', async () => {
        callers.set('root', ticketOf(await logIn(service(), '/v1', 'root')))
        for (const slug of ['x', 'y']) await made('organizations', { slug, name: `Named ${slug}` })
        for (const [username, organization, groups] of [
          ['xa', 'x', ['user']],
          ['xd', 'x', ['doctor']],
          ['xc', 'x', ['clerk']],
          ['yd', 'y', ['doctor']],
        ] as const) {
          const user = {
            username,
            organization,
            groups,
            email: `${username}@example.com`,
            password: PASSWORD,
          }
          await made('users', { ...user, ...(username === 'xa' ? { profile: null } : {}) })
          callers.set(username, ticketOf(await logIn(service(), '/v1', username)))
        }
        const { body } = await get('organizations', 'xa')
        expect([body['total'], body['data']?.[0]?.['slug']]).toEqual([1, 'x'])
        expect((await get('organizations/y', 'xa')).status).toBe(404)
        expect((await get('users/yd', 'xa')).status).toBe(404)
        expect((await get('users/self', 'xa')).body['username']).toBe('xa')
      })

      it('takes defaults from the caller', async () => {
        const project = await made('projects', { title: 'Mine' }, 'xd')
        expect(project.body['organization']?.['slug']).toBe('x')
        const note = await made('notes', { title: 'Mine', owner: 'xa' }, 'xa')
        expect([note.body['author'], note.body['editor']]).toEqual(['xa', null])
        const path = `/v1/notes/${String(note.body['id'])}`
        const rejected = await service().send('PATCH', path, { author: 'root' }, as('xa'))
        expect(rejected.status).toBe(403)
        const changed = await service().send('PATCH', path, { title: 'Changed' }, as('xa'))
        expect([changed.body['author'], changed.body['editor']]).toEqual(['xa', 'xa'])
      })

      it('does not let a row leave or enter an organization', async () => {
        const { body } = await made('projects', { title: 'Stays', organization: 'x' })
        const path = `/v1/projects/${String(body['id'])}`
        for (const [method, change] of [
          ['PUT', { title: 'Gone', organization: null }],
          ['PATCH', { organization: null }],
        ] as const)
          expect((await service().send(method, path, change, as('xd'))).status).toBe(403)
        // The other organization does not exist for the caller.
        const moved = await service().send('PATCH', path, { organization: 'y' }, as('xd'))
        const missing = await service().send('PATCH', path, { organization: 'z' }, as('xd'))
        expect([moved.status, moved.body['errors']?.[0]?.['path']]).toEqual([400, '/organization'])
        expect(String(moved.body['detail']).replace('"y"', '"z"')).toBe(missing.body['detail'])
        expect(
          (await service().send('POST', '/v1/projects', { title: 'In', organization: 'y' }, as('xd'))).status,
        ).toBe(400)
        const stored = await get(`projects/${String(body['id'])}`, 'root')
        expect([stored.body['title'], stored.body['organization']?.['slug']]).toEqual(['Stays', 'x'])
      })

      it('answers 404 for hidden rows on all routes, and 403 for rows that can only be viewed', async () => {
        const { body } = await made('notes', { title: 'Hidden', owner: 'yd', tags: ['a'] })
        const path = `notes/${String(body['id'])}`
        for (const hidden of [path, `${path}/tags`, `${path}/title`, 'users/yd/notes', 'users/xa/profile'])
          expect([hidden, (await get(hidden, 'xa')).status]).toEqual([hidden, 404])
        for (const [method, route, change] of [
          ['PATCH', path, { title: 'Mine' }],
          ['PUT', path, { title: 'Mine' }],
          ['DELETE', path, undefined],
          ['POST', `${path}/tags`, ['x']],
          ['POST', `${path}/publish`, undefined],
        ] as const)
          expect([method, (await service().send(method, `/v1/${route}`, change, as('xa'))).status]).toEqual([
            method,
            404,
          ])
        await service().send('PATCH', `/v1/${path}`, { tags: ['xa'] }, as('root'))
        expect((await get(path, 'xa')).body['owner']).toBeNull()
        for (const [method, change] of [
          ['PATCH', { title: 1 }],
          ['PUT', {}],
          ['DELETE', undefined],
        ] as const)
          expect([method, (await service().send(method, `/v1/${path}`, change, as('xa'))).status]).toEqual([
            method,
            403,
          ])
      })

      it('answers with the key alone if the caller may write a row and not view it', async () => {
        const { body } = await made('notes', { title: 'Draft', status: 'draft', owner: 'yd' })
        const path = `/v1/notes/${String(body['id'])}`
        expect((await service().send('GET', path, undefined, as('xc'))).status).toBe(404)
        const changed = await service().send('PATCH', path, { title: 'Corrected' }, as('xc'))
        expect([changed.status, Object.keys(changed.body)]).toEqual([200, ['_type', '_pk', '_self']])
        expect((await get(`notes/${String(body['id'])}`, 'root')).body['title']).toBe('Corrected')
        const none = await service().send('PATCH', '/v1/notes?title=Corrected', { level: 1 }, as('xa'))
        expect([none.status, none.body['count']]).toEqual([200, 0])
      })

      it('keeps links to hidden rows', async () => {
        const project = await made('projects', { title: 'Shared', organization: 'x' })
        const id = project.body['id']
        const seen = await made('notes', { title: 'Seen', tags: ['xa'], project: id })
        const note = await made('notes', { title: 'Owned', owner: 'xa', project: id })
        const path = `/v1/notes/${String(note.body['id'])}`
        const shown = await service().send('GET', path, undefined, as('xa'))
        expect(shown.body['project']).toBeNull()
        expect((await service().send('PUT', path, shown.body, as('xa'))).status).toBe(200)
        expect((await service().send('PATCH', path, { project: null }, as('xa'))).status).toBe(200)
        expect((await get(`notes/${String(note.body['id'])}`, 'root')).body['project']).toBe(id)
        expect(seen.status).toBe(201)
      })

      it('does not reveal hidden rows through other collections, search and conflicts', async () => {
        await made('notes', { title: 'Secret plan', text: 'xylophone', owner: 'yd' })
        for (const query of [
          'q=xylophone',
          'q=text:xylophone',
          'owner=yd',
          'owner.username=yd',
          'title=Secret%20plan',
        ])
          expect([query, (await get(`notes?${query}`, 'xa')).body['total']]).toEqual([query, 0])
        const both = await get('organizations,notes?_limit=1000', 'xa')
        const seen = (both.body['data'] as unknown as { title?: string; slug?: string }[]).map(
          ({ title, slug }) => title ?? slug,
        )
        expect(seen).toContain('x')
        expect(seen).not.toContain('Secret plan')
        expect(seen).not.toContain('y')
        const duplicate = await service().send('PATCH', '/v1/users/xa', { email: 'yd@example.com' }, as('xa'))
        expect(duplicate.status).toBe(409)
        expect(JSON.stringify(duplicate.body)).not.toContain('yd')
      })

      it('rejects the cursor of another caller, or continues only with visible rows', async () => {
        for (const title of ['c1', 'c2', 'c3']) await made('notes', { title, owner: 'yd' })
        const first = await get('notes?_limit=1&_sort=owner', 'root')
        const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
        const { status, body } = await service().send(
          'GET',
          next.replace('_limit=1', '_limit=100'),
          undefined,
          as('xa'),
        )
        expect(status).toBe(200)
        for (const { title } of body['data'] as unknown as { title: string }[])
          expect(title).not.toMatch(/^c\d$/)
      })

      it('accepts a hidden link in a field that cannot be changed when a document is sent back', async () => {
        const { body: project } = await made('projects', { title: 'Team' })
        const { body } = await made('memberships', { project: project['id'], member: 'yd' })
        const path = `memberships/${String(body['id'])}`
        const shown = await get(path, 'xa')
        expect(shown.body['member']).toBeNull()
        const send = (method: string, at: string, change: object): Promise<TestResponse> =>
          service().send(method, `/v1/${at}`, change, as('xa'))
        expect((await send('PUT', path, shown.body)).status).toBe(200)
        expect((await send('PATCH', path, { member: null })).status).toBe(200)
        expect((await send('PATCH', `memberships?id=${String(body['id'])}`, { member: null })).status).toBe(
          200,
        )
        expect((await get(path, 'root')).body['member']).toBe('yd')
      })

      it('does not take rows away through the other side of a relation', async () => {
        const { body: project } = await made('projects', { title: 'Links' }, 'xd')
        const path = `projects/${String(project['id'])}`
        const { body: note } = await made('notes', { title: 'Linked', project: project['id'] })
        const { body: own } = await made('notes', { title: 'Own link', owner: 'xa' }, 'xa')
        const send = (method: string, at: string, body: object, name: string): Promise<TestResponse> =>
          service().send(method, `/v1/${at}`, body, as(name))
        for (const [method, at, body, name] of [
          ['PATCH', path, { notes: [] }, 'xd'],
          ['PUT', path, { title: 'Links', organization: 'x', notes: [] }, 'xd'],
          ['PATCH', 'projects?title=Links', { notes: [] }, 'xd'],
          ['PATCH', 'users/xa', { notes: [] }, 'xa'],
        ] as const) {
          const response = await send(method, at, body, name)
          expect([method, at, response.status]).toEqual([method, at, 403])
        }
        const denied = await send('PATCH', path, { notes: [] }, 'xd')
        expect(denied.body['errors']?.[0]?.['path']).toBe('/notes')
        expect((await get(`notes/${String(note['id'])}`, 'root')).body['project']).toBe(project['id'])
        expect((await get(`notes/${String(own['id'])}`, 'root')).body['owner']).toBe('xa')
        const kept = await send('PATCH', path, { title: 'Links', notes: [note['id']] }, 'xd')
        expect([kept.status, kept.body['notes']?.[0]?.['id']]).toEqual([200, note['id']])
        // The caller can also update the note in the other project.
        const { body: other } = await made('projects', { title: 'Others', notes: [note['id']] }, 'xd')
        expect(other['notes']?.[0]?.['id']).toBe(note['id'])
      })

      it('does not show an attribute of a row that the caller can only write', async () => {
        const { body } = await made('notes', { title: 'Tagged', status: 'draft', tags: ['secret'] })
        const path = `/v1/notes/${String(body['id'])}`
        expect((await service().send('POST', `${path}/tags`, ['x'], as('xc'))).status).toBe(404)
        expect((await get(`notes/${String(body['id'])}`, 'root')).body['tags']).toEqual(['secret'])
      })

      it('does not reveal keys to callers who cannot create rows', async () => {
        const taken = await service().send('POST', '/v1/organizations', { slug: 'y' }, as('xa'))
        const free = await service().send('POST', '/v1/organizations', { slug: 'free' }, as('xa'))
        expect([taken.status, taken.body]).toEqual([403, free.body])
      })

      it('restricts repositories with $as', async () => {
        const { body } = await made('notes', { title: 'Own', owner: 'xa' }, 'xa')
        const path = `/v1/notes/${String(body['id'])}`
        const title = await service().send('GET', `${path}/title`, undefined, as('xa'))
        expect(title.body).toEqual({ title: 'Own', organizations: ['x'] })
        const publish = await service().send('POST', `${path}/publish`, undefined, as('xa'))
        expect(publish.status).toBe(403)
        expect((await get('organizations/made', 'root')).status).toBe(404)
        expect((await service().send('POST', `${path}/publish`, undefined, as('root'))).status).toBe(200)
        expect((await get('organizations/made', 'root')).status).toBe(200)
      })
    })
  },
  { settings, code: userCode('row-rules') },
)
