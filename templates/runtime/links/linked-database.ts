import { UniqueViolation } from '../errors.js'
import type { Json } from '../json.js'
import { type Key, type ModelSpec, type Models, type Row, modelNamed } from '../model.js'
import { traitsOf } from '../spec/query-language.js'
import { ALL_ROWS, Items } from '../repository/items.js'
import { isKey, keyOf, keysOf } from '../repository/parts.js'
import {
  type Condition,
  Contention,
  type Database,
  EVERYTHING,
  type Session,
  type Store,
  both,
  equal,
  type LinkQuery,
  type Linked,
} from '../store.js'
import { LayeredSession, layeredDatabase } from '../store-layer.js'

/** How the items of a many-to-many relation are linked: by items of a third model, which refer to both. */
export interface Through {
  /** The model whose items are the links. */
  readonly model: string
  /** The relation to the links. */
  readonly links: string
  /** The relations of the links to the item that has the list, and to the item in the list. */
  readonly near: string
  readonly far: string
}

/** The many-to-many relations of all models, by model and name. */
export type ManyToMany = Readonly<Record<string, Readonly<Record<string, Through>>>>

interface Context {
  readonly models: Models
  readonly relations: ManyToMany
}

/**
 * Returns a database in which the lists of many-to-many relations can be read, selected and written like those of other
 * relations of side `one`, although no column contains them.
 */
export function linkedDatabase(inner: Database, models: Models, relations: ManyToMany): Database {
  const context = { models, relations }
  const session = new LinkedSession(inner, context)
  return layeredDatabase(inner, session, {
    snapshot: (work) => inner.snapshot((inside) => work(new LinkedSession(inside, context))),
  })
}

class LinkedSession extends LayeredSession {
  readonly #context: Context

  constructor(inner: Session, context: Context) {
    super(inner)
    this.#context = context
  }

  protected all(model: string): Store {
    return linkedStore(this, this.inner, this.inner.store(model, ALL_ROWS), this.#context)
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.inner.transaction((session) => work(new LinkedSession(session, this.#context)))
  }

  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.inner.savepoint((session) => work(new LinkedSession(session, this.#context)))
  }
}

function linkedStore(session: Session, inside: Session, inner: Store, context: Context): Store {
  const { spec } = inner
  const own = context.relations[spec.name] ?? {}
  const stored = (where: Condition): Condition => storedCondition(context, spec, where)
  const among = <T extends { readonly among?: Condition | undefined; readonly field: string }>(key: T): T =>
    key.among === undefined
      ? key
      : { ...key, among: storedCondition(context, targetOf(context, spec, key.field), key.among) }
  const target = (relation: string): ModelSpec => targetOf(context, spec, relation)
  const read = async ({ relation, keys, limit, where }: LinkQuery): Promise<Linked<Key> | undefined> => {
    const through = own[relation]
    if (through === undefined) return undefined
    const selected =
      where === undefined || where === EVERYTHING ? null : storedCondition(context, target(relation), where)
    return linksOf(inside.store(through.model, ALL_ROWS), through, keys, limit, selected)
  }
  const storedLinks = (query: LinkQuery): LinkQuery => ({
    ...query,
    where: query.where && storedCondition(context, target(query.relation), query.where),
  })
  return {
    spec,
    findByKey: (key, lock) => inner.findByKey(key, lock),
    find: ({ where, orderBy, ...rest }) =>
      inner.find({ ...rest, where: stored(where), orderBy: orderBy.map(among) }),
    count: (where, limit) => inner.count(stored(where), limit),
    wouldSelect: (where, row) => inner.wouldSelect(stored(where), row),
    findAndCount: ({ where, orderBy, ...rest }, limit) =>
      inner.findAndCount({ ...rest, where: stored(where), orderBy: orderBy.map(among) }, limit),
    links: async (query) => (await read(query)) ?? inner.links(storedLinks(query)),
    linkedRows: async (query) => {
      const links = await read(query)
      return links === undefined
        ? inner.linkedRows(storedLinks(query))
        : rowsOf(inside.store(target(query.relation).name, ALL_ROWS), links)
    },
    aggregate: (where, aggregations) => inner.aggregate(stored(where), aggregations),
    groupBy: (where, keys, computations) => inner.groupBy(stored(where), keys.map(among), computations),
    insert: (rows) => inner.insert(rows),
    updateByKey: (key, changes) => inner.updateByKey(key, changes),
    updateMany: async (where, changes) => {
      // Links are written alone, by the end that sets its list.
      const [name = '', value = null] =
        Object.entries(changes).find(([each]) => Object.hasOwn(own, each)) ?? []
      const through = own[name]
      if (through === undefined) return inner.updateMany(stored(where), changes)
      const rows = await inner.find({
        where: stored(where),
        orderBy: [{ field: spec.key, direction: 'asc' }],
      })
      const keys = keysOf(spec, rows)
      if (isKey(value)) await addLinks(session, context, through, keys, value)
      else await removeLinks(inside.store(through.model, ALL_ROWS), through, keys, ownerIn(where, name))
      return keys.length
    },
    deleteByKey: (key) => inner.deleteByKey(key),
    deleteMany: (where) => inner.deleteMany(stored(where)),
  }
}

function targetOf({ models }: Context, { relations }: ModelSpec, name: string): ModelSpec {
  return modelNamed(models, relations[name]?.model ?? '')
}

/** Returns a condition that leads through the links of many-to-many relations instead. */
function storedCondition(context: Context, model: ModelSpec, where: Condition): Condition {
  const own = context.relations[model.name] ?? {}
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.of.length === 0
        ? where
        : { ...where, of: where.of.map((part) => storedCondition(context, model, part)) }
    case 'not':
      return { kind: 'not', of: storedCondition(context, model, where.of) }
    case 'related': {
      const through = own[where.relation]
      const of = where.of && storedCondition(context, targetOf(context, model, where.relation), where.of)
      if (through === undefined) return { ...where, of }
      const far: Condition | null = of && { kind: 'related', relation: through.far, of }
      return { kind: 'related', relation: through.links, of: far }
    }
    case 'compare': {
      const through = own[where.field]
      if (through === undefined) return where
      const { negates } = traitsOf(where.op)
      if (negates !== undefined)
        return { kind: 'not', of: storedCondition(context, model, { ...where, op: negates }) }
      return { kind: 'related', relation: through.links, of: { ...where, field: through.far } }
    }
    case 'item':
    case 'text':
      return where
  }
}

/** The largest limit that all databases accept. */
const MAX_LIMIT = 2 ** 31 - 2

/** Returns the keys to which links lead, with one query unless there are more links than all lists can show. */
async function linksOf(
  store: Store,
  { near, far }: Through,
  keys: readonly Key[],
  limit: number,
  of: Condition | null,
): Promise<Linked<Key>> {
  const selected = (some: readonly Key[]): Condition => {
    const own: Condition = { kind: 'compare', field: near, op: 'in', value: some }
    return of === null ? own : both(own, { kind: 'related', relation: far, of })
  }
  const read = (some: readonly Key[], take: number): Promise<Row[]> =>
    store.find({
      where: selected(some),
      orderBy: [
        { field: far, direction: 'asc' },
        { field: store.spec.key, direction: 'asc' },
      ],
      take,
    })
  const most = Math.min(keys.length * limit + 1, MAX_LIMIT)
  const found = await read(keys, most)
  const lists = new Map<Key, { readonly items: readonly Key[]; readonly total: number }>()
  const byKey = new Map<Key, Row[]>(keys.map((key) => [key, []]))
  for (const row of found) {
    const key = row[near] ?? null
    if (isKey(key)) byKey.get(key)?.push(row)
  }
  for (const [key, rows] of byKey) {
    const all = farKeys(rows, far)
    lists.set(key, { items: all.slice(0, limit), total: all.length })
  }
  if (found.length < most) return lists
  for (const key of keys)
    lists.set(key, {
      items: farKeys(await read([key], limit), far),
      total: await store.count(selected([key])),
    })
  return lists
}

/** Returns the keys without repetitions: two items can have several links if their model allows it. */
function farKeys(rows: readonly Row[], far: string): readonly Key[] {
  return [...new Set(rows.map((row) => row[far] ?? null).filter(isKey))]
}

async function rowsOf(store: Store, links: Linked<Key>): Promise<Linked<Row>> {
  const { spec } = store
  const keys = [...new Set([...links.values()].flatMap(({ items }) => items))]
  const found =
    keys.length === 0
      ? []
      : await store.find({
          where: { kind: 'compare', field: spec.key, op: 'in', value: keys },
          orderBy: [{ field: spec.key, direction: 'asc' }],
        })
  const rows = new Map(found.map((row) => [keyOf(spec, row), row]))
  return new Map(
    [...links].map(([key, each]) => [
      key,
      {
        items: each.items.map((other) => rows.get(other)).filter((row) => row !== undefined),
        total: each.total,
      },
    ]),
  )
}

/** Links items to an item, except those that already are. */
async function addLinks(
  session: Session,
  context: Context,
  through: Through,
  keys: readonly Key[],
  owner: Key,
): Promise<void> {
  const { model, near, far } = through
  const store = session.store(model, ALL_ROWS)
  const existing = await store.find({
    where: both({ kind: 'compare', field: near, op: 'in', value: keys }, equal(far, owner)),
    orderBy: [{ field: store.spec.key, direction: 'asc' }],
  })
  const linked = new Set(existing.map((row) => row[near]))
  const added = keys.filter((key) => !linked.has(key)).map((key) => ({ [near]: key, [far]: owner }))
  if (added.length === 0) return
  try {
    await new Items(session, context.models, store.spec).create(added)
  } catch (error) {
    // Another request has added the same link to the list at the other end.
    const names = error instanceof UniqueViolation ? error.fields.toSorted().join() : undefined
    if (names !== [near, far].toSorted().join()) throw error
    if (session.enforcesReferences) throw new Contention(`another request has added the same ${model}`)
    await addLinks(session, context, through, keys, owner)
  }
}

async function removeLinks(
  store: Store,
  { near, far }: Through,
  keys: readonly Key[],
  owner: Json,
): Promise<void> {
  // A condition that names no single item is that of a deletion, which has rules for the links themselves.
  if (owner === null || keys.length === 0) return
  await store.deleteMany(both({ kind: 'compare', field: near, op: 'in', value: keys }, equal(far, owner)))
}

/** Returns the key of the item from whose list a condition selects items. */
function ownerIn(where: Condition, name: string): Json {
  const parts = where.kind === 'and' ? where.of : [where]
  for (const part of parts)
    if (part.kind === 'compare' && part.field === name && part.op === 'eq') return part.value
  return null
}
