import { UniqueViolation } from '../errors.js'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Json } from '../json.js'
import { internalModel } from '../internal-model.js'
import { type Clock, LEASE } from '../loop.js'
import type { Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import { type Parts, isKey, keyOf, partsOf } from '../repository/parts.js'
import {
  type Aggregation,
  type AggregationResult,
  type Computation,
  type Condition,
  type CountedRows,
  type Database,
  EVERYTHING,
  type Group,
  type GroupKey,
  type Selection,
  type RowLock,
  type Session,
  type Store,
  both,
  equal,
  type LinkQuery,
  type Linked,
} from '../store.js'
import { LayeredSession, layeredDatabase } from '../store-layer.js'
import type { Engine } from './engine.js'
import { type Source, countSearch, findSearch, isSearch, resolveSearch } from './query.js'

/**
 * Items whose documents in the search index must be updated. IDs sort by creation time, as far as the machines' clocks
 * agree.
 */
export const outboxModel = internalModel('_svc_search_outbox', 'id', {
  id: { type: 'string', column: 'id', required: true },
  model: { type: 'string', column: 'model' },
  key: { type: 'string', column: 'key' },
})

/** Items whose documents were rejected by the engine. */
export const rejectedModel = internalModel('_svc_search_rejected', 'item', {
  item: { type: 'string', column: 'item', required: true },
  model: { type: 'string', column: 'model' },
  key: { type: 'string', column: 'key' },
  reason: { type: 'string', column: 'reason' },
})

/**
 * Leases on tasks that only one process can perform at a time. `until` is in milliseconds since 1970, by the database's
 * clock.
 */
const leaseModel = internalModel('_svc_search_leases', 'name', {
  name: { type: 'string', column: 'name', required: true },
  holder: { type: 'string', column: 'holder' },
  until: { type: 'big_integer', column: 'until' },
})

/** The internal models for search. Their tables are created at startup if `search.url` is set. */
export const searchModels: Models = {
  [outboxModel.name]: outboxModel,
  [rejectedModel.name]: rejectedModel,
  [leaseModel.name]: leaseModel,
}

/** An item, identified by its model and key. */
interface Item {
  readonly model: string
  readonly key: Key
}

/** An item whose document must be updated. */
export interface Entry extends Item {
  readonly id: string
}

const TIME_LENGTH = 9

function entryId(): string {
  return `${Date.now().toString(36).padStart(TIME_LENGTH, '0')}-${randomUUID()}`
}

/** Returns the time when an entry was created, in milliseconds since 1970. */
export function timeOfEntry(id: string): number {
  return Number.parseInt(id.slice(0, TIME_LENGTH), 36)
}

/** Returns the oldest of the entries that satisfy the condition. */
export async function readEntries(session: Session, take: number, where = EVERYTHING): Promise<Entry[]> {
  const rows = await session.store(outboxModel.name, ALL_ROWS).find({
    where,
    orderBy: [{ field: outboxModel.key, direction: 'asc' }],
    take,
  })
  return rows.map(({ id, model, key }) => ({ id: String(id), model: String(model), key: keyIn(key ?? null) }))
}

/** Parses a stored key. Keys are stored as JSON, because they can be numbers or strings. */
export function keyIn(text: Json): Key {
  const key: Json = JSON.parse(String(text))
  return isKey(key) ? key : ''
}

async function addEntries(session: Session, items: readonly Item[]): Promise<Entry[]> {
  const entries = items.map((item): Entry => ({ ...item, id: entryId() }))
  const rows = entries.map(({ id, model, key }) => ({ id, model, key: JSON.stringify(key) }))
  if (rows.length > 0) await session.store(outboxModel.name, ALL_ROWS).insert(rows)
  return entries
}

/**
 * A lease on a task that only one process can perform at a time. The lease ends when it is released, or 30 seconds
 * after it was last acquired or extended, for example if the process dies.
 */
export class Lease {
  readonly #session: Session
  readonly #clock: Clock
  readonly #name: string
  readonly #holder = randomUUID()

  constructor(session: Session, clock: Clock, name: string) {
    this.#session = session
    this.#clock = clock
    this.#name = name
  }

  /** Acquires the lease if no other process holds it, or extends it. Returns whether this process holds it. */
  async acquire(): Promise<boolean> {
    const now = await this.#clock()
    const free: Condition = {
      kind: 'or',
      of: [
        { kind: 'compare', field: 'until', op: 'lt', value: now },
        { kind: 'compare', field: 'holder', op: 'eq', value: this.#holder },
      ],
    }
    const lease = { holder: this.#holder, until: now + LEASE }
    if ((await this.#store.updateMany(both(this.#named, free), lease)) > 0) return true
    if ((await this.#store.count(this.#named)) > 0) return false
    try {
      await this.#store.insert([{ name: this.#name, ...lease }])
      return true
    } catch (error) {
      if (error instanceof UniqueViolation) return false
      throw error
    }
  }

  async release(): Promise<void> {
    const own: Condition = { kind: 'compare', field: 'holder', op: 'eq', value: this.#holder }
    await this.#store.updateMany(both(this.#named, own), { until: 0 })
  }

  get #store(): Store {
    return this.#session.store(leaseModel.name, ALL_ROWS)
  }

  get #named(): Condition {
    return { kind: 'compare', field: 'name', op: 'eq', value: this.#name }
  }
}

/** What is shared by the sessions of a database with a search engine. */
export interface SearchContext {
  readonly engine: Engine
  readonly models: Models
  /** Names of the models that are in the index. */
  readonly searched: ReadonlySet<string>
  /** Whether the database itself rolls back transactions. */
  readonly isAtomic: boolean
  /** Called when entries are committed. */
  readonly onEntries: () => void
}

/** The entries added while the current request was being handled. Maps their IDs to their models. */
export const addedEntries = new AsyncLocalStorage<Map<string, string>>()

/** The entries added in one transaction. */
class Entries {
  readonly #context: SearchContext
  readonly #session: Session
  readonly #items = new Map<string, Item>()
  readonly #added: Entry[] = []

  constructor(context: SearchContext, session: Session) {
    this.#context = context
    this.#session = session
    session.afterCommit(() => this.#committed())
  }

  get items(): readonly Item[] {
    return [...this.#items.values()]
  }

  /**
   * Adds entries for items of searched models. Several writes to the same item share an entry, unless other processes
   * can see the entry before the transaction ends.
   */
  async add(items: readonly Item[]): Promise<void> {
    const fresh = items.filter((item) => {
      if (!this.#context.searched.has(item.model)) return false
      const name = JSON.stringify([item.model, item.key])
      const isKnown = this.#items.has(name)
      this.#items.set(name, item)
      return !isKnown || !this.#context.isAtomic
    })
    if (fresh.length > 0) this.#added.push(...(await addEntries(this.#session, fresh)))
  }

  /** Returns the function that forgets the entries added from now on. */
  mark(): () => void {
    const items = new Map(this.#items)
    const count = this.#added.length
    return () => {
      this.#items.clear()
      for (const [name, item] of items) this.#items.set(name, item)
      this.#added.splice(count)
    }
  }

  #committed(): void {
    if (this.#added.length === 0) return
    const added = addedEntries.getStore()
    for (const { id, model } of this.#added) added?.set(id, model)
    this.#context.onEntries()
  }
}

/**
 * A session whose writes add entries to the outbox in the same transaction. The search engine executes its full-text
 * searches.
 */
class SearchedSession extends LayeredSession {
  readonly #context: SearchContext
  readonly #entries: Entries | null

  /** @param entries null outside a transaction */
  constructor(context: SearchContext, inner: Session, entries: Entries | null) {
    super(inner)
    this.#context = context
    this.#entries = entries
  }

  async savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const entries = this.#entries
    if (entries === null) return this.transaction(work)
    const restore = entries.mark()
    try {
      return await this.inner.savepoint((session) =>
        work(new SearchedSession(this.#context, session, entries)),
      )
    } catch (error) {
      restore()
      throw error
    }
  }

  protected all(model: string): Store {
    const inner = this.inner.store(model, ALL_ROWS)
    return Object.hasOwn(this.#context.models, model)
      ? new SearchedStore(this.#context, this, inner, this.inner, this.#entries)
      : inner
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#entries !== null) return work(this)
    let entries: Entries | undefined
    try {
      return await this.inner.transaction((session) => {
        entries = new Entries(this.#context, session)
        return work(new SearchedSession(this.#context, session, entries))
      })
    } catch (error) {
      // Another process might have seen the writes before they were reverted.
      if (!this.#context.isAtomic && entries !== undefined) await addEntries(this.inner, entries.items)
      throw error
    }
  }
}

/** Returns the database wrapped so that its sessions keep the search index up to date. */
export function searchedDatabase(
  context: SearchContext,
  inner: Database,
  close: () => Promise<void>,
): Database {
  const session = new SearchedSession(context, inner, null)
  return layeredDatabase(inner, session, {
    close: async () => {
      await close()
      await inner.close()
    },
  })
}

/** The items of one model. */
class SearchedStore implements Store {
  readonly #context: SearchContext
  readonly #session: Session
  readonly #inner: Store
  readonly #source: Source
  readonly #entries: Entries | null

  constructor(
    context: SearchContext,
    session: Session,
    inner: Store,
    innerSession: Session,
    entries: Entries | null,
  ) {
    this.#context = context
    this.#session = session
    this.#inner = inner
    this.#entries = entries
    this.#source = {
      engine: context.engine,
      models: context.models,
      session: innerSession,
      store: inner,
      outdated: async (limit) => {
        const entries = await readEntries(innerSession, limit, equal('model', inner.spec.name))
        return entries.map(({ key }) => key)
      },
    }
  }

  get spec(): ModelSpec {
    return this.#inner.spec
  }

  findByKey(key: Key, lock?: RowLock): Promise<Row | undefined> {
    return this.#inner.findByKey(key, lock)
  }

  async find(selection: Selection): Promise<Row[]> {
    if (!isSearch(selection.where)) return this.#inner.find(selection)
    // The index has no locks, and no order for keys that count only among some items.
    if (selection.lock !== undefined || selection.orderBy.some(({ among }) => among !== undefined))
      return this.#inner.find({ ...selection, where: await this.#resolved(selection.where) })
    return (await findSearch(this.#source, selection)).rows
  }

  count(where: Condition, limit?: number): Promise<number> {
    return isSearch(where) ? countSearch(this.#source, where, limit) : this.#inner.count(where, limit)
  }

  async findAndCount(selection: Selection, limit?: number): Promise<CountedRows> {
    if (!isSearch(selection.where)) return this.#inner.findAndCount(selection, limit)
    if (selection.orderBy.some(({ among }) => among !== undefined))
      return this.#inner.findAndCount({ ...selection, where: await this.#resolved(selection.where) }, limit)
    return findSearch(this.#source, selection, limit ?? true)
  }

  links(query: LinkQuery): Promise<Linked<Key>> {
    return this.#inner.links(query)
  }

  linkedRows(query: LinkQuery): Promise<Linked<Row>> {
    return this.#inner.linkedRows(query)
  }

  async aggregate(where: Condition, aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    return this.#inner.aggregate(await this.#resolved(where), aggregations)
  }

  async groupBy(
    where: Condition,
    keys: readonly GroupKey[],
    computations?: readonly Computation[],
  ): Promise<Group[]> {
    return this.#inner.groupBy(await this.#resolved(where), keys, computations)
  }

  wouldSelect(where: Condition, row: Row): Promise<boolean> {
    return this.#inner.wouldSelect(where, row)
  }

  async insert(rows: readonly Row[]): Promise<Row[]> {
    if (!this.#isSearched) return this.#inner.insert(rows)
    if (this.#entries === null) return this.#inTransaction((store) => store.insert(rows))
    const stored = await this.#inner.insert(rows)
    await this.#entries.add(this.#items(stored.map((row) => keyOf(this.spec, row))))
    return stored
  }

  async updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    if (!this.#isSearched) return this.#inner.updateByKey(key, changes)
    if (this.#entries === null) return this.#inTransaction((store) => store.updateByKey(key, changes))
    const stored = await this.#inner.updateByKey(key, changes)
    if (stored !== undefined) await this.#entries.add(this.#items([keyOf(this.spec, stored)]))
    return stored
  }

  async updateMany(where: Condition, changes: Row): Promise<number> {
    if (!this.#isSearched) return this.#inner.updateMany(where, changes)
    if (this.#entries === null) return this.#inTransaction((store) => store.updateMany(where, changes))
    const { keys, selected } = await this.#selected(where)
    const count = await this.#inner.updateMany(selected, changes)
    await this.#entries.add(this.#items(keys))
    return count
  }

  async deleteByKey(key: Key): Promise<boolean> {
    if (!this.#isSearched && !this.#hasHolders) return this.#inner.deleteByKey(key)
    if (this.#entries === null) return this.#inTransaction((store) => store.deleteByKey(key))
    const holders = await this.#changedHolders(this.spec, [key])
    const isDeleted = await this.#inner.deleteByKey(key)
    if (isDeleted) await this.#entries.add([...this.#items([key]), ...holders])
    return isDeleted
  }

  async deleteMany(where: Condition): Promise<number> {
    if (!this.#isSearched && !this.#hasHolders) return this.#inner.deleteMany(where)
    if (this.#entries === null) return this.#inTransaction((store) => store.deleteMany(where))
    const { keys, selected } = await this.#selected(where)
    const holders = await this.#changedHolders(this.spec, keys)
    const count = await this.#inner.deleteMany(selected)
    await this.#entries.add([...this.#items(keys), ...holders])
    return count
  }

  get #isSearched(): boolean {
    return this.#context.searched.has(this.spec.name)
  }

  /** Whether the database changes or deletes other items when items of this model are deleted. */
  get #hasHolders(): boolean {
    return this.#session.enforcesReferences && this.#changingOnes(this.spec).length > 0
  }

  #inTransaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#session.transaction((session) => work(session.store(this.spec.name, ALL_ROWS)))
  }

  #items(keys: readonly Key[]): Item[] {
    return keys.map((key) => ({ model: this.spec.name, key }))
  }

  async #resolved(where: Condition): Promise<Condition> {
    return isSearch(where) ? resolveSearch(this.#source, where) : where
  }

  /** Returns the keys of the selected items, and a condition that selects only items with these keys. */
  async #selected(
    where: Condition,
  ): Promise<{ readonly keys: readonly Key[]; readonly selected: Condition }> {
    const resolved = await this.#resolved(where)
    const keys = await keysOf(this.#inner, resolved)
    return { keys, selected: both(among(this.spec.key, keys), resolved) }
  }

  /** Returns the relations whose holders are changed or deleted when an item of the model is deleted. */
  #changingOnes(model: ModelSpec): Parts['ones'] {
    const isHeld = ({ model: name, inverse }: RelationSpec): boolean =>
      this.#context.models[name]?.relations[inverse]?.side === 'holder'
    return partsOf(model).ones.filter(([, relation]) => relation.onDelete !== 'restrict' && isHeld(relation))
  }

  /**
   * Returns the items that the database itself changes or deletes when the items with the given keys are deleted. Locks
   * the items being deleted, so that no other item can refer to them in the meantime.
   */
  async #changedHolders(model: ModelSpec, keys: readonly Key[]): Promise<Item[]> {
    const session = this.#source.session
    const relations = this.#changingOnes(model)
    if (!session.enforcesReferences || keys.length === 0 || relations.length === 0) return []
    for (const key of keys) await session.store(model.name, ALL_ROWS).findByKey(key, 'delete')
    const items: Item[] = []
    for (const [, relation] of relations) {
      const target = this.#context.models[relation.model]
      if (target === undefined) continue
      const holders = await keysOf(session.store(target.name, ALL_ROWS), among(relation.inverse, keys))
      items.push(...holders.map((key) => ({ model: target.name, key })))
      const deleted = new Set(target === model ? keys : [])
      const others = holders.filter((key) => !deleted.has(key))
      if (relation.onDelete === 'cascade') items.push(...(await this.#changedHolders(target, others)))
    }
    return items
  }
}

function among(field: string, keys: readonly Key[]): Condition {
  return { kind: 'compare', field, op: 'in', value: keys }
}

async function keysOf(store: Store, where: Condition): Promise<Key[]> {
  const { key } = store.spec
  const groups = await store.groupBy(where, [{ field: key }])
  return groups.map(({ values }) => values[key] ?? null).filter(isKey)
}
