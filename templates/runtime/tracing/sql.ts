import type { DialectName } from '../spec/dialects.js'
import type { WrapExecutor } from '../sql/connection.js'
import type { Executor, Result, Statement } from '../sql/table.js'
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

  read(statement: Statement): Promise<Result> {
    return this.#traced(statement, () => this.#executor.read(statement))
  }

  write(statement: Statement): Promise<Result> {
    return this.#traced(statement, () => this.#executor.write(statement))
  }

  #traced({ text: full, summary }: Statement, work: () => Promise<Result>): Promise<Result> {
    const text = (summary ?? full).trimStart()
    const operation = text.slice(0, text.indexOf(' '))
    const attributes = { 'db.operation.name': operation, 'db.query.text': text }
    return inSpan(operation, 'client', { ...attributes, 'db.system.name': this.#system }, work)
  }
}
