import type { Row } from '../model.js'
import type { DialectName } from '../settings/dialects.js'
import type { Answer, Executor, WrapExecutor } from '../sql/database.js'
import type { Bound, StoredRow, Table } from '../sql/table.js'
import { inSpan, isTracing } from './tracing.js'

/** The names of the database systems in spans, keyed by dialect. */
const SYSTEMS: Readonly<Record<DialectName, string>> = { postgres: 'postgresql', sqlite: 'sqlite' }

/** Records a span for each statement if `tracing.url` is set. */
export const traceStatements: WrapExecutor = (executor, dialect) =>
  isTracing() ? new TracedExecutor(executor, dialect) : executor

/** Records a span for each statement. The statement's text has placeholders instead of values. */
class TracedExecutor implements Executor {
  readonly #executor: Executor
  readonly #system: string

  constructor(executor: Executor, dialect: DialectName) {
    this.#executor = executor
    this.#system = SYSTEMS[dialect]
  }

  first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#traced(text, () => this.#executor.first(text, values))
  }

  all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#traced(text, () => this.#executor.all(text, values))
  }

  write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#traced(text, () => this.#executor.write(text, values))
  }

  change(text: string, values: readonly Bound[]): Promise<number> {
    return this.#traced(text, () => this.#executor.change(text, values))
  }

  insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    return this.#traced(`INSERT INTO ${table.sql}`, () => this.#executor.insert(table, rows))
  }

  answer(text: string, values: readonly Bound[], writes: boolean): Promise<Answer> {
    return this.#traced(text.trimStart(), () => this.#executor.answer(text, values, writes))
  }

  #traced<T>(text: string, work: () => Promise<T>): Promise<T> {
    const operation = text.slice(0, text.indexOf(' '))
    const attributes = { 'db.operation.name': operation, 'db.query.text': text }
    return inSpan(operation, 'client', { ...attributes, 'db.system.name': this.#system }, work)
  }
}
