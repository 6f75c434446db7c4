import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cached } from '../../json.js'
import type { Models } from '../../model.js'
import { QUEUE_TIMEOUT, Slots } from '../../slots.js'
import { type Session, Unavailable, rejectInTransaction } from '../../store.js'
import type { Bound, StoredRow } from '../codecs.js'
import {
  type DatabaseOptions,
  type SqlDatabase,
  TRANSACTION_ENDED,
  type WrapExecutor,
  unwrapped,
  type MigrationConnection,
  type Query,
} from '../connection.js'
import { registerFunctions, sqlite } from './dialect.js'
import { openSqliteFile, type SqliteFile, type SqliteStatement } from '../sqlite-driver.js'
import { SqlSession } from '../store.js'
import { type Tables, tablesOf, type Executor, type Result, type Statement } from '../table.js'

const FIRST_PAUSE = 2
const MAX_PAUSE = 50

/**
 * Runs work, and retries it for at most `limit` milliseconds while another process is writing, without blocking this
 * process. Retrying is safe, because work that fails when the database is busy has had no effect.
 */
async function retryWhileBusy<T>(limit: number, work: () => T): Promise<T> {
  const deadline = Date.now() + limit
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
    try {
      return work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!code.startsWith('SQLITE_BUSY') || Date.now() >= deadline) throw error
    }
    await sleep(pause)
  }
}

const MAX_STATEMENTS = 250

/** A connection that caches its prepared statements, keyed by their text. */
class Connection {
  readonly database: SqliteFile
  readonly #prepared: (text: string) => SqliteStatement

  constructor(database: SqliteFile) {
    this.database = database
    this.#prepared = cached(MAX_STATEMENTS, (text) => database.prepare(text))
  }

  run({ text, values, once = false }: Statement): Result {
    const statement = once ? this.database.prepare(text, true) : this.#prepared(text)
    return statement(values)
  }

  rows(text: string, values: readonly Bound[] = []): readonly StoredRow[] {
    return this.run({ text, values }).rows
  }
}

interface DatabaseFile {
  readonly path: string
  /** The folder to delete when a temporary database is closed. */
  readonly temporaryFolder?: string
}

/**
 * Returns the file that a `sqlite:` URL refers to, and creates its folder.
 * `sqlite::memory:` is a temporary file, so that the reading and writing connections can share it.
 */
function databaseFile(url: string): DatabaseFile {
  const name = url.replace(/^sqlite:(\/\/(?=\/))?/, '')
  if (name === ':memory:') {
    const temporaryFolder = mkdtempSync(join(tmpdir(), 'service-'))
    return { path: join(temporaryFolder, 'service.db'), temporaryFolder }
  }
  const path = resolve(name)
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    throw unusable(path, error)
  }
  return { path }
}

/**
 * Opens a connection with WAL, foreign keys and the dialect's functions.
 * @throws Unavailable if the file cannot be opened
 */
function openConnection({ path, temporaryFolder }: DatabaseFile, synchronous: 'full' | 'normal'): SqliteFile {
  try {
    const database = openSqliteFile(path)
    const mode = temporaryFolder === undefined ? synchronous : 'off'
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${mode}; PRAGMA foreign_keys = ON`)
    registerFunctions(database)
    return database
  } catch (error) {
    throw unusable(path, error)
  }
}

function unusable(path: string, error: unknown): Unavailable {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isAboutAccess = /^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM)|E)/.test(code)
  const hint = isAboutAccess ? '; the service needs write access to the file and its folder' : ''
  return new Unavailable(`cannot open ${path}: ${message}${hint}`, { cause: error })
}

/** Maximum time to wait for another process to finish migrating, in milliseconds. */
const MIGRATION_BUSY_TIMEOUT = 60_000

const DANGLING = 'SELECT "table", "parent" FROM pragma_foreign_key_check'

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
  readonly #file: DatabaseFile
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #queue: Slots
  readonly #options: DatabaseOptions

  constructor(url: string, synchronous: 'full' | 'normal', models: Models, options: DatabaseOptions = {}) {
    const file = databaseFile(url)
    const writer = new Connection(openConnection(file, synchronous))
    writer.database.exec(`PRAGMA busy_timeout = 0; PRAGMA cache_size = -${WRITER_CACHE}`)
    const reader = new Connection(openConnection(file, synchronous))
    reader.database.exec(`PRAGMA cache_size = -${READER_CACHE}`)
    const { wrap = unwrapped } = options
    const queue = new Slots(1, { timeout: QUEUE_TIMEOUT, error: () => new Unavailable('writes are slow') })
    const tables = tablesOf(models, sqlite, options.fullText)
    super(sqlite, tables, wrap(outside(reader, writer, queue), 'sqlite'), (work) =>
      queue.run(() => transaction(writer, tables, wrap, work)),
    )
    this.#file = file
    this.#reader = reader
    this.#writer = writer
    this.#queue = queue
    this.#options = options
  }

  async ping(): Promise<void> {
    try {
      this.#reader.rows('SELECT 1')
    } catch (error) {
      throw new Unavailable('the database cannot be read', { cause: error })
    }
  }

  /** Until the work ends, all reads outside transactions see the data as of its first one. */
  async snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#reader.rows('BEGIN')
    try {
      return await work(this)
    } finally {
      this.#reader.rows('COMMIT')
    }
  }

  readonly query: Query = async (text, values) => this.#reader.rows(text, values)

  /**
   * The lock is SQLite's write lock. Foreign keys are off, so that tables can be rebuilt; they are checked before the
   * commit.
   */
  async migrating<T>(work: (connection: MigrationConnection) => Promise<T>): Promise<T> {
    const database = openConnection(this.#file, 'full')
    database.exec('PRAGMA busy_timeout = 0; PRAGMA foreign_keys = OFF')
    this.#options.conversions?.(database)
    const query: Query = async (text, values) => database.prepare(text)(values).rows
    const run = async (script: string, isPart = false): Promise<void> => {
      database.exec(script)
      const [dangling] = isPart ? [] : await query(DANGLING, [])
      if (dangling !== undefined)
        throw new Error(`rows in ${dangling[0]} refer to missing rows in ${dangling[1]}`)
    }
    try {
      await retryWhileBusy(MIGRATION_BUSY_TIMEOUT, () => database.exec('BEGIN IMMEDIATE'))
      const result = await work({ dialect: sqlite, run, query })
      database.exec('COMMIT')
      return result
    } finally {
      // SQLite rolls back a transaction that is open.
      database.close()
    }
  }

  async close(): Promise<void> {
    await this.#queue.run(() => {
      this.#reader.database.close()
      this.#writer.database.close()
      const { temporaryFolder } = this.#file
      if (temporaryFolder !== undefined) rmSync(temporaryFolder, { recursive: true, force: true })
    })
  }
}

async function transaction<T>(
  writer: Connection,
  tables: Tables,
  wrap: WrapExecutor,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  let ended = false
  const run = async (statement: Statement): Promise<Result> => {
    // Once the transaction has ended, another request might be using the connection.
    if (ended) throw new Error(TRANSACTION_ENDED)
    return writer.run(statement)
  }
  try {
    await retryWhileBusy(WRITE_TIMEOUT, () => writer.rows('BEGIN IMMEDIATE'))
  } catch (error) {
    throw new Unavailable('another process has locked the database', { cause: error })
  }
  try {
    const result = await work(new SqlSession(sqlite, tables, wrap({ read: run, write: run }, 'sqlite'), null))
    writer.rows('COMMIT')
    return result
  } finally {
    ended = true
    if (writer.database.inTransaction) writer.rows('ROLLBACK')
  }
}

/** Runs statements outside transactions. Reads do not wait for writes. */
function outside(reader: Connection, writer: Connection, queue: Slots): Executor {
  return {
    read: async (statement) => reader.run(statement),
    write: async (statement) => {
      // The calling transaction would wait for itself.
      rejectInTransaction()
      return queue.run(() => retryWhileBusy(WRITE_TIMEOUT, () => writer.run(statement)))
    },
  }
}
