import { Pool, type PoolClient } from 'pg'
import type { Models } from '../../model.js'
import type { Session } from '../../store.js'
import type { MigrationConnection } from '../migrate.js'
import type { SqlDatabase } from '../open.js'
import { SqlSession } from '../session.js'
import { tablesOf } from '../table.js'
import { postgres } from './dialect.js'
import { isDatabaseError, translatePostgres, unavailable } from './errors.js'
import { PostgresExecutor, type Send } from './executor.js'
import { PostgresMigrations } from './migrations.js'
import { Statements } from './statements.js'

/** Answers 503 come within 5 s (SPEC 6). */
const CONNECTION_TIMEOUT = 4000

/** How answers are written, whatever the server's settings. */
export const SESSION_OPTIONS = '-c datestyle=ISO -c timezone=UTC -c bytea_output=hex -c extra_float_digits=1'

/** A PostgreSQL database: a pool of connections that are made when they are needed, and again when they were lost. */
export class PostgresDatabase extends SqlSession implements SqlDatabase {
  readonly #pool: Pool
  readonly #url: string

  constructor(url: string, pool: Pool, models: Models) {
    const statements = new Statements()
    const tables = tablesOf(models, postgres)
    const begin = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
      transaction(pool, statements, (executor) =>
        work(new SqlSession(tables, executor, translatePostgres, null)),
      )
    const executor = new PostgresExecutor(statements, sender(pool), (work) =>
      transaction(pool, statements, work),
    )
    super(tables, executor, translatePostgres, begin)
    this.#url = url
    this.#pool = pool
  }

  async ping(): Promise<void> {
    try {
      await this.#pool.query('SELECT 1')
    } catch (error) {
      throw unavailable(error)
    }
  }

  openMigrations(): Promise<MigrationConnection> {
    return PostgresMigrations.open(this.#url)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

/** Opens the database of a `postgres:` URL; it need not answer yet. */
export function openPostgres(url: string, size: number, models: Models): PostgresDatabase {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    keepAlive: true,
    options: SESSION_OPTIONS,
  })
  // A connection that breaks while nobody uses it leaves the pool; the next query makes another.
  pool.on('error', () => undefined)
  return new PostgresDatabase(url, pool, models)
}

function sender(connection: Pool | PoolClient): Send {
  return async (query) => {
    try {
      return await connection.query(query)
    } catch (error) {
      throw isDatabaseError(error) ? error : unavailable(error)
    }
  }
}

async function transaction<T>(
  pool: Pool,
  statements: Statements,
  work: (executor: PostgresExecutor) => Promise<T>,
): Promise<T> {
  const client = await connect(pool)
  const send = sender(client)
  const control = (text: string): Promise<unknown> => send(statements.once(text, []))
  let broken: Error | undefined
  try {
    await control('BEGIN')
    const result = await work(new PostgresExecutor(statements, send, null))
    await control('COMMIT')
    return result
  } catch (error) {
    await control('ROLLBACK').catch((cause: unknown) => {
      broken = unavailable(cause)
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw unavailable(error)
  }
}
