import { Cache } from './cache.js'
const MAX_STATEMENTS = 250
/** A connection that keeps its prepared statements by their text. */
export class Connection {
  database
  #readers
  #writers
  constructor(database) {
    this.database = database
    this.#readers = new Cache(MAX_STATEMENTS, (text) => database.prepare(text).raw(true))
    this.#writers = new Cache(MAX_STATEMENTS, (text) => database.prepare(text))
  }
  first(text, values) {
    return this.#readers.get(text).get(...values)
  }
  all(text, values) {
    return this.#readers.get(text).all(...values)
  }
  change(text, values) {
    return this.#writers.get(text).run(...values).changes
  }
  insert(table, rows) {
    return rows.flatMap((row) => {
      const { text, values } = table.insertion(row)
      return this.all(text, values)
    })
  }
  /** Runs `work` between BEGIN and COMMIT; what it throws takes everything back. */
  atOnce(work) {
    return this.database.transaction(work).immediate()
  }
}
