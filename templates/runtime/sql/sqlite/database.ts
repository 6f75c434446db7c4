import type { Models, Row } from '../../model.js'
import { type Session, Unavailable } from '../../store.js'
import type { Bound, StoredRow } from '../codec.js'
import type { Answer, Executor } from '../executor.js'
import { SqlSession } from '../session.js'
import { type Table, type Tables, tablesOf } from '../table.js'
import type { MigrationConnection } from '../migrate.js'
import type { SqlDatabase } from '../open.js'
import { Connection } from './connection.js'
import { sqlite } from './dialect.js'
import { translateSqlite } from './errors.js'
import { SqliteMigrations } from './migrations.js'
import { type DatabaseFile, databaseFile, openConnection } from './open.js'
import { isBusy, patiently } from './patience.js'
import { Turns } from './turns.js'

/** How long a write waits, in milliseconds, while another process writes; answers 503 come within 5 s (SPEC 6). */
const PATIENCE = 4000

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
    await patiently(PATIENCE, () => writer.change('BEGIN IMMEDIATE', []))
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
    if (this.#turns.areTaken) return this.#turns.take(() => patiently(PATIENCE, work))
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
      return this.#turns.take(() => patiently(PATIENCE, work))
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
