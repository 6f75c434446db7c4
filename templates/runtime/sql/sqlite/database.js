import { Unavailable } from '../../store.js'
import { SqlSession } from '../session.js'
import { tablesOf } from '../table.js'
import { Connection } from './connection.js'
import { sqlite } from './dialect.js'
import { translateSqlite } from './errors.js'
import { SqliteMigrations } from './migrations.js'
import { databaseFile, openConnection } from './open.js'
import { patiently } from './patience.js'
import { Turns } from './turns.js'
/** How long a write waits, in milliseconds, while another process writes; answers 503 come within 5 s (SPEC 6). */
const PATIENCE = 4000
/**
 * A SQLite database: one connection that writes, behind a queue, so that a transaction with asynchronous work never mixes with another
 * request's; and one that reads what is committed.
 */
export class SqliteDatabase extends SqlSession {
  #file
  #reader
  #writer
  #turns
  constructor(file, reader, writer, models) {
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
  async ping() {
    try {
      this.#reader.first('SELECT 1', [])
    } catch (error) {
      throw new Unavailable('the database does not answer', { cause: error })
    }
  }
  async openMigrations() {
    return new SqliteMigrations(this.#file)
  }
  async close() {
    await this.#turns.take(() => {
      this.#reader.database.close()
      this.#writer.database.close()
      this.#file.dispose()
    })
  }
}
/** Opens the database of a `sqlite:` URL. */
export function openSqlite(url, synchronous, models) {
  const file = databaseFile(url)
  const writer = new Connection(openConnection(file, synchronous))
  writer.database.pragma('busy_timeout = 0')
  const reader = new Connection(openConnection(file, synchronous))
  return new SqliteDatabase(file, reader, writer, models)
}
async function transaction(writer, tables, work) {
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
async function begin(writer) {
  try {
    await patiently(PATIENCE, () => writer.change('BEGIN IMMEDIATE', []))
  } catch (error) {
    throw new Unavailable('another process keeps the database from being written', { cause: error })
  }
}
/** Statements outside transactions: what reads does not wait for what writes. */
class Outside {
  #reader
  #writer
  #turns
  constructor(reader, writer, turns) {
    this.#reader = reader
    this.#writer = writer
    this.#turns = turns
  }
  first(text, values) {
    return this.#reader.first(text, values)
  }
  all(text, values) {
    return this.#reader.all(text, values)
  }
  write(text, values) {
    return this.#write(() => this.#writer.all(text, values))
  }
  change(text, values) {
    return this.#write(() => this.#writer.change(text, values))
  }
  insert(table, rows) {
    return this.#write(() =>
      rows.length === 1
        ? this.#writer.insert(table, rows)
        : this.#writer.atOnce(() => this.#writer.insert(table, rows)),
    )
  }
  #write(work) {
    return this.#turns.take(() => patiently(PATIENCE, work))
  }
}
/** Statements of the transaction that has its turn; none comes after its end, where the connection is another's. */
class Inside {
  #connection
  #ended = false
  constructor(connection) {
    this.#connection = connection
  }
  first(text, values) {
    return this.#writer.first(text, values)
  }
  all(text, values) {
    return this.#writer.all(text, values)
  }
  write(text, values) {
    return this.#writer.all(text, values)
  }
  change(text, values) {
    return this.#writer.change(text, values)
  }
  insert(table, rows) {
    return this.#writer.insert(table, rows)
  }
  end() {
    this.#ended = true
  }
  get #writer() {
    if (this.#ended) throw new Error('the transaction has ended; was a call in it not awaited?')
    return this.#connection
  }
}
