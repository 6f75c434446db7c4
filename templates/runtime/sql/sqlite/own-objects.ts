import type { StoredRow } from '../codecs.js'
import type { MigrationConnection } from '../connection.js'
import { type Script, type Step, parseMigration, unquoted } from '../migrations.js'
import { quoted } from '../table.js'

const TRIGGERS = `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`
/** Selects a table's columns, without those that indexes of words need, which a migration can drop with the index. */
const COLUMNS_OF = `SELECT name FROM pragma_table_info(?) WHERE substr(name, 1, 5) <> '_svc_'`

/** The start of each statement that creates the new table of a rebuild. */
const REBUILDS = /^(?=CREATE TABLE "_svc_rebuilt_)/m
const REBUILT_TABLE = /^CREATE TABLE "_svc_rebuilt_((?:[^"]|"")+)"/

const TABLE_SQL = `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE`

/** Selects the other migrations that are applied. */
const APPLIED = `SELECT "name", "text" FROM "_svc_migrations" WHERE "name" <> ? AND "text" IS NOT NULL ORDER BY "name"`

/** Matches the definition of a column in a statement that creates a table. */
const COLUMN = /^ {2}("(?:[^"]|"")+") (.*?),?$/gm

/** Selects a table's indexes and triggers. Indexes that belong to constraints have no SQL. */
const OWN_OBJECTS = `SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type`

/**
 * Runs a script of a migration. SQLite drops the indexes and triggers of a table that is rebuilt; those that the script does
 * not create itself, because you have added them, are created again.
 * @throws Error if an index, trigger or view that you have added no longer fits the tables, or if a rebuild would drop a
 * column that the script does not mention, or undo what another branch has changed
 */
export async function runKeepingSchema(connection: MigrationConnection, step: Step): Promise<void> {
  const { script } = step
  const known = await schemaFaults(connection)
  const dropped = new Map<string, StoredRow>()
  for (const part of script.sql.split(REBUILDS)) {
    const [, name] = REBUILT_TABLE.exec(part) ?? []
    if (name !== undefined) {
      const table = name.replaceAll('""', '"')
      await rejectUnknownColumns(connection, table, script)
      await rejectUnknownChanges(connection, table, step)
      for (const row of await connection.query(OWN_OBJECTS, [table])) dropped.set(String(row[0]), row)
    }
    await connection.run(part, true)
  }
  for (const object of dropped.values()) await createAgain(connection, object)
  await connection.run('')
  const fault = (await schemaFaults(connection)).find((each) => !known.includes(each))
  if (fault !== undefined)
    throw new Error(
      `${fault}; drop it in a migration before this one, and create a version that fits in one after it`,
    )
}

const AGAIN =
  'remove the files of this migration, take .svcgen/lock.json from that branch, and run "svcgen generate --force"'

/** @throws Error if a table has a column that a script does not mention, so that a copy of the table lacks it */
async function rejectUnknownColumns(
  connection: MigrationConnection,
  table: string,
  { sql, comments }: Script,
): Promise<void> {
  for (const [column] of await connection.query(COLUMNS_OF, [table])) {
    const name = String(column)
    const inComments = /^\w+$/.test(name) ? new RegExp(`\\.${name}\\b`, 'i').test(comments) : false
    if (inComments || `${comments}${sql}`.toLowerCase().includes(quoted(name).toLowerCase())) continue
    throw new Error(
      `it copies the table ${table}, which has a column that it does not mention, ${name}, and would drop this column; if another branch has added the column, ${AGAIN}; otherwise add the column to the statements that copy the table`,
    )
  }
}

/** @throws Error if a script would give a column the definition that it had before the migration of another branch */
async function rejectUnknownChanges(
  connection: MigrationConnection,
  table: string,
  { name, text, script }: Step,
): Promise<void> {
  const { up, down } = parseMigration(text)
  const target = columnsIn(script.sql, table)
  const other = columnsIn((script.sql === up.sql ? down : up).sql, table)
  const [[sql] = []] = await connection.query(TABLE_SQL, [table])
  const current = columnsOf(String(sql))
  const others = await connection.query(APPLIED, [name])
  const numbers = [name, ...others.map(([each]) => String(each))].map(numberOf)
  for (const [each, applied] of others) {
    const number = numberOf(String(each))
    // A migration does not know those with its number or a higher one. Migrations with the same number are of branches.
    if (number < numberOf(name) && numbers.filter((one) => one === number).length === 1) continue
    const theirs = parseMigration(String(applied))
    const before = columnsIn(theirs.down.sql, table)
    for (const [column, definition] of columnsIn(theirs.up.sql, table)) {
      const isTheirs = before.has(column) && before.get(column) !== definition
      if (!isTheirs || current.get(column) !== definition || !target.has(column)) continue
      if ([target, other].some((known) => known.get(column) === definition)) continue
      throw new Error(
        `it copies the table ${table}, and would undo what ${each} of another branch has changed in the column ${column}; ${AGAIN}`,
      )
    }
  }
}

/** Returns the number at the start of a migration's name. */
function numberOf(name: string): number {
  return Number.parseInt(name, 10)
}

/** Returns the definitions of the columns in the copy of a table that a script makes, by name. */
function columnsIn(sql: string, table: string): ReadonlyMap<string, string> {
  const copy = sql
    .split(REBUILDS)
    .find((part) => REBUILT_TABLE.exec(part)?.[1]?.replaceAll('""', '"') === table)
  return columnsOf(copy?.split('\n);')[0] ?? '')
}

/** Returns the definitions of the columns in a statement that creates a table, by name. */
function columnsOf(sql: string): ReadonlyMap<string, string> {
  return new Map(
    [...sql.matchAll(COLUMN)].map(([, name = '', definition = '']) => [unquoted(name), definition]),
  )
}

async function createAgain(
  connection: MigrationConnection,
  [name = null, kind, table, sql]: StoredRow,
): Promise<void> {
  const [existing] = await connection.query('SELECT 1 FROM sqlite_schema WHERE name = ?', [name])
  if (existing !== undefined) return
  try {
    await connection.run(String(sql), true)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the ${kind} ${name} on ${table}, which you have added, no longer fits: ${reason}; drop it in a migration before this one, and create a version that fits in one after it`,
      { cause: error },
    )
  }
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
