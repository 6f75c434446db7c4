import {
  type AppliedMigration,
  compareMigrations,
  type LostData,
  MigrationError,
  type MigrationStatus,
  type MigrationText,
  migrationsFolder,
  readTexts,
  rejectChanged,
  rejectLosses,
  rejectUnapplied,
  runMigrationCommand,
  type UpOptions,
} from '../migration-command.js'
import type { Models } from '../model.js'
import type { Settings } from '../settings/settings.js'
import type { DialectName } from '../spec/dialects.js'
import type { DatabaseOptions, Migratable, MigrationConnection } from './connection.js'
import { openDatabase } from './database.js'
import { quoted, noValues } from './table.js'

/**
 * Data that a script might destroy, from a comment in its file: `-- destructive: story.title the column and all its
 * values are deleted`.
 */
type Loss = Omit<LostData, 'rows'>

/** One direction of a migration. */
export interface Script {
  readonly sql: string
  /** The lines before the statements, with what the script destroys and requires. */
  readonly comments: string
  readonly losses: readonly Loss[]
}

export const NAME = String.raw`(\w+|"(?:[^"]|"")+")`
const DESTRUCTIVE = new RegExp(String.raw`^-- destructive: ${NAME}(?:\.${NAME})? (.*)$`, 'gmu')

export function parseMigration(text: string): { readonly up: Script; readonly down: Script } {
  const [head = '', body = ''] = split(text, '-- migrate:up')
  const [up = '', down = ''] = split(body, '-- migrate:down')
  return { up: scriptOf(head, up), down: scriptOf(down, down) }
}

function scriptOf(comments: string, sql: string): Script {
  return {
    sql,
    comments,
    losses: [...comments.matchAll(DESTRUCTIVE)].map(([, table = '', column, what = '']) => ({
      table: unquoted(table),
      column: column === undefined ? null : unquoted(column),
      what,
    })),
  }
}

/** Splits a string at the first line that equals the marker. */
function split(text: string, marker: string): [string, string] {
  const at = `\n${text}`.indexOf(`\n${marker}\n`)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + marker.length)]
}

export function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

/** One direction of a migration. */
export interface Step extends Omit<MigrationText, 'checksum'> {
  readonly direction: 'up' | 'down'
  readonly script: Script
}

export interface SqlUpOptions extends UpOptions {
  /** Runs a step on tables with rows. Projects with only one migration do not have it. @throws Error if it fails */
  readonly runOnRows?: ((connection: MigrationConnection, step: Step) => Promise<void>) | undefined
}

/**
 * Applies pending migrations, each in its own transaction while holding a lock, so that processes starting at the same
 * time apply each migration only once.
 * @returns the names of the migrations that this call applied
 * @throws MigrationError; Unavailable
 */
export async function migrateUp(database: Migratable, options: SqlUpOptions): Promise<string[]> {
  const files = readFiles(database, options)
  const done: string[] = []
  for (;;) {
    const name = await database.migrating((connection) => applyNext(connection, files, options, 'up'))
    if (name === null) return done
    done.push(name)
    options.onApplied?.(name)
  }
}

/**
 * Reverts the last applied migration, using the text that was stored when it was applied.
 * @returns its name, or null if none is applied
 * @throws MigrationError, for example if data might be destroyed; Unavailable
 */
export function migrateDown(database: Migratable, options: SqlUpOptions): Promise<string | null> {
  const files = readFiles(database, options)
  return database.migrating((connection) => revertLast(connection, files, options, 'down'))
}

/**
 * Reverts the newest migration and applies pending ones, in one transaction.
 * @throws MigrationError, for example if the newest migration is not applied; Unavailable
 */
export function migrateRedo(
  database: Migratable,
  options: SqlUpOptions,
): Promise<{ readonly reverted: string | null; readonly applied: readonly string[] }> {
  const files = readFiles(database, options)
  return database.migrating(async (connection) => {
    rejectUnapplied(files, await appliedOf(connection))
    const reverted = await revertLast(connection, files, options, 'redo')
    const applied: string[] = []
    for (;;) {
      const name = await applyNext(connection, files, options, 'redo')
      if (name === null) return { reverted, applied }
      applied.push(name)
    }
  })
}

/** Returns the state of all migrations, without changing anything. @throws Unavailable */
export async function migrationStatus(
  database: Migratable,
  options: SqlUpOptions,
): Promise<MigrationStatus[]> {
  return compareMigrations(readFiles(database, options), await appliedOf(database))
}

function readFiles({ dialect }: Pick<Migratable, 'dialect'>, { folder }: UpOptions): MigrationText[] {
  return readTexts(folder, `.${dialect.name}.sql`)
}

async function applyNext(
  connection: MigrationConnection,
  files: readonly MigrationText[],
  options: SqlUpOptions,
  command: 'up' | 'redo',
): Promise<string | null> {
  await prepareTable(connection)
  const applied = await appliedOf(connection)
  await adopt(connection, files, applied)
  rejectChanged(files, applied)
  const next = files.find(({ name }) => applied.every((each) => each.name !== name))
  if (next === undefined) return null
  const { name, text, checksum } = next
  const step: Step = { name, text, direction: 'up', script: parseMigration(text).up }
  await run(connection, step, options, command)
  const { list, bind } = noValues(connection.dialect)
  const values = [name, new Date().toISOString(), checksum, text].map(bind)
  await connection.query(
    `INSERT INTO ${TABLE} ("name", "applied_at", "checksum", "text") VALUES (${values.join(', ')})`,
    list,
  )
  return name
}

async function revertLast(
  connection: MigrationConnection,
  files: readonly MigrationText[],
  options: SqlUpOptions,
  command: 'down' | 'redo',
): Promise<string | null> {
  const last = (await appliedOf(connection)).at(-1)
  if (last === undefined) return null
  const { name } = last
  const text = last.text ?? files.find((each) => each.name === name)?.text
  if (text === undefined) throw new MigrationError(`migration ${name} is applied, but its file is missing`)
  const step: Step = { name, text, direction: 'down', script: parseMigration(text).down }
  await run(connection, step, options, command)
  await connection.query(`DELETE FROM ${TABLE} WHERE "name" = ${connection.dialect.placeholder(1)}`, [name])
  return name
}

async function run(
  connection: MigrationConnection,
  step: Step,
  { allowDestructive = false, runOnRows }: SqlUpOptions,
  command: 'up' | 'down' | 'redo',
): Promise<void> {
  if (!allowDestructive) await checkLosses(connection, step, command)
  try {
    await (runOnRows?.(connection, step) ?? connection.run(step.script.sql))
  } catch (error) {
    throw error instanceof MigrationError ? error : failureOf(step, error)
  }
}

/** Returns the error for a failed step, with an explanation if there is one. */
export function failureOf({ name }: Step, cause: unknown, explanation = ''): MigrationError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const detail =
    cause instanceof Error && 'detail' in cause && cause.detail ? ` (${String(cause.detail)})` : ''
  const reason = message + detail + explanation
  return new MigrationError(`migration ${name} failed and was rolled back: ${reason}`, { cause })
}

const TABLE = '"_svc_migrations"'

/** The query that returns the column names of the migrations table, or no rows if the table does not exist. */
const COLUMNS: Readonly<Record<DialectName, string>> = {
  sqlite: `SELECT name FROM pragma_table_info('_svc_migrations')`,
  postgres: `SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('"_svc_migrations"') AND attnum > 0 AND NOT attisdropped`,
}

/** Creates the migrations table, or adds the columns that earlier versions of the service did not have. */
async function prepareTable(connection: MigrationConnection): Promise<void> {
  const columns = await columnsOf(connection)
  if (columns.length === 0)
    await connection.run(
      `CREATE TABLE ${TABLE} ("name" VARCHAR(200) PRIMARY KEY, "applied_at" VARCHAR(40) NOT NULL, "checksum" VARCHAR(64), "text" TEXT)`,
    )
  else if (!columns.includes('checksum'))
    await connection.run(
      `ALTER TABLE ${TABLE} ADD COLUMN "checksum" VARCHAR(64); ALTER TABLE ${TABLE} ADD COLUMN "text" TEXT`,
    )
}

async function columnsOf({ dialect, query }: Pick<Migratable, 'dialect' | 'query'>): Promise<string[]> {
  return (await query(COLUMNS[dialect.name], [])).map(([name]) => String(name))
}

/** Returns the applied migrations, each with the text of its file at the time it was applied. */
async function appliedOf(
  database: Pick<Migratable, 'dialect' | 'query'>,
): Promise<(AppliedMigration & { readonly text: string | null })[]> {
  const columns = await columnsOf(database)
  if (columns.length === 0) return []
  const stored = columns.includes('checksum') ? '"checksum", "text"' : 'NULL, NULL'
  const rows = await database.query(`SELECT "name", ${stored} FROM ${TABLE} ORDER BY "name"`, [])
  return rows.map(([name, checksum, text]) => ({
    name: String(name),
    checksum: checksum === null ? null : String(checksum),
    text: text === null ? null : String(text),
  }))
}

/** Stores the checksums of migrations that were applied without one. */
async function adopt(
  connection: MigrationConnection,
  files: readonly MigrationText[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  for (const { name, text, checksum } of files) {
    if (applied.every((each) => each.name !== name || each.checksum !== null)) continue
    const { list, bind } = noValues(connection.dialect)
    await connection.query(
      `UPDATE ${TABLE} SET "checksum" = ${bind(checksum)}, "text" = ${bind(text)} WHERE "name" = ${bind(name)}`,
      list,
    )
  }
}

/** Throws if a script might lose data, that is, if the table has rows, or rows with a value in the column. */
async function checkLosses(
  connection: MigrationConnection,
  { name, script }: Step,
  command: 'up' | 'down' | 'redo',
): Promise<void> {
  const lost = []
  for (const { table, column, what } of script.losses) {
    const having = column === null ? '' : ` WHERE ${quoted(column)} IS NOT NULL`
    const rows = await countOf(connection, `SELECT count(*) FROM ${quoted(table)}${having}`)
    lost.push({ table, column, rows, what })
  }
  rejectLosses(name, lost, command)
}

export async function countOf({ query }: MigrationConnection, text: string): Promise<number> {
  const [row] = await query(text, [])
  return Number(row?.[0])
}

export interface CommandOptions extends DatabaseOptions, Pick<SqlUpOptions, 'runOnRows'> {
  readonly settings: () => Settings
  readonly models: Models
}

/** Runs `npm run migrate`. */
export function runMigrations(
  words: readonly string[],
  { settings, models, runOnRows, ...others }: CommandOptions,
): Promise<void> {
  return runMigrationCommand(words, async () => {
    const given = settings()
    const database = await openDatabase(given.database, models, others)
    return {
      folder: migrationsFolder(given),
      up: (options) => migrateUp(database, { ...options, runOnRows }),
      down: (options) => migrateDown(database, { ...options, runOnRows }),
      redo: (options) => migrateRedo(database, { ...options, runOnRows }),
      status: (options) => migrationStatus(database, options),
      close: () => database.close(),
    }
  })
}
