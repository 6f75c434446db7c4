import type { Row } from '../../model.js'
import type { Bound, StoredRow } from '../codec.js'
import type { Executor } from '../executor.js'
import type { Table } from '../table.js'
import { insertStatements } from './insert.js'
import type { Query, QueryResult, Statements } from './statements.js'

/** Sends a statement: over any connection of the pool, or over that of a transaction. Answers what `read` finds in the result. */
export type Send = <T>(query: Query, read: (result: QueryResult) => T) => Promise<T>

/** Runs several statements in one transaction. */
export type Together = <T>(work: (executor: Executor) => Promise<T>) => Promise<T>

export class PostgresExecutor implements Executor {
  readonly #statements: Statements
  readonly #send: Send
  readonly #together: Together | null

  /** `together` is null inside a transaction. */
  constructor(statements: Statements, send: Send, together: Together | null) {
    this.#statements = statements
    this.#send = send
    this.#together = together
  }

  first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#send(this.#statements.query(text, values), ({ rows }) => rows[0])
  }

  all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#send(this.#statements.query(text, values), rowsOf)
  }

  write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.all(text, values)
  }

  change(text: string, values: readonly Bound[]): Promise<number> {
    return this.#send(this.#statements.query(text, values), ({ rowCount }) => rowCount ?? 0)
  }

  async insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    const [only, ...more] = rows
    if (only !== undefined && more.length === 0) {
      const { text, values } = table.insertion(only)
      return this.all(text, values)
    }
    const statements = insertStatements(table, rows)
    if (statements.length > 1 && this.#together !== null) {
      return this.#together(async (executor) => executor.insert(table, rows))
    }
    const stored: StoredRow[] = []
    for (const { text, values } of statements) {
      stored.push(...(await this.#send(this.#statements.once(text, values), rowsOf)))
    }
    return stored
  }
}

function rowsOf({ rows }: QueryResult): readonly StoredRow[] {
  return rows
}
