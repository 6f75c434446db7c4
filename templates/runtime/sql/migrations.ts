import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrationCommand } from '../migration-command.js'
import type { Models } from '../model.js'
import type { Settings } from '../settings/settings.js'
import { openDatabase } from './database.js'
import { type Dialect, quoted } from './dialect.js'
import type { Stored, StoredRow } from './table.js'

/** Data that a migration would lose, from a comment in its file: `-- destructive: story.title the column is dropped with all its values`. */
export interface Loss {
  readonly table: string
  /** Null for the whole table. */
  readonly column: string | null
  readonly what: string
}

/** A migration file for one database. */
export interface MigrationFile {
  /** `0001_initial` */
  readonly name: string
  readonly up: string
  readonly down: string
  readonly losses: readonly Loss[]
}

const NAME = String.raw`(\w+|"(?:[^"]|"")+")`
const DESTRUCTIVE = new RegExp(String.raw`^-- destructive: ${NAME}(?:\.${NAME})? (.*)$`, 'gmu')

/** Returns the migrations of a dialect in order; none if the folder does not exist. */
export function readMigrations(folder: string, dialect: Dialect['name']): MigrationFile[] {
  const ending = `.${dialect}.sql`
  return filesOf(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => parseMigration(file.slice(0, -ending.length), readFileSync(join(folder, file), 'utf8')))
}

/** Parses the text of a migration. */
export function parseMigration(name: string, text: string): MigrationFile {
  const lines = text.replaceAll('\r\n', '\n')
  const [head = '', body = ''] = split(lines, '-- migrate:up')
  const [up = '', down = ''] = split(body, '-- migrate:down')
  const losses = [...head.matchAll(DESTRUCTIVE)].map(([, table = '', column, what = '']) => ({
    table: unquoted(table),
    column: column === undefined ? null : unquoted(column),
    what,
  }))
  return { name, up, down, losses }
}

/** Splits a text at the first line that is the marker. */
function split(text: string, marker: string): [string, string] {
  const at = `\n${text}`.indexOf(`\n${marker}\n`)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + marker.length)]
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** A connection that is used only for migrations. */
export interface MigrationConnection {
  readonly dialect: Dialect['name']
  /** Runs `work` in a transaction with a lock against other processes that migrate. Rolls back if it throws. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Runs a script of several statements and throws if a foreign key is violated afterwards. */
  run(script: string): Promise<void>
  all(text: string, values: readonly Stored[]): Promise<readonly StoredRow[]>
  close(): Promise<void>
}

/** A database that can be migrated. */
export interface Migratable {
  openMigrations(): Promise<MigrationConnection>
}

export interface MigrateOptions {
  /** The folder with the migration files. */
  readonly folder: string
  /** Whether migrations may lose data. */
  readonly allowDestructive?: boolean | undefined
}

export interface MigrationStatus {
  readonly name: string
  readonly applied: boolean
}

/** Thrown if a migration cannot be applied or reverted. The database is unchanged. The message is shown to the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Applies pending migrations, each in its own transaction with a lock, so that processes that start at the same time apply each only once.
 * @returns the names of the migrations that this call applied
 * @throws MigrationError; Unavailable
 */
export function migrateUp(database: Migratable, options: MigrateOptions): Promise<string[]> {
  return withConnection(database, async (connection) => {
    const files = readMigrations(options.folder, connection.dialect)
    const done: string[] = []
    for (;;) {
      const name = await connection.exclusively(() =>
        applyNext(connection, files, options.allowDestructive === true),
      )
      if (name === null) return done
      done.push(name)
    }
  })
}

/**
 * Reverts the last applied migration, and loses the data of what it created.
 * @returns its name; null if none is applied
 * @throws MigrationError; Unavailable
 */
export function migrateDown(database: Migratable, options: MigrateOptions): Promise<string | null> {
  return withConnection(database, (connection) => {
    const files = readMigrations(options.folder, connection.dialect)
    return connection.exclusively(() => revertLast(connection, files))
  })
}

/** Returns all migrations and whether they are applied. */
export function migrationStatus(database: Migratable, options: MigrateOptions): Promise<MigrationStatus[]> {
  return withConnection(database, (connection) => {
    const files = readMigrations(options.folder, connection.dialect)
    return connection.exclusively(async () => {
      const applied = await appliedNames(connection)
      return files.map(({ name }) => ({ name, applied: applied.includes(name) }))
    })
  })
}

async function withConnection<T>(
  database: Migratable,
  work: (connection: MigrationConnection) => Promise<T>,
): Promise<T> {
  const connection = await database.openMigrations()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

async function applyNext(
  connection: MigrationConnection,
  files: readonly MigrationFile[],
  allowDestructive: boolean,
): Promise<string | null> {
  const applied = await appliedNames(connection)
  const next = files.find(({ name }) => !applied.includes(name))
  if (next === undefined) return null
  if (!allowDestructive) await refuseLosses(connection, next)
  await run(connection, next.name, next.up)
  await connection.run(
    `INSERT INTO "_svc_migrations" ("name", "applied_at") VALUES ('${next.name.replaceAll("'", "''")}', CURRENT_TIMESTAMP)`,
  )
  return next.name
}

async function revertLast(
  connection: MigrationConnection,
  files: readonly MigrationFile[],
): Promise<string | null> {
  const name = (await appliedNames(connection)).at(-1)
  if (name === undefined) return null
  const file = files.find((each) => each.name === name)
  if (file === undefined) throw new MigrationError(`migration ${name} is applied, but its file is missing`)
  await run(connection, name, file.down)
  await connection.run(`DELETE FROM "_svc_migrations" WHERE "name" = '${name.replaceAll("'", "''")}'`)
  return name
}

async function run(connection: MigrationConnection, name: string, script: string): Promise<void> {
  try {
    await connection.run(script)
  } catch (error) {
    throw new MigrationError(
      `migration ${name} failed and was rolled back: ${reasonOf(error)}${hintFor(error)}`,
      { cause: error },
    )
  }
}

/** Prefix of the temporary name of a table while SQLite rebuilds it. */
const REBUILT = /\b_svc_rebuilt_/g

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : ''
  return `${error.message.replaceAll(REBUILT, '')}${detail}`
}

/** Codes of constraints and of values out of range. */
const ABOUT_ROWS = /^(SQLITE_CONSTRAINT|22|23)/

function hintFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ABOUT_ROWS.test(code)
    ? '.\nExisting rows violate this constraint; change or delete them and run the migration again'
    : ''
}

async function appliedNames(connection: MigrationConnection): Promise<string[]> {
  await connection.run(
    'CREATE TABLE IF NOT EXISTS "_svc_migrations" ("name" VARCHAR(200) PRIMARY KEY, "applied_at" VARCHAR(40) NOT NULL)',
  )
  const rows = await connection.all('SELECT "name" FROM "_svc_migrations" ORDER BY "name"', [])
  return rows.map(([name]) => String(name))
}

/** Throws if a migration would lose data: if there are rows, or rows with a value in the column. */
async function refuseLosses(connection: MigrationConnection, { name, losses }: MigrationFile): Promise<void> {
  const refused: string[] = []
  for (const { table, column, what } of losses) {
    const having = column === null ? '' : ` WHERE ${quoted(column)} IS NOT NULL`
    const [row] = await connection.all(`SELECT count(*) FROM ${quoted(table)}${having}`, [])
    const count = Number(row?.[0])
    if (count > 0) refused.push(`${column === null ? table : `${table}.${column}`} (${count} rows): ${what}`)
  }
  if (refused.length === 0) return
  throw new MigrationError(
    `migration ${name} would lose data and was not applied; to apply it, run "npm run migrate -- --allow-destructive":\n${refused.join('\n')}`,
  )
}

export interface CommandOptions {
  readonly settings: () => Settings
  readonly models: Models
}

/** Runs `npm run migrate`. */
export function runMigrations(words: readonly string[], { settings, models }: CommandOptions): Promise<void> {
  return runMigrationCommand(words, async () => {
    const database = await openDatabase(settings().database, models)
    return {
      up: (options) => migrateUp(database, options),
      down: (options) => migrateDown(database, options),
      status: (options) => migrationStatus(database, options),
      close: () => database.close(),
    }
  })
}
