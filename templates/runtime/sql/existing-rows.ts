import { MigrationError } from '../migration-command.js'
import {
  DUPLICATES_READ,
  type Duplicates,
  type NeedKind,
  NEEDS,
  rejectRows,
  violationMessage,
} from '../migration-rows.js'
import type { DialectName } from '../spec/dialects.js'
import type { MigrationConnection } from './connection.js'
import { NAME, type Script, type Step, countOf, failureOf, unquoted } from './migrations.js'
import { runKeepingSchema } from './sqlite/own-objects.js'

/**
 * What a script requires of existing rows, from a comment in its file: `-- no value: Story.title SELECT count(*) FROM
 * …`.
 */
interface Need {
  readonly need: NeedKind
  /** Model and field: `Story.title`. */
  readonly field: string
  /** The query that counts the rows without a value, or the rows with each value that is not a choice. */
  readonly count: string
}

const NEED = new RegExp(String.raw`^-- (${NEEDS.join('|')}): ${NAME}\.${NAME} (SELECT .*)$`, 'gmu')
const UNIQUE_INDEX = new RegExp(String.raw`^CREATE UNIQUE INDEX ${NAME} ON ${NAME} \((.*)\);$`, 'gmu')
const NAMES = new RegExp(NAME, 'gu')

/** The error codes for constraint violations and out-of-range values. */
const CODES = {
  sqlite: { rowErrors: /^SQLITE_CONSTRAINT/, uniqueErrors: /^SQLITE_CONSTRAINT_UNIQUE$/ },
  postgres: { rowErrors: /^(22|23)/, uniqueErrors: /^23505$/ },
} as const satisfies Readonly<Record<DialectName, object>>

/** Prefix of a table's temporary name while a migration rebuilds the table. */
const REBUILT = /\b_svc_rebuilt_/g

/**
 * Runs a migration of tables with rows and with objects that you have added, and explains its failure.
 * @throws MigrationError, for example if rows do not have the values that the script requires
 */
export async function runOnRows(connection: MigrationConnection, step: Step): Promise<void> {
  await checkRows(connection, step)
  await connection.query('SAVEPOINT migration', [])
  try {
    if (connection.dialect.name === 'sqlite') await runKeepingSchema(connection, step)
    else await connection.run(step.script.sql)
  } catch (error) {
    const { message } = failureOf(step, error, await explanationOf(connection, error, step))
    throw new MigrationError(message.replaceAll(REBUILT, ''), { cause: error })
  }
}

async function checkRows(connection: MigrationConnection, { name, script, direction }: Step): Promise<void> {
  const rows = []
  for (const { need, field, count } of needsOf(script)) {
    if (need !== 'no choice') rows.push({ need, field, rows: await countOf(connection, count) })
    else
      for (const [value, number] of await connection.query(count, []))
        rows.push({ need, field, rows: Number(number), value: String(value) })
  }
  rejectRows(name, rows, direction)
}

/** Returns an explanation of a failure because of existing rows, or an empty string. */
async function explanationOf(
  connection: MigrationConnection,
  error: unknown,
  { script }: Step,
): Promise<string> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const { rowErrors, uniqueErrors } = CODES[connection.dialect.name]
  if (!rowErrors.test(code)) return ''
  return `.\n${violationMessage(uniqueErrors.test(code) ? await duplicatesFor(connection, script) : [])}`
}

/** Returns what the comments of a script require. */
export function needsOf({ comments }: Script): readonly Need[] {
  return [...comments.matchAll(NEED)].map(([, need, model = '', field = '', count = '']) => ({
    need: NEEDS.find((each) => each === need) ?? 'no value',
    field: `${unquoted(model)}.${unquoted(field)}`,
    count,
  }))
}

/**
 * Returns the duplicate values that violate a script's unique indexes, as they were before the script ran. Returns none
 * if they cannot be found, for example because the script also renames the column.
 */
async function duplicatesFor(connection: MigrationConnection, { sql }: Script): Promise<Duplicates[]> {
  try {
    await connection.query('ROLLBACK TO SAVEPOINT migration', [])
    const all: Duplicates[] = []
    for (const [, , table = '', list = ''] of sql.matchAll(UNIQUE_INDEX)) {
      const names = [...list.matchAll(NAMES)].map(([each]) => each)
      const columns = names.join(', ')
      const test = names.map((each) => `${each} IS NOT NULL`).join(' AND ')
      const rows = await connection.query(
        `SELECT count(*), ${columns} FROM ${table} WHERE ${test} GROUP BY ${columns} HAVING count(*) > 1 ORDER BY ${columns} LIMIT ${DUPLICATES_READ}`,
        [],
      )
      all.push({
        table: unquoted(table),
        columns: names.map(unquoted),
        found: rows.map(([count, ...values]) => ({ values, rows: Number(count) })),
      })
    }
    return all
  } catch {
    return []
  }
}
