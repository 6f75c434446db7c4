import { SqlStore } from './sql-store.js'
/** The stores of all models over one executor; a store is made when it is asked for. */
export class SqlSession {
  enforcesReferences = true
  transactional
  #tables
  #executor
  #translate
  #begin
  #stores = new Map()
  /** `begin` is null inside a transaction. */
  constructor(tables, executor, translate, begin) {
    this.#tables = tables
    this.#executor = executor
    this.#translate = translate
    this.#begin = begin
    this.transactional = begin === null
  }
  store(model) {
    const known = this.#stores.get(model)
    if (known !== undefined) return known
    const table = this.#tables.get(model)
    if (table === undefined) throw new TypeError(`there is no model ${model}`)
    const store = new SqlStore(table, this.#tables, this.#executor, this.#translate)
    this.#stores.set(model, store)
    return store
  }
  transaction(work) {
    return this.#begin === null ? work(this) : this.#begin(work)
  }
}
