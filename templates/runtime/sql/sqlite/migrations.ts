import type { MigrationConnection } from '../migrate.js'
import type { Stored, StoredRow } from '../codec.js'
import { Connection } from './connection.js'
import { registerConversions } from './conversions.js'
import { type DatabaseFile, openConnection } from './open.js'
import { patiently } from './patience.js'

/** How long a process waits, in milliseconds, while another one migrates. */
const PATIENCE = 60_000

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
    await patiently(PATIENCE, () => database.exec('BEGIN IMMEDIATE'))
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
