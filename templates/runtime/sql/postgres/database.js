import { Pool } from 'pg'
import { Unavailable } from '../../store.js'
import { SqlSession } from '../session.js'
import { tablesOf } from '../table.js'
import { postgres } from './dialect.js'
import { isDatabaseError, translatePostgres, unavailable } from './errors.js'
import { PostgresExecutor } from './executor.js'
import { PostgresMigrations } from './migrations.js'
import { SESSION_OPTIONS } from './session-options.js'
import { Statements } from './statements.js'
import { Watch } from './watch.js'
/** Answers 503 come within 5 s (SPEC 6). */
const CONNECTION_TIMEOUT = 4000
/** A PostgreSQL database: a pool of connections that are made when they are needed, and again when they were lost. */
export class PostgresDatabase extends SqlSession {
  #pool
  #url
  #executor
  constructor(url, pool, models) {
    const server = { pool, statements: new Statements(), watch: new Watch(url) }
    const tables = tablesOf(models, postgres)
    const begin = (work) =>
      transaction(server, (executor) => work(new SqlSession(tables, executor, translatePostgres, null)))
    const executor = new PostgresExecutor(server.statements, overPool(pool, server.watch), (work) =>
      transaction(server, work),
    )
    super(tables, executor, translatePostgres, begin)
    this.#url = url
    this.#pool = pool
    this.#executor = executor
  }
  async ping() {
    try {
      await this.#executor.first('SELECT 1', [])
    } catch (error) {
      throw unavailable(error)
    }
  }
  openMigrations() {
    return PostgresMigrations.open(this.#url)
  }
  async close() {
    await this.#pool.end()
  }
}
/** Opens the database of a `postgres:` URL; it need not answer yet. */
export function openPostgres(url, size, models) {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    keepAlive: true,
    options: SESSION_OPTIONS,
  })
  // A connection that breaks leaves the pool, and whoever waits for an answer is told; the next query makes another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDatabase(url, pool, models)
}
/** Sends over any connection that is free; one that broke does not go back to the pool. */
function overPool(pool, watch) {
  return async (query) => {
    const client = await connect(pool)
    let broken
    try {
      return await watch.over(client.query(query))
    } catch (error) {
      if (isDatabaseError(error)) throw error
      broken = unavailable(error)
      throw broken
    } finally {
      client.release(broken)
    }
  }
}
function overClient(client, watch) {
  return async (query) => {
    try {
      return await watch.over(client.query(query))
    } catch (error) {
      throw isDatabaseError(error) ? error : unavailable(error)
    }
  }
}
async function transaction({ pool, statements, watch }, work) {
  const client = await connect(pool)
  const overThis = overClient(client, watch)
  let ended = false
  // None comes after the end, where the connection is another's.
  const send = async (query) => {
    if (ended) throw new Error('the transaction has ended; was a call in it not awaited?')
    return overThis(query)
  }
  const control = (text) => overThis(statements.once(text, []))
  let broken
  try {
    await control('BEGIN')
    const result = await work(new PostgresExecutor(statements, send, null))
    ended = true
    await control('COMMIT')
    return result
  } catch (error) {
    ended = true
    if (error instanceof Unavailable) broken = error
    else await control('ROLLBACK').catch((cause) => (broken = unavailable(cause)))
    throw error
  } finally {
    client.release(broken)
  }
}
async function connect(pool) {
  try {
    return await pool.connect()
  } catch (error) {
    throw unavailable(error)
  }
}
