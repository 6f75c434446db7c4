import { insertStatements } from './insert.js'
export class PostgresExecutor {
  #statements
  #send
  #together
  /** `together` is null inside a transaction. */
  constructor(statements, send, together) {
    this.#statements = statements
    this.#send = send
    this.#together = together
  }
  async first(text, values) {
    const [row] = await this.all(text, values)
    return row
  }
  async all(text, values) {
    const { rows } = await this.#send(this.#statements.query(text, values))
    return rows
  }
  write(text, values) {
    return this.all(text, values)
  }
  async change(text, values) {
    const { rowCount } = await this.#send(this.#statements.query(text, values))
    return rowCount ?? 0
  }
  async insert(table, rows) {
    const [only, ...more] = rows
    if (only !== undefined && more.length === 0) {
      const { text, values } = table.insertion(only)
      return this.all(text, values)
    }
    const statements = insertStatements(table, rows)
    if (statements.length > 1 && this.#together !== null) {
      return this.#together(async (executor) => executor.insert(table, rows))
    }
    const stored = []
    for (const { text, values } of statements) {
      const result = await this.#send(this.#statements.once(text, values))
      stored.push(...result.rows)
    }
    return stored
  }
}
