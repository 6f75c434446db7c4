import type { Session, Store } from '../store.js'
import type { Executor, Translate } from './executor.js'
import { SqlStore } from './sql-store.js'
import { tableOf, type Tables } from './table.js'

/** Runs work in a transaction of its own. */
type Begin = <T>(work: (session: Session) => Promise<T>) => Promise<T>

/** The stores of all models over one executor; a store is made when it is asked for. */
export class SqlSession implements Session {
  readonly enforcesReferences = true
  readonly transactional: boolean
  readonly #tables: Tables
  readonly #executor: Executor
  readonly #translate: Translate
  readonly #begin: Begin | null

  /** `begin` is null inside a transaction. */
  constructor(tables: Tables, executor: Executor, translate: Translate, begin: Begin | null) {
    this.#tables = tables
    this.#executor = executor
    this.#translate = translate
    this.#begin = begin
    this.transactional = begin === null
  }

  store(model: string): Store {
    return new SqlStore(tableOf(this.#tables, model), this.#tables, this.#executor, this.#translate)
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#begin === null ? work(this) : this.#begin(work)
  }
}
