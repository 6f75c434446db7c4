import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { ALL_ROWS } from '../repository/items.js'
import type { Key, ModelSpec, Models, Row } from '../model.js'
import type { ModelTypes } from '../repository/types.js'
import { isKey, keyOf, keysOf, partsOf } from '../repository/parts.js'
import { type Condition, type Database, type RowLock, type Session, type Store, both } from '../store.js'
import { LayeredSession, layeredDatabase } from '../store-layer.js'

/** The row before and after a change. */
type Values<R> =
  | { readonly action: 'create'; readonly before: undefined; readonly after: R }
  | { readonly action: 'update'; readonly before: R; readonly after: R }
  | { readonly action: 'delete'; readonly before: R; readonly after: undefined }

/** A change of a row, for the handlers of `on_change`. */
export type RowChange<T extends ModelTypes, Repositories, User> = Values<T['Row']> & {
  /** Name of the model: `Story`. */
  readonly model: T['Name']
  /** The user who sent the request, without the password; undefined outside requests and for anonymous callers. */
  readonly user: User | undefined
  /** The repositories in the transaction of the change. */
  readonly models: Repositories
}

/** Maximum depth of changes that handlers of changes make. */
const MAX_DEPTH = 8

/** What is shared by the sessions of a database. */
export interface ChangeContext {
  readonly models: Models
  /** The names of the handlers of `on_change`, in order, keyed by model. */
  readonly handlers: Readonly<Record<string, readonly string[]>>
  readonly call: (name: string, change: object) => Promise<unknown>
  readonly repositories: (session: Session) => unknown
}

/** Returns the user who sent the request that the current code handles. */
const users = new AsyncLocalStorage<() => unknown>()

/** Makes the users of requests known to the handlers of `on_change`. Call it after the hooks that identify the user. */
export function trackUsers(app: FastifyInstance, userOf: (request: FastifyRequest) => unknown): void {
  // This hook is not onRequest, because a context set that early would be lost when the body is received.
  app.addHook('preValidation', (request, _reply, done) => users.run(() => userOf(request), done))
}

/** Returns a database that calls the handlers of `on_change` for each row that it changes, in the same transaction. */
export function changingDatabase(inner: Database, context: ChangeContext): Database {
  const session = new ChangeSession(inner, { ...context, needed: new Map(), deleting: new Set() }, 0)
  return layeredDatabase(inner, session)
}

interface SessionContext extends ChangeContext {
  /** Whether writes to a model can change rows of models with handlers. */
  readonly needed: Map<string, boolean>
  /** The rows that the transaction is deleting, as `model key`. */
  readonly deleting: Set<string>
}

class ChangeSession extends LayeredSession {
  readonly #context: SessionContext
  readonly #depth: number

  constructor(inner: Session, context: SessionContext, depth: number) {
    super(inner)
    this.#context = context
    this.#depth = depth
  }

  protected all(model: string): Store {
    const store = this.inner.store(model, ALL_ROWS)
    const { needed } = this.#context
    const needs = needed.get(model) ?? needsChanges(this.#context, store.spec, this.enforcesReferences)
    needed.set(model, needs)
    return needs ? changingStore(this, store, this.#context) : store
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.state !== null) return work(this)
    const context = { ...this.#context, deleting: new Set<string>() }
    return this.inner.transaction((session) => work(new ChangeSession(session, context, this.#depth)))
  }

  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.inner.savepoint((session) => work(new ChangeSession(session, this.#context, this.#depth)))
  }

  /** Calls the handlers of a model for changed rows. @throws Error if handlers cause too many changes of others */
  async changed({ name }: ModelSpec, changes: readonly Values<Row>[]): Promise<void> {
    for (const change of changes)
      for (const handler of this.#context.handlers[name] ?? []) {
        if (this.#depth >= MAX_DEPTH)
          throw new Error(
            `Handlers of on_change have changed rows whose handlers have changed rows, to a depth of ${MAX_DEPTH}. The next one would be "${handler}" of ${name}.`,
          )
        const inside = new ChangeSession(this.inner, this.#context, this.#depth + 1)
        await this.#context.call(handler, {
          ...structuredClone(change),
          model: name,
          user: users.getStore()?.(),
          models: this.#context.repositories(inside),
        })
      }
  }
}

/** Returns whether writes to a model can change rows of models with handlers. */
function needsChanges(
  context: ChangeContext,
  model: ModelSpec,
  enforcesReferences: boolean,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (context.handlers[model.name] !== undefined) return true
  if (!enforcesReferences || seen.has(model.name)) return false
  return partsOf(model).ones.some(([, relation]) => {
    const target = context.models[relation.model]
    if (target === undefined || relation.onDelete === 'restrict') return false
    return relation.onDelete === 'cascade'
      ? needsChanges(context, target, true, new Set([...seen, model.name]))
      : context.handlers[target.name] !== undefined
  })
}

/** Returns a store that reads directly, and whose writes call handlers. */
function changingStore(session: ChangeSession, store: Store, context: SessionContext): Store {
  const { spec } = store
  const write = <T>(work: (changes: Writes) => Promise<T>): Promise<T> =>
    session.state !== null
      ? work(new RowChanges(session, store, context))
      : session.transaction((inside) => work(inside.store(spec.name, ALL_ROWS)))
  return {
    spec,
    findByKey: (key, lock) => store.findByKey(key, lock),
    find: (selection) => store.find(selection),
    count: (where, limit) => store.count(where, limit),
    wouldSelect: (where, row) => store.wouldSelect(where, row),
    findAndCount: (selection, limit) => store.findAndCount(selection, limit),
    links: (query) => store.links(query),
    linkedRows: (query) => store.linkedRows(query),
    aggregate: (where, aggregations) => store.aggregate(where, aggregations),
    groupBy: (where, keys, computations) => store.groupBy(where, keys, computations),
    insert: (rows) => write((changes) => changes.insert(rows)),
    updateByKey: (key, values) => write((changes) => changes.updateByKey(key, values)),
    updateMany: (where, values) => write((changes) => changes.updateMany(where, values)),
    deleteByKey: (key) => write((changes) => changes.deleteByKey(key)),
    deleteMany: (where) => write((changes) => changes.deleteMany(where)),
  }
}

/** The writes of a store. */
type Writes = Pick<Store, 'insert' | 'updateByKey' | 'updateMany' | 'deleteByKey' | 'deleteMany'>

/** Writes rows in a transaction, and calls the handlers of the changes. */
class RowChanges implements Writes {
  readonly #session: ChangeSession
  readonly #inner: Store
  readonly #context: SessionContext

  constructor(session: ChangeSession, inner: Store, context: SessionContext) {
    this.#session = session
    this.#inner = inner
    this.#context = context
  }

  async insert(rows: readonly Row[]): Promise<Row[]> {
    const stored = await this.#inner.insert(rows)
    await this.#changed(stored.map((after) => ({ action: 'create', before: undefined, after })))
    return this.#current(stored)
  }

  async updateByKey(key: Key, values: Row): Promise<Row | undefined> {
    const before = await this.#inner.findByKey(key, true)
    const after = await this.#inner.updateByKey(key, values)
    if (before === undefined || after === undefined) return after
    await this.#changed(this.#updates([before], [after]))
    return (await this.#current([after]))[0]
  }

  async updateMany(where: Condition, values: Row): Promise<number> {
    const before = await this.#locked(where)
    const named = this.#named(before)
    const count = await this.#inner.updateMany(both(named, where), values)
    await this.#changed(this.#updates(before, await this.#find(named)))
    return count
  }

  async deleteByKey(key: Key): Promise<boolean> {
    const row = await this.#inner.findByKey(key, 'delete')
    if (row === undefined) return false
    const deleted = await this.#delete([row], () => this.#inner.deleteByKey(key))
    return deleted.length > 0
  }

  async deleteMany(where: Condition): Promise<number> {
    const rows = await this.#locked(where, 'delete')
    const deleted = await this.#delete(rows, () => this.#inner.deleteMany(both(this.#named(rows), where)))
    return deleted.length
  }

  /** Deletes rows, and returns those that no longer exist. */
  async #delete(rows: readonly Row[], remove: () => Promise<unknown>): Promise<Row[]> {
    const { spec } = this.#inner
    const { deleting } = this.#context
    const names = rows.map((row) => `${spec.name} ${keyOf(spec, row)}`)
    const fresh = rows.filter((_row, index) => !deleting.has(names[index] ?? ''))
    for (const name of names) deleting.add(name)
    try {
      if (this.#session.enforcesReferences) await this.#changeHolders(fresh)
      await remove()
    } finally {
      for (const name of names) deleting.delete(name)
    }
    const left = new Set(keysOf(spec, await this.#find(this.#named(rows))))
    const deleted = fresh.filter((row) => !left.has(keyOf(spec, row)))
    await this.#changed(deleted.map((before) => ({ action: 'delete', before, after: undefined })))
    return deleted
  }

  /** Changes and deletes the rows that the database itself would change when the rows are deleted. */
  async #changeHolders(rows: readonly Row[]): Promise<void> {
    const { models, deleting } = this.#context
    const keys = keysOf(this.#inner.spec, rows)
    for (const [, relation] of partsOf(this.#inner.spec).ones) {
      const target = models[relation.model]
      if (target === undefined || relation.onDelete === 'restrict' || keys.length === 0) continue
      if (!needsChanges(this.#context, target, true)) continue
      const store = this.#session.store(target.name, ALL_ROWS)
      const holders = among(relation.inverse, keys)
      if (relation.onDelete === 'cascade') {
        const found = await store.find({
          where: holders,
          orderBy: [{ field: target.key, direction: 'asc' }],
        })
        const others = keysOf(target, found).filter((key) => !deleting.has(`${target.name} ${key}`))
        if (others.length > 0) await store.deleteMany(among(target.key, others))
      } else if (target.relations[relation.inverse]?.required !== true)
        await store.updateMany(holders, { [relation.inverse]: null })
    }
  }

  #changed(changes: readonly Values<Row>[]): Promise<void> {
    return this.#session.changed(this.#inner.spec, changes)
  }

  /** Returns the selected rows, which stay locked until the transaction ends. */
  async #locked(where: Condition, lock: RowLock = true): Promise<Row[]> {
    const rows: Row[] = []
    for (const found of await this.#find(where)) {
      const row = await this.#inner.findByKey(keyOf(this.#inner.spec, found), lock)
      if (row !== undefined) rows.push(row)
    }
    return rows
  }

  /** Returns the updates of the rows that have changed. */
  #updates(before: readonly Row[], after: readonly Row[]): Values<Row>[] {
    const { spec } = this.#inner
    const stored = new Map(after.map((row) => [keyOf(spec, row), row]))
    return before.flatMap((row): Values<Row>[] => {
      const now = stored.get(keyOf(spec, row))
      return now === undefined || JSON.stringify(now) === JSON.stringify(row)
        ? []
        : [{ action: 'update', before: row, after: now }]
    })
  }

  /** Returns written rows as they are after the handlers, which may have changed them. */
  async #current(rows: Row[]): Promise<Row[]> {
    const { spec } = this.#inner
    if (this.#context.handlers[spec.name] === undefined) return rows
    const found = new Map((await this.#find(this.#named(rows))).map((row) => [keyOf(spec, row), row]))
    return rows.map((row) => found.get(keyOf(spec, row)) ?? row)
  }

  #find(where: Condition): Promise<Row[]> {
    return this.#inner.find({ where, orderBy: [{ field: this.#inner.spec.key, direction: 'asc' }] })
  }

  #named(rows: readonly Row[]): Condition {
    return among(this.#inner.spec.key, keysOf(this.#inner.spec, rows).filter(isKey))
  }
}

function among(field: string, keys: readonly Key[]): Condition {
  return { kind: 'compare', field, op: 'in', value: keys }
}
