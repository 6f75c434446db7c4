import BetterSqlite3 from 'better-sqlite3'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cache } from '../json.js'
import type { Models, Row } from '../model.js'
import { type Session, Unavailable } from '../store.js'
import type { SqlDatabase } from './database.js'
import type { Answer, Executor } from './dialect.js'
import type { MigrationConnection } from './migrations.js'
import { registerConversions, registerFunctions, sqlite, translateSqlite } from './sqlite.js'
import { SqlSession } from './store.js'
import { type Bound, type Stored, type StoredRow, type Table, type Tables, tablesOf } from './table.js'

const FIRST_PAUSE = 2
const LONGEST_PAUSE = 50

/**
 * Does work at once; while another process writes tries it again, for at most `limit` milliseconds, without keeping this process from other work.
 * What fails as busy has done nothing.
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
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    await sleep(pause)
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error
    }
  }
}

/** Whether another process was writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** Lets one piece of work run at a time, in the order in which they came. */
export class Turns {
  #taken = false
  readonly #waiting: (() => void)[] = []

  get areTaken(): boolean {
    return this.#taken
  }

  async take<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#taken = false
      else next()
    }
  }
}

type Statement = BetterSqlite3.Statement<Bound[], StoredRow>

const MAX_STATEMENTS = 250

/** A connection that keeps its prepared statements by their text. */
export class Connection {
  readonly database: BetterSqlite3.Database
  readonly #readers: Cache<Statement>
  readonly #writers: Cache<Statement>

  constructor(database: BetterSqlite3.Database) {
    this.database = database
    this.#readers = new Cache(MAX_STATEMENTS, (text) => database.prepare<Bound[], StoredRow>(text).raw(true))
    this.#writers = new Cache(MAX_STATEMENTS, (text) => database.prepare<Bound[], StoredRow>(text))
  }

  first(text: string, values: readonly Bound[]): StoredRow | undefined {
    return this.#readers.get(text).get(...values)
  }

  all(text: string, values: readonly Bound[]): StoredRow[] {
    return this.#readers.get(text).all(...values)
  }

  change(text: string, values: readonly Bound[]): number {
    return this.#writers.get(text).run(...values).changes
  }

  insert(table: Table, rows: readonly Row[]): StoredRow[] {
    const stored: StoredRow[] = []
    for (const row of rows) {
      const { text, values } = table.insertion(row)
      stored.push(...this.all(text, values))
    }
    return stored
  }

  /** Runs `work` between BEGIN and COMMIT; what it throws takes everything back. */
  atOnce<T>(work: () => T): T {
    return this.database.transaction(work).immediate()
  }
}

/** How long a connection waits for another process that writes. */
const BUSY_TIMEOUT = 5000

/** Where a database's file is, and how to be rid of it where it was for this process alone. */
export interface DatabaseFile {
  readonly path: string
  readonly temporary: boolean
  dispose(): void
}

/**
 * The file of a `sqlite:` URL, relative to the working folder; its folder is made. `sqlite::memory:` is a file in a temporary folder, so that
 * reader and writer see the same, until it is disposed of.
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
  mkdirSync(dirname(path), { recursive: true })
  return { path, temporary: false, dispose: () => undefined }
}

/**
 * Opens a connection: WAL, foreign keys on, with the functions of the dialect.
 * @throws Unavailable where the file cannot be opened
 */
export function openConnection(file: DatabaseFile, synchronous: 'full' | 'normal'): BetterSqlite3.Database {
  try {
    const database = new BetterSqlite3(file.path, { timeout: BUSY_TIMEOUT })
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${file.temporary ? 'off' : synchronous}`)
    database.pragma('foreign_keys = ON')
    registerFunctions(database)
    return database
  } catch (error) {
    throw new Unavailable(
      `cannot open ${file.path}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** How long a process waits, in milliseconds, while another one migrates. */
const MIGRATION_BUSY_TIMEOUT = 60_000

/** The lock is SQLite's own for writing. Foreign keys are off, so that tables can be rebuilt, and are checked before the commit. */
export class SqliteMigrations implements MigrationConnection {
  readonly dialect = 'sqlite'
  readonly #connection: Connection

  constructor(file: DatabaseFile) {
    const database = openConnection(file, 'full')
    database.pragma('busy_timeout = 0')
    database.pragma('foreign_keys = OFF')
    registerConversions(database)
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

  async run(script: string): Promise<void> {
    const { database } = this.#connection
    database.exec(script)
    const [dangling] = this.#connection.all('SELECT "table", "parent" FROM pragma_foreign_key_check', [])
    if (dangling !== undefined)
      throw new Error(`rows of ${dangling[0]} refer to rows of ${dangling[1]} that are not there`)
  }

  async all(text: string, values: readonly Stored[]): Promise<readonly StoredRow[]> {
    return this.#connection.all(text, values)
  }

  async close(): Promise<void> {
    this.#connection.database.close()
  }
}

/** How long a write waits, in milliseconds, while another process writes; answers 503 come within 5 s. */
const WRITE_TIMEOUT = 4000

/**
 * Memory for pages of the file, in KiB: what the system keeps of it anyway is next to as quick to read. What reads goes over whole indexes, to count;
 * what writes does not.
 */
const CACHE_OF_READER = 8000
const CACHE_OF_WRITER = 2000

/**
 * A SQLite database: one connection that writes, behind a queue, so that a transaction with asynchronous work never mixes with another
 * request's; and one that reads what is committed.
 */
export class SqliteDatabase extends SqlSession implements SqlDatabase {
  readonly #file: DatabaseFile
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #turns: Turns

  constructor(file: DatabaseFile, reader: Connection, writer: Connection, models: Models) {
    const turns = new Turns()
    const tables = tablesOf(models, sqlite)
    super(tables, new Outside(reader, writer, turns), translateSqlite, (work) =>
      turns.take(() => transaction(writer, tables, work)),
    )
    this.#file = file
    this.#reader = reader
    this.#writer = writer
    this.#turns = turns
  }

  async ping(): Promise<void> {
    try {
      this.#reader.first('SELECT 1', [])
    } catch (error) {
      throw new Unavailable('the database does not answer', { cause: error })
    }
  }

  async openMigrations(): Promise<MigrationConnection> {
    return new SqliteMigrations(this.#file)
  }

  async close(): Promise<void> {
    await this.#turns.take(() => {
      this.#reader.database.close()
      this.#writer.database.close()
      this.#file.dispose()
    })
  }
}

/** Opens the database of a `sqlite:` URL. */
export function openSqlite(url: string, synchronous: 'full' | 'normal', models: Models): SqliteDatabase {
  const file = databaseFile(url)
  const writer = new Connection(openConnection(file, synchronous))
  writer.database.pragma('busy_timeout = 0')
  writer.database.pragma(`cache_size = -${CACHE_OF_WRITER}`)
  const reader = new Connection(openConnection(file, synchronous))
  reader.database.pragma(`cache_size = -${CACHE_OF_READER}`)
  return new SqliteDatabase(file, reader, writer, models)
}

async function transaction<T>(
  writer: Connection,
  tables: Tables,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const inside = new Inside(writer)
  await begin(writer)
  try {
    const result = await work(new SqlSession(tables, inside, translateSqlite, null))
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
    throw new Unavailable('another process keeps the database from being written', { cause: error })
  }
}

/** Statements outside transactions: what reads does not wait for what writes. */
class Outside implements Executor {
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #turns: Turns

  constructor(reader: Connection, writer: Connection, turns: Turns) {
    this.#reader = reader
    this.#writer = writer
    this.#turns = turns
  }

  first(text: string, values: readonly Bound[]): StoredRow | undefined {
    return this.#reader.first(text, values)
  }

  all(text: string, values: readonly Bound[]): readonly StoredRow[] {
    return this.#reader.all(text, values)
  }

  write(text: string, values: readonly Bound[]): Answer<readonly StoredRow[]> {
    return this.#write(() => this.#writer.all(text, values))
  }

  change(text: string, values: readonly Bound[]): Answer<number> {
    return this.#write(() => this.#writer.change(text, values))
  }

  insert(table: Table, rows: readonly Row[]): Answer<readonly StoredRow[]> {
    return this.#write(() =>
      rows.length === 1
        ? this.#writer.insert(table, rows)
        : this.#writer.atOnce(() => this.#writer.insert(table, rows)),
    )
  }

  /** At once where nothing else is being written. */
  #write<T>(work: () => T): Answer<T> {
    if (this.#turns.areTaken) return this.#turns.take(() => retryWhileBusy(WRITE_TIMEOUT, work))
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
      return this.#turns.take(() => retryWhileBusy(WRITE_TIMEOUT, work))
    }
  }
}

/** Statements of the transaction that has its turn; none comes after its end, where the connection is another's. */
class Inside implements Executor {
  readonly #connection: Connection
  #ended = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  first(text: string, values: readonly Bound[]): StoredRow | undefined {
    return this.#writer.first(text, values)
  }

  all(text: string, values: readonly Bound[]): readonly StoredRow[] {
    return this.#writer.all(text, values)
  }

  write(text: string, values: readonly Bound[]): readonly StoredRow[] {
    return this.#writer.all(text, values)
  }

  change(text: string, values: readonly Bound[]): number {
    return this.#writer.change(text, values)
  }

  insert(table: Table, rows: readonly Row[]): readonly StoredRow[] {
    return this.#writer.insert(table, rows)
  }

  end(): void {
    this.#ended = true
  }

  get #writer(): Connection {
    if (this.#ended) throw new Error('the transaction has ended; was a call in it not awaited?')
    return this.#connection
  }
}
