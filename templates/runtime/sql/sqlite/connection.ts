import type BetterSqlite3 from 'better-sqlite3'
import type { Row } from '../../model.js'
import type { Bound, StoredRow } from '../codec.js'
import type { Table } from '../table.js'
import { Cache } from '../../cache.js'

type Statement = BetterSqlite3.Statement<Bound[], StoredRow>

const MAX_STATEMENTS = 250

/** A connection that keeps its prepared statements by their text. */
export class Connection {
  readonly database: BetterSqlite3.Database
  readonly #readers: Cache<Statement>
  readonly #writers: Cache<Statement>

  constructor(database: BetterSqlite3.Database) {
    this.database = database
    this.#readers = new Cache(MAX_STATEMENTS, (text) => database.prepare<Bound[], StoredRow>(text).raw(true))
    this.#writers = new Cache(MAX_STATEMENTS, (text) => database.prepare<Bound[], StoredRow>(text))
  }

  first(text: string, values: readonly Bound[]): StoredRow | undefined {
    return this.#readers.get(text).get(...values)
  }

  all(text: string, values: readonly Bound[]): StoredRow[] {
    return this.#readers.get(text).all(...values)
  }

  change(text: string, values: readonly Bound[]): number {
    return this.#writers.get(text).run(...values).changes
  }

  insert(table: Table, rows: readonly Row[]): StoredRow[] {
    const stored: StoredRow[] = []
    for (const row of rows) {
      const { text, values } = table.insertion(row)
      stored.push(...this.all(text, values))
    }
    return stored
  }

  /** Runs `work` between BEGIN and COMMIT; what it throws takes everything back. */
  atOnce<T>(work: () => T): T {
    return this.database.transaction(work).immediate()
  }
}
