import type { DialectName } from '../spec/dialects.js'
import { sequenceOf } from '../sql/postgres/sequences.js'
import { SqlSession } from '../sql/store.js'
import { tableOf } from '../sql/table.js'
import type { Session } from '../store.js'

/**
 * Makes a model's generated keys continue after the highest stored one, in the session's transaction. Call it after
 * inserting items that have keys.
 */
export async function continueKeys({ native }: Session, model: string): Promise<void> {
  if (!(native instanceof SqlSession)) throw new TypeError('Generated keys require an SQL database')
  const { dialect, executor, tables } = native
  const table = tableOf(tables, model)
  for (const { generated, name, quoted } of table.columns) {
    const text = generated ? CONTINUED[dialect.name](table.sql, quoted, name) : undefined
    if (text !== undefined) await executor.write({ text, values: [] })
  }
}

/** The statement for a column; undefined if the database continues after the highest key anyway. */
const CONTINUED: Readonly<
  Record<DialectName, (table: string, column: string, name: string) => string | undefined>
> = {
  sqlite: () => undefined,
  postgres: (table, column, name) => {
    return `SELECT setval(sequence, greatest(highest, pg_sequence_last_value(sequence))) FROM (SELECT ${sequenceOf(table, name)} AS sequence, max(${column}) AS highest FROM ${table}) AS svc_keys WHERE highest IS NOT NULL`
  },
}
