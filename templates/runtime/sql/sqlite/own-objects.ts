import { quoted } from '../database.js'
import type { MigrationConnection } from '../migrations.js'

const TRIGGERS = `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`
const COLUMNS_OF = 'SELECT name FROM pragma_table_info(?)'

/**
 * Runs a script of a migration.
 * @throws Error if an index, trigger or view that you have added no longer fits the tables
 */
export async function runKeepingSchema(connection: MigrationConnection, script: string): Promise<void> {
  const known = await schemaFaults(connection)
  await connection.run(script)
  const fault = (await schemaFaults(connection)).find((each) => !known.includes(each))
  if (fault !== undefined)
    throw new Error(
      `${fault}; drop it in a migration before this one, and create a version that fits in one after it`,
    )
}

/**
 * Returns the reasons why triggers and views do not fit the tables, each with the name of what does not fit. SQLite
 * itself checks most of them only when it needs them.
 */
async function schemaFaults(connection: MigrationConnection): Promise<readonly string[]> {
  const rows = await connection.query(TRIGGERS, [])
  const triggers = rows.map(([name, table, sql]) => ({
    name: String(name),
    table: String(table),
    sql: String(sql),
  }))
  // SQLite checks views and triggers when a table is renamed, and reports the first fault.
  const inSchema = await faultOf(connection, [
    'CREATE TABLE _svc_check (a)',
    'ALTER TABLE _svc_check RENAME TO _svc_checked',
  ])
  const faults = inSchema === undefined ? [] : [inSchema]
  for (const { name, table, sql } of triggers) {
    const columns = (await connection.query(COLUMNS_OF, [table])).map(([column]) => String(column))
    const others = triggers.filter((other) => other.table === table && other.name !== name)
    const sets = columns.map((column) => `${quoted(column)} = ${quoted(column)}`)
    const fault =
      missingColumn(sql, columns) ??
      (await faultOf(connection, [
        ...others.map((other) => `DROP TRIGGER ${quoted(other.name)}`),
        `EXPLAIN INSERT INTO ${quoted(table)} DEFAULT VALUES`,
        `EXPLAIN UPDATE ${quoted(table)} SET ${sets.join(', ')}`,
        `EXPLAIN DELETE FROM ${quoted(table)}`,
      ]))
    if (fault !== undefined) faults.push(`error in trigger ${name}: ${fault}`)
  }
  return faults
}

/** Returns a message if the columns in a trigger's `UPDATE OF` are not in its table, in which case it never runs. */
function missingColumn(sql: string, columns: readonly string[]): string | undefined {
  const [, list = ''] = /\bUPDATE\s+OF\s+((?:"[^"]*"|[^"])*?)\s+ON\b/i.exec(sql) ?? []
  const known = new Set(columns.map((column) => column.toLowerCase()))
  const missing = list
    .split(',')
    .map((name) => name.trim().replace(/^["`[](.*)["`\]]$/s, '$1'))
    .find((name) => /^\w+$/.test(name) && !known.has(name.toLowerCase()))
  return missing === undefined ? undefined : `no such column: ${missing}`
}

/** Runs statements, reverts them, and returns the message of the first error, if any. */
async function faultOf(
  { query }: MigrationConnection,
  statements: readonly string[],
): Promise<string | undefined> {
  await query('SAVEPOINT svc_check', [])
  try {
    for (const statement of statements) await query(statement, [])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await query('ROLLBACK TO svc_check', [])
    await query('RELEASE svc_check', [])
  }
}
