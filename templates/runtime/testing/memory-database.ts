import type { Models } from '../model.js'
import { type Access, type Database, type Session, type Store, TransactionState } from '../store.js'
import { MemoryStore, type Tables, type TableAccess } from './memory-store.js'

/**
 * An in-memory database for testing behavior that is the same on every engine. Transactions run one at a time. Each
 * transaction works on a copy of the tables, which replaces them on success. Until then, its changes are not visible.
 */
export class MemoryDatabase implements Database {
  readonly enforcesReferences = false
  readonly state = null
  readonly native = {}
  readonly #models: Models
  readonly #stores = new Map<string, Store>()
  #tables: Tables = { rows: new Map(), serials: new Map() }
  #last: Promise<unknown> = Promise.resolve()

  constructor(models: Models) {
    this.#models = models
  }

  store(model: string, access: Access): Store {
    const all = storeOf(this.#stores, this.#models, model, {
      read: async (work) => work(this.#tables),
      write: (work) => this.#alone(async (tables) => work(tables)),
    })
    return access.restricted(all, this)
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#alone((tables) => work(new MemoryTransaction(this.#models, tables)))
  }

  savepoint<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.transaction(work)
  }

  afterCommit(work: () => void): void {
    work()
  }

  continueKeys(): Promise<void> {
    return Promise.resolve()
  }

  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }

  ping(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  #alone<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const tables = copyOf(this.#tables)
      const result = await work(tables)
      this.#tables = tables
      return result
    })
    this.#last = done.catch(() => undefined)
    return done
  }
}

class MemoryTransaction implements Session {
  readonly enforcesReferences = false
  readonly state = new TransactionState()
  readonly native = {}
  readonly #models: Models
  readonly #stores = new Map<string, Store>()
  readonly #access: TableAccess

  constructor(models: Models, tables: Tables) {
    this.#models = models
    this.#access = { read: async (work) => work(tables), write: async (work) => work(tables) }
  }

  store(model: string, access: Access): Store {
    return access.restricted(storeOf(this.#stores, this.#models, model, this.#access), this)
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }

  savepoint(): never {
    throw new TypeError('the memory database does not support nested transactions')
  }

  continueKeys(): Promise<void> {
    return Promise.resolve()
  }

  afterCommit(): never {
    throw new TypeError('the memory database does not support afterCommit in transactions')
  }
}

function storeOf(stores: Map<string, Store>, models: Models, name: string, access: TableAccess): Store {
  const spec = models[name]
  if (spec === undefined) throw new TypeError(`unknown model ${name}`)
  let store = stores.get(name)
  if (store === undefined) stores.set(name, (store = new MemoryStore(spec, models, access)))
  return store
}

function copyOf({ rows, serials }: Tables): Tables {
  return {
    rows: new Map([...rows].map(([name, table]) => [name, new Map(table)])),
    serials: new Map(serials),
  }
}
