import { expect } from 'vitest'
import { below, pick, type Random } from '../../testing/random.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf } from '../callers.js'
import type { TestResponse, TestService } from '../service.js'
import type { PlainRule } from './random-rules.js'
import {
  type Collection,
  COLLECTIONS,
  allSelect,
  compare,
  keyField,
  PlainRules,
  type PlainFilter,
  randomCollection,
  randomFilter,
  randomKey,
  type RuledRow,
  type Rows,
} from './row-rules.js'

const USERS = [
  { username: 'ada', organization: 'a', groups: ['user'], level: 0 },
  { username: 'bob', organization: 'b', groups: ['doctor'], level: null },
  { username: 'cy', organization: 'a', groups: ['doctor', 'user'], level: 9 },
  { username: 'dan', organization: 'a', groups: ['clerk'], level: 3 },
  { username: 'eve', organization: null, groups: ['user'], level: null },
] as const

/** A running service with rows, and its callers. */
export interface World {
  readonly service: TestService
  readonly admin: Known
  readonly callers: ReadonlyMap<string, Known>
  /** The rules of each collection; undefined for those of the fixture. */
  readonly rules?: Readonly<Record<Collection, readonly PlainRule[]>> | undefined
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

/** Stores rows and logs callers in. */
export async function makeWorld(service: TestService, next: Random, rules?: World['rules']): Promise<World> {
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
  return { service, admin, callers, rules }
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
  const rules = new PlainRules(rows, world.rules)
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
  const selected = visible.filter((row) => allSelect(distinct, rules, user, collection, row))
  const query = distinct.map(({ text }) => text)
  if (next() < 0.15 && Object.keys(to).length > 0) {
    const relation = pick(next, Object.keys(to))
    const target = to[relation] as Collection
    const inner = next() < 0.5 ? pick(next, COLLECTIONS[target].fields) : undefined
    const field = inner === undefined ? relation : `${relation}.${inner}`
    const path = `/v1/${collection}?${[...query, `_aggs.by.terms.field=${field}&_aggs.n.value_count.field=${field}`].join('&')}`
    const { body } = await service.send('GET', path, undefined, headers)
    const counts = new Map<unknown, number>()
    for (const row of selected) {
      const key = rules.shown(user, collection, row)[relation]
      const value = inner === undefined ? key : (rules.find(target, key)?.[inner] ?? null)
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

/** A random write: the request, and the status and rows that a plain reading expects. */
interface Expected {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
  /** The rows afterward if the request succeeds. Null if it creates a row, whose key is not known. */
  readonly rows: Rows | null
  /** The number of rows that a bulk request changes. */
  readonly count?: number
  /** Whether the response of a successful request contains only the key. */
  readonly isHidden?: boolean
}

/** Sends a random write, and compares its status and everything that is stored afterward with the plain rules. */
async function randomWrite(world: World, rows: Rows, next: Random): Promise<Rows> {
  const { service, callers } = world
  const rules = new PlainRules(rows, world.rules)
  const name = pick(next, [...callers.keys()])
  const user = name === '' ? undefined : rules.find('users', name)
  const write = pick(next, [change, change, create, remove, bulkChange, bulkRemove, relink, renameProject])
  const expected = write(rules, rows, user, next)
  const { method, path, body, status, count, isHidden } = expected
  const label = `${name} ${method} ${path} ${JSON.stringify(body)}`
  const response = await service.send(method, path, body, callers.get(name) ?? nobody)
  expect([label, response.status], JSON.stringify(response.body)).toEqual([label, status])
  const isDone = response.status < 300
  if (isDone && count !== undefined) expect([label, response.body['count']]).toEqual([label, count])
  if (isDone && isHidden === true)
    expect([label, Object.keys(response.body).sort()]).toEqual([label, ['_pk', '_self', '_type']])
  const after = await readAll(world)
  if (isDone && expected.rows === null) {
    expect([label, after.notes.length]).toEqual([label, rows.notes.length + 1])
    return after
  }
  const plain = ({ notes, projects, memberships }: Rows): unknown => ({
    notes: notes.map(({ id, status: state, level, owner, project }) => ({
      id,
      state,
      level,
      owner,
      project,
    })),
    projects: projects.map(({ id, title, organization }) => ({ id, title, organization })),
    memberships: memberships.map(({ id, role, project, member }) => ({ id, role, project, member })),
  })
  expect(plain(after), label).toEqual(plain(isDone ? (expected.rows ?? rows) : rows))
  return after
}

type Write = (rules: PlainRules, rows: Rows, user: RuledRow | undefined, next: Random) => Expected

/** Returns random values for a note. */
function randomValues(rows: Rows, next: Random): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  if (next() < 0.7) changes['status'] = pick(next, ['draft', 'final', null])
  if (next() < 0.3) changes['owner'] = pick(next, [...USERS.map(({ username }) => username), null])
  if (next() < 0.3) changes['project'] = pick(next, [...rows.projects.map((row) => row['id']), null])
  if (next() < 0.3) changes['level'] = pick(next, [null, 0, 5, 9])
  return changes
}

function linksHidden(rules: PlainRules, user: RuledRow | undefined, changes: RuledRow): boolean {
  const isHidden = (collection: Collection, value: unknown): boolean =>
    value !== null &&
    value !== undefined &&
    rules.visible(user, collection).every((row) => row[keyField(collection)] !== value)
  return isHidden('users', changes['owner']) || isHidden('projects', changes['project'])
}

function replaced(rows: Rows, collection: Collection, changed: ReadonlyMap<unknown, RuledRow | null>): Rows {
  const key = keyField(collection)
  const list = rows[collection].flatMap((row) => {
    const other = changed.get(row[key])
    return other === null ? [] : [other ?? row]
  })
  return { ...rows, [collection]: list }
}

/** Returns the status if a row is not covered by a permission, or undefined if it is. */
function missing(
  rules: PlainRules,
  user: RuledRow | undefined,
  permission: 'update' | 'delete',
  collection: Collection,
  row: RuledRow,
): number | undefined {
  if (rules.covers(user, permission, collection, row)) return undefined
  return rules.covers(user, 'view', collection, row) ? 403 : 404
}

const change: Write = (rules, rows, user, next) => {
  const wanted = randomKey(next, rows, 'notes')
  const row = rules.find('notes', wanted) ?? {}
  const isWhole = next() < 0.3
  const values = randomValues(rows, next)
  const body = isWhole ? { title: row['title'], tags: row['tags'], text: row['text'], ...values } : values
  const whole = isWhole ? { status: null, level: null, owner: null, project: null } : {}
  const given: Record<string, unknown> = { ...whole, ...body }
  // A PUT sets omitted fields to their defaults.
  if (isWhole && !('status' in values)) given['status'] = 'draft'
  const shown = rules.shown(user, 'notes', row)
  for (const field of ['owner', 'project'])
    if (given[field] === null && row[field] !== null && shown[field] === null) delete given[field]
  const changed = { ...row, ...given }
  const result = replaced(rows, 'notes', new Map([[wanted, changed]]))
  const after = rules.with(result)
  const status =
    missing(rules, user, 'update', 'notes', row) ??
    (linksHidden(rules, user, body) ? 400 : after.covers(user, 'update', 'notes', changed) ? 200 : 403)
  return {
    method: isWhole ? 'PUT' : 'PATCH',
    path: `/v1/notes/${String(wanted)}`,
    body,
    status,
    rows: result,
    isHidden: !after.covers(user, 'view', 'notes', changed),
  }
}

const create: Write = (rules, rows, user, next) => {
  const body = { title: 'New', ...randomValues(rows, next) }
  const created = {
    id: {},
    status: 'draft',
    level: null,
    owner: null,
    project: null,
    tags: null,
    text: null,
    ...body,
  }
  const after = rules.with({ ...rows, notes: [...rows.notes, created] })
  const isCovered = after.covers(user, 'create', 'notes', created)
  return {
    method: 'POST',
    path: '/v1/notes',
    body,
    status: linksHidden(rules, user, body) ? 400 : isCovered ? 201 : 403,
    rows: null,
    isHidden: !after.covers(user, 'view', 'notes', created),
  }
}

const remove: Write = (rules, rows, user, next) => {
  const collection = pick<Collection>(next, ['notes', 'notes', 'memberships'])
  const wanted = randomKey(next, rows, collection)
  const row = rules.find(collection, wanted) ?? {}
  return {
    method: 'DELETE',
    path: `/v1/${collection}/${String(wanted)}`,
    status: missing(rules, user, 'delete', collection, row) ?? 200,
    rows: replaced(rows, collection, new Map([[wanted, null]])),
  }
}

function selection(
  rules: PlainRules,
  rows: Rows,
  user: RuledRow | undefined,
  permission: 'update' | 'delete',
  filter: PlainFilter,
): readonly RuledRow[] {
  return rows.notes.filter(
    (row) =>
      rules.covers(user, 'view', 'notes', row) &&
      rules.covers(user, permission, 'notes', row) &&
      filter.selects(rules, user, row),
  )
}

const bulkChange: Write = (rules, rows, user, next) => {
  const filter = randomFilter(next, rows, 'notes')
  const body = { level: pick(next, [null, 0, 5, 9]), ...randomValues(rows, next) }
  const selected = selection(rules, rows, user, 'update', filter)
  const changed = new Map(selected.map((row) => [row['id'], { ...row, ...body }]))
  const result = replaced(rows, 'notes', changed)
  const after = rules.with(result)
  const isAllowed = [...changed.values()].every((row) => after.covers(user, 'update', 'notes', row))
  const status = linksHidden(rules, user, body) ? 400 : isAllowed ? 200 : 403
  return {
    method: 'PATCH',
    path: `/v1/notes?${filter.text}`,
    body,
    status,
    rows: result,
    count: selected.length,
  }
}

const bulkRemove: Write = (rules, rows, user, next) => {
  const filter = randomFilter(next, rows, 'notes')
  const selected = selection(rules, rows, user, 'delete', filter)
  const result = replaced(rows, 'notes', new Map(selected.map((row) => [row['id'], null])))
  return {
    method: 'DELETE',
    path: `/v1/notes?${filter.text}`,
    status: 200,
    rows: result,
    count: selected.length,
  }
}

/** Sets the notes of a project, which changes the notes that are linked or unlinked. */
const relink: Write = (rules, rows, user, next) => {
  const wanted = randomKey(next, rows, 'projects')
  const row = rules.find('projects', wanted) ?? {}
  const given = [...new Set(Array.from({ length: below(next, 3) }, () => randomKey(next, rows, 'notes')))]
  const seen = new Set(rules.visible(user, 'notes').map((note) => note['id']))
  const changed = rows.notes.filter(({ id, project }) =>
    given.includes(id) ? project !== wanted : project === wanted && seen.has(id),
  )
  const linked = new Map(
    changed.map((note) => [note['id'], { ...note, project: given.includes(note['id']) ? wanted : null }]),
  )
  const result = replaced(rows, 'notes', linked)
  const after = rules.with(result)
  const isAllowed =
    changed.every((note) => rules.covers(user, 'update', 'notes', note)) &&
    [...linked.values()].every((note) => after.covers(user, 'update', 'notes', note)) &&
    after.covers(user, 'update', 'projects', row)
  const status =
    missing(rules, user, 'update', 'projects', row) ??
    (given.every((id) => seen.has(id)) ? (isAllowed ? 200 : 403) : 400)
  return {
    method: 'PATCH',
    path: `/v1/projects/${String(wanted)}`,
    body: { notes: given },
    status,
    rows: result,
    isHidden: !after.covers(user, 'view', 'projects', row),
  }
}

const renameProject: Write = (rules, rows, user, next) => {
  const wanted = randomKey(next, rows, 'projects')
  const row = rules.find('projects', wanted) ?? {}
  const body = { title: `Project ${below(next, 4)}` }
  const changed = { ...row, ...body }
  const result = replaced(rows, 'projects', new Map([[wanted, changed]]))
  const after = rules.with(result)
  const status =
    missing(rules, user, 'update', 'projects', row) ??
    (after.covers(user, 'update', 'projects', changed) ? 200 : 403)
  return {
    method: 'PATCH',
    path: `/v1/projects/${String(wanted)}`,
    body,
    status,
    rows: result,
    isHidden: !after.covers(user, 'view', 'projects', changed),
  }
}

/** Sends random requests, and compares each response, and what is stored, with the plain rules. */
export async function randomRequests(world: World, next: Random, requests: number): Promise<void> {
  let rows = await readAll(world)
  for (let count = 0; count < requests; count++) {
    await randomRead(world, rows, next)
    if (count % 5 === 0) rows = await randomWrite(world, rows, next)
    if (rows.notes.length >= 20) continue
    const projects = [...rows.projects.map((row) => row['id']), null]
    await makeNotes(world.service, world.admin, next, { projects, count: 20 })
    rows = await readAll(world)
  }
}
