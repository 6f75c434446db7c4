import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cache } from '../json.js'
import type { Models, Row } from '../model.js'
import { type Session, Unavailable, rejectInTransaction } from '../store.js'
import {
  type Answer,
  type DatabaseOptions,
  type Executor,
  type RegisterFunctions,
  type SqlDatabase,
  quoted,
  TRANSACTION_ENDED,
  type WrapExecutor,
  unwrapped,
} from './database.js'
import { createTables, type MigrationConnection, type Query } from './migrations.js'
import { registerFunctions, sqlite, translateSqlite } from './sqlite.js'
import { openSqliteFile, type SqliteFile, type SqliteStatement } from './sqlite-driver.js'
import { SqlSession } from './store.js'
import { type Bound, type StoredRow, type Table, type Tables, tablesOf } from './table.js'

const FIRST_PAUSE = 2
const MAX_PAUSE = 50

/**
 * Runs work, and retries it for at most `limit` milliseconds while another process is writing, without blocking this
 * process. Retrying is safe, because work that fails when the database is busy has had no effect.
 */
export function retryWhileBusy<T>(limit: number, work: () => T): T | Promise<T> {
  try {
    return work()
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  return again(limit, work)
}

async function again<T>(limit: number, work: () => T): Promise<T> {
  const deadline = Date.now() + limit
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
    await sleep(pause)
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error
    }
  }
}

/** Returns whether an error means that another process was writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** Runs one write at a time, in order of arrival. */
export class WriteQueue {
  #isBusy = false
  readonly #waiting: (() => void)[] = []

  get isBusy(): boolean {
    return this.#isBusy
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#isBusy = false
      else next()
    }
  }
}

const MAX_STATEMENTS = 250

/** A connection that caches its prepared statements, keyed by their text. */
export class Connection {
  readonly database: SqliteFile
  readonly #statements: Cache<SqliteStatement>

  constructor(database: SqliteFile) {
    this.database = database
    this.#statements = new Cache(MAX_STATEMENTS, (text) => database.prepare(text))
  }

  first(text: string, values: readonly Bound[]): StoredRow | undefined {
    return this.#statements.get(text).get(...values)
  }

  all(text: string, values: readonly Bound[]): StoredRow[] {
    return this.#statements.get(text).all(...values)
  }

  change(text: string, values: readonly Bound[]): number {
    return Number(this.#statements.get(text).run(...values).changes)
  }

  /** Runs one of your statements, which is not cached. */
  answer(text: string, values: readonly Bound[]): Answer {
    return this.database.answer(text, values)
  }

  insert(table: Table, rows: readonly Row[]): StoredRow[] {
    const stored: StoredRow[] = []
    for (const row of rows) {
      const { text, values } = table.insertion(row)
      stored.push(...this.all(text, values))
    }
    return stored
  }

  /** Runs synchronous work in a transaction, which is rolled back if it throws. */
  atOnce<T>(work: () => T): T {
    this.change('BEGIN IMMEDIATE', [])
    try {
      const result = work()
      this.change('COMMIT', [])
      return result
    } finally {
      if (this.database.inTransaction) this.change('ROLLBACK', [])
    }
  }
}

/** The file of a database. `dispose` deletes the file if it is temporary. */
export interface DatabaseFile {
  readonly path: string
  readonly temporary: boolean
  dispose(): void
}

/**
 * Returns the file that a `sqlite:` URL refers to, and creates its folder.
 * `sqlite::memory:` is a temporary file, so that the reading and writing connections can share it.
 */
export function databaseFile(url: string): DatabaseFile {
  const name = url.replace(/^sqlite:(\/\/(?=\/))?/, '')
  if (name === ':memory:') {
    const folder = mkdtempSync(join(tmpdir(), 'service-'))
    return {
      path: join(folder, 'service.db'),
      temporary: true,
      dispose: () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  const path = resolve(name)
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    throw unusable(path, error)
  }
  return { path, temporary: false, dispose: () => undefined }
}

/**
 * Opens a connection with WAL, foreign keys and the dialect's functions.
 * @throws Unavailable if the file cannot be opened
 */
export function openConnection(file: DatabaseFile, synchronous: 'full' | 'normal'): SqliteFile {
  try {
    const database = openSqliteFile(file.path)
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${file.temporary ? 'off' : synchronous}; PRAGMA foreign_keys = ON`,
    )
    registerFunctions(database)
    return database
  } catch (error) {
    throw unusable(file.path, error)
  }
}

/** Returns an error that says what to do about a file or folder that SQLite cannot use. */
function unusable(path: string, error: unknown): Unavailable {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isAboutAccess = /^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM)|E)/.test(code)
  const hint = isAboutAccess ? '; the service needs write access to the file and its folder' : ''
  return new Unavailable(`cannot open ${path}: ${message}${hint}`, { cause: error })
}

/** Maximum time to wait for another process to finish migrating, in milliseconds. */
const MIGRATION_BUSY_TIMEOUT = 60_000

/** The start of each statement that creates the new table of a rebuild. */
const REBUILDS = /^(?=CREATE TABLE "_svc_rebuilt_)/m
const REBUILT_TABLE = /^CREATE TABLE "_svc_rebuilt_((?:[^"]|"")+)"/

/** Selects a table's indexes and triggers. Indexes that belong to constraints have no SQL. */
const OWN_OBJECTS = `SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type`

const TRIGGERS = `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`
const COLUMNS_OF = 'SELECT name FROM pragma_table_info(?)'

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

/**
 * A connection for migrations. The lock is SQLite's write lock. Foreign keys are off, so that tables can be rebuilt;
 * they are checked before the commit.
 */
export class SqliteMigrations implements MigrationConnection {
  readonly dialect = 'sqlite'
  readonly #connection: Connection

  /** @param conversions adds the functions that convert values */
  constructor(file: DatabaseFile, conversions?: RegisterFunctions) {
    const database = openConnection(file, 'full')
    database.exec('PRAGMA busy_timeout = 0; PRAGMA foreign_keys = OFF')
    conversions?.(database)
    this.#connection = new Connection(database)
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const { database } = this.#connection
    await retryWhileBusy(MIGRATION_BUSY_TIMEOUT, () => database.exec('BEGIN IMMEDIATE'))
    try {
      const result = await work()
      database.exec('COMMIT')
      return result
    } finally {
      if (database.inTransaction) database.exec('ROLLBACK')
    }
  }

  /**
   * Runs a script. SQLite drops the indexes and triggers of a table that is rebuilt; those that the script does not
   * create itself, because you have added them, are created again.
   * @throws Error if an index, trigger or view no longer fits the tables
   */
  async run(script: string): Promise<void> {
    const { database } = this.#connection
    // Only migrations, which hold the lock, change tables that triggers and views can refer to.
    const isMigration = database.inTransaction
    const known = isMigration ? this.#schemaFaults() : []
    const dropped = new Map<string, StoredRow>()
    for (const part of script.split(REBUILDS)) {
      const [, table] = REBUILT_TABLE.exec(part) ?? []
      if (table !== undefined)
        for (const row of this.#connection.all(OWN_OBJECTS, [table.replaceAll('""', '"')]))
          dropped.set(String(row[0]), row)
      database.exec(part)
    }
    for (const object of dropped.values()) this.#createAgain(object)
    const fault = isMigration ? this.#schemaFaults().find((each) => !known.includes(each)) : undefined
    if (fault !== undefined)
      throw new Error(
        `${fault}; drop it in a migration before this one, and create a version that fits in one after it`,
      )
    const [dangling] = this.#connection.all('SELECT "table", "parent" FROM pragma_foreign_key_check', [])
    if (dangling !== undefined)
      throw new Error(`rows in ${dangling[0]} refer to missing rows in ${dangling[1]}`)
  }

  #createAgain([name = null, kind, table, sql]: StoredRow): void {
    const [existing] = this.#connection.all('SELECT 1 FROM sqlite_schema WHERE name = ?', [name])
    if (existing !== undefined) return
    try {
      this.#connection.database.exec(String(sql))
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
  #schemaFaults(): readonly string[] {
    const triggers = this.#connection.all(TRIGGERS, []).map(([name, table, sql]) => ({
      name: String(name),
      table: String(table),
      sql: String(sql),
    }))
    // SQLite checks views and triggers when a table is renamed, and reports the first fault.
    const inSchema = this.#faultOf([
      'CREATE TABLE _svc_check (a)',
      'ALTER TABLE _svc_check RENAME TO _svc_checked',
    ])
    const inTriggers = triggers.flatMap(({ name, table, sql }) => {
      const columns = this.#connection.all(COLUMNS_OF, [table]).map(([column]) => String(column))
      const others = triggers.filter((other) => other.table === table && other.name !== name)
      const sets = columns.map((column) => `${quoted(column)} = ${quoted(column)}`)
      const fault =
        missingColumn(sql, columns) ??
        this.#faultOf([
          ...others.map((other) => `DROP TRIGGER ${quoted(other.name)}`),
          `EXPLAIN INSERT INTO ${quoted(table)} DEFAULT VALUES`,
          `EXPLAIN UPDATE ${quoted(table)} SET ${sets.join(', ')}`,
          `EXPLAIN DELETE FROM ${quoted(table)}`,
        ])
      return fault === undefined ? [] : [`error in trigger ${name}: ${fault}`]
    })
    return inSchema === undefined ? inTriggers : [inSchema, ...inTriggers]
  }

  /** Runs statements, reverts them, and returns the message of the first error, if any. */
  #faultOf(statements: readonly string[]): string | undefined {
    const { database } = this.#connection
    database.exec('SAVEPOINT svc_check')
    try {
      for (const statement of statements) database.exec(statement)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      database.exec('ROLLBACK TO svc_check; RELEASE svc_check')
    }
  }

  readonly query: Query = async (text, values) => this.#connection.database.prepare(text).all(...values)

  async close(): Promise<void> {
    this.#connection.database.close()
  }
}

/**
 * Maximum time to wait for another process to finish writing, in milliseconds. It ensures that a 503 is sent within 5
 * seconds.
 */
const WRITE_TIMEOUT = 4000

/**
 * Sizes of the page caches, in KiB. The caches can be small, because the operating system also caches the file. The
 * reader's cache is larger, because counting rows scans whole indexes.
 */
const READER_CACHE = 8000
const WRITER_CACHE = 2000

/**
 * An SQLite database with two connections: one for reads of committed data, and one for writes, which go through a
 * queue so that asynchronous transactions do not interleave.
 */
export class SqliteDatabase extends SqlSession implements SqlDatabase {
  readonly dialect = 'sqlite'
  readonly #file: DatabaseFile
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #queue: WriteQueue
  readonly #wrap: WrapExecutor
  readonly #options: DatabaseOptions

  constructor(
    file: DatabaseFile,
    reader: Connection,
    writer: Connection,
    models: Models,
    options: DatabaseOptions,
  ) {
    const { wrap = unwrapped } = options
    const queue = new WriteQueue()
    const tables = tablesOf(models, sqlite)
    const outside = wrap(new Outside(reader, writer, queue), 'sqlite')
    super(tables, outside, translateSqlite, (work) =>
      queue.run(() => transaction(writer, tables, wrap, work)),
    )
    this.#file = file
    this.#reader = reader
    this.#writer = writer
    this.#queue = queue
    this.#wrap = wrap
    this.#options = options
  }

  async ping(): Promise<void> {
    try {
      this.#reader.first('SELECT 1', [])
    } catch (error) {
      throw new Unavailable('the database cannot be read', { cause: error })
    }
  }

  /** Runs work in a transaction on a separate connection, which sees the data as of its first statement. */
  async snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const connection = new Connection(openConnection(this.#file, 'full'))
    try {
      connection.change('BEGIN', [])
      const inside = this.#wrap(new Inside(connection), 'sqlite')
      return await work(new SqlSession(this.tables, inside, translateSqlite, null))
    } finally {
      connection.database.close()
    }
  }

  prepare(models: Models): Promise<void> {
    return createTables(this, models)
  }

  readonly query: Query = async (text, values) => this.#reader.all(text, values)

  async openMigrations(): Promise<MigrationConnection> {
    return new SqliteMigrations(this.#file, this.#options.conversions)
  }

  async close(): Promise<void> {
    await this.#queue.run(() => {
      this.#reader.database.close()
      this.#writer.database.close()
      this.#file.dispose()
    })
  }
}

export function openSqlite(
  url: string,
  synchronous: 'full' | 'normal',
  models: Models,
  options: DatabaseOptions = {},
): SqliteDatabase {
  const file = databaseFile(url)
  const writer = new Connection(openConnection(file, synchronous))
  writer.database.exec(`PRAGMA busy_timeout = 0; PRAGMA cache_size = -${WRITER_CACHE}`)
  const reader = new Connection(openConnection(file, synchronous))
  reader.database.exec(`PRAGMA cache_size = -${READER_CACHE}`)
  return new SqliteDatabase(file, reader, writer, models, options)
}

async function transaction<T>(
  writer: Connection,
  tables: Tables,
  wrap: WrapExecutor,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const inside = new Inside(writer)
  await begin(writer)
  try {
    const result = await work(new SqlSession(tables, wrap(inside, 'sqlite'), translateSqlite, null))
    writer.change('COMMIT', [])
    return result
  } finally {
    inside.end()
    if (writer.database.inTransaction) writer.change('ROLLBACK', [])
  }
}

async function begin(writer: Connection): Promise<void> {
  try {
    await retryWhileBusy(WRITE_TIMEOUT, () => writer.change('BEGIN IMMEDIATE', []))
  } catch (error) {
    throw new Unavailable('another process has locked the database', { cause: error })
  }
}

/** Runs statements outside transactions. Reads do not wait for writes. */
class Outside implements Executor {
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #queue: WriteQueue

  constructor(reader: Connection, writer: Connection, queue: WriteQueue) {
    this.#reader = reader
    this.#writer = writer
    this.#queue = queue
  }

  async first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#reader.first(text, values)
  }

  async all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#reader.all(text, values)
  }

  async write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#write(() => this.#writer.all(text, values))
  }

  async change(text: string, values: readonly Bound[]): Promise<number> {
    return this.#write(() => this.#writer.change(text, values))
  }

  async insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    return this.#write(() =>
      rows.length === 1
        ? this.#writer.insert(table, rows)
        : this.#writer.atOnce(() => this.#writer.insert(table, rows)),
    )
  }

  async answer(text: string, values: readonly Bound[], writes: boolean): Promise<Answer> {
    return writes ? this.#write(() => this.#writer.answer(text, values)) : this.#reader.answer(text, values)
  }

  /** Runs work immediately if nothing else is being written, otherwise in the queue. */
  async #write<T>(work: () => T): Promise<T> {
    // The calling transaction would wait for itself.
    rejectInTransaction()
    if (this.#queue.isBusy) return this.#queue.run(() => retryWhileBusy(WRITE_TIMEOUT, work))
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
      return this.#queue.run(() => retryWhileBusy(WRITE_TIMEOUT, work))
    }
  }
}

/**
 * Runs the statements in one transaction. Rejects statements after the transaction has ended, because another request
 * might be using the connection by then.
 */
class Inside implements Executor {
  readonly #connection: Connection
  #ended = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#writer.first(text, values)
  }

  async all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#writer.all(text, values)
  }

  async write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#writer.all(text, values)
  }

  async change(text: string, values: readonly Bound[]): Promise<number> {
    return this.#writer.change(text, values)
  }

  async insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    return this.#writer.insert(table, rows)
  }

  async answer(text: string, values: readonly Bound[]): Promise<Answer> {
    return this.#writer.answer(text, values)
  }

  end(): void {
    this.#ended = true
  }

  get #writer(): Connection {
    if (this.#ended) throw new Error(TRANSACTION_ENDED)
    return this.#connection
  }
}
