import { Connection } from './connection.js'
import { registerConversions } from './conversions.js'
import { openConnection } from './open.js'
import { patiently } from './patience.js'
/** How long a process waits, in milliseconds, while another one migrates. */
const PATIENCE = 60_000
/** The lock is SQLite's own for writing. Foreign keys are off, so that tables can be rebuilt, and are checked before the commit. */
export class SqliteMigrations {
  dialect = 'sqlite'
  #connection
  constructor(file) {
    const database = openConnection(file, 'full')
    database.pragma('busy_timeout = 0')
    database.pragma('foreign_keys = OFF')
    registerConversions(database)
    this.#connection = new Connection(database)
  }
  async exclusively(work) {
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
  async run(script) {
    const { database } = this.#connection
    database.exec(script)
    const [dangling] = this.#connection.all('SELECT "table", "parent" FROM pragma_foreign_key_check', [])
    if (dangling !== undefined)
      throw new Error(`rows of ${dangling[0]} refer to rows of ${dangling[1]} that are not there`)
  }
  async all(text, values) {
    return this.#connection.all(text, values)
  }
  async close() {
    this.#connection.database.close()
  }
}
