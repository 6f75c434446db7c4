import type { QueryArrayConfig, QueryArrayResult } from 'pg'
import type { Row } from '../../model.js'
import type { Bound, Stored, StoredRow } from '../codec.js'
import type { Executor } from '../executor.js'
import type { Table } from '../table.js'
import { insertStatements } from './insert.js'
import type { Statements } from './statements.js'

/** A statement as the driver takes it, and what it answers. */
export type Query = QueryArrayConfig<Bound[]>
export type QueryResult = QueryArrayResult<Stored[]>

/** Sends a statement: over any connection of the pool, or over that of a transaction. */
export type Send = (query: Query) => Promise<QueryResult>

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

  async first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    const { rows } = await this.#send(this.#statements.query(text, values))
    return rows[0]
  }

  async all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    const { rows } = await this.#send(this.#statements.query(text, values))
    return rows
  }

  write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.all(text, values)
  }

  async change(text: string, values: readonly Bound[]): Promise<number> {
    const { rowCount } = await this.#send(this.#statements.query(text, values))
    return rowCount ?? 0
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
      const result = await this.#send(this.#statements.once(text, values))
      stored.push(...result.rows)
    }
    return stored
  }
}
