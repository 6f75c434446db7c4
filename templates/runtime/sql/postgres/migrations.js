import { Client } from 'pg'
import { isDatabaseError, unavailable } from './errors.js'
import { SESSION_OPTIONS } from './session-options.js'
const CONNECTION_TIMEOUT = 4000
/** Any number that no one else in the database locks by. */
const LOCK = 7_308_332_045
/** The lock is an advisory one that ends with the transaction. */
export class PostgresMigrations {
  dialect = 'postgres'
  #client
  constructor(client) {
    this.#client = client
  }
  /** @throws Unavailable where the server does not answer */
  static async open(url) {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT,
      options: SESSION_OPTIONS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      throw isDatabaseError(error) ? error : unavailable(error)
    }
    return new PostgresMigrations(client)
  }
  async exclusively(work) {
    await this.#client.query('BEGIN')
    try {
      await this.#client.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
      const result = await work()
      await this.#client.query('COMMIT')
      return result
    } catch (error) {
      await this.#client.query('ROLLBACK')
      throw error
    }
  }
  async run(script) {
    await this.#client.query(script)
  }
  async all(text, values) {
    const { rows } = await this.#client.query({ text, values: [...values], rowMode: 'array' })
    return rows
  }
  async close() {
    await this.#client.end()
  }
}
