import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Models } from '../../model.js'
import { type Session, Unavailable } from '../../store.js'
import type { MigrationConnection } from '../migrate.js'
import type { SqlDatabase } from '../open.js'
import { SqlSession } from '../session.js'
import { tablesOf } from '../table.js'
import { postgres } from './dialect.js'
import { isDatabaseError, translatePostgres, unavailable } from './errors.js'
import { PostgresExecutor, type Send } from './executor.js'
import { PostgresMigrations } from './migrations.js'
import { SESSION_OPTIONS } from './session-options.js'
import { type Query, type QueryResult, Statements } from './statements.js'
import { Watch } from './watch.js'

/** Answers 503 come within 5 s (SPEC 6): so long may a new connection take, in milliseconds. */
const CONNECTION_TIMEOUT = 4000

/** So long is a connection waited for that others have, while the server lives: as long as for a document store's. */
const QUEUE_TIMEOUT = 30_000

/** A connection that does not take as long to make as one may be waited for. */
class PromptClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT })
  }
}

/** What statements are sent with. */
interface Server {
  readonly pool: Pool
  readonly statements: Statements
  readonly watch: Watch
}

/** A PostgreSQL database: a pool of connections that are made when they are needed, and again when they were lost. */
export class PostgresDatabase extends SqlSession implements SqlDatabase {
  readonly #pool: Pool
  readonly #url: string
  readonly #executor: PostgresExecutor

  constructor(url: string, pool: Pool, models: Models) {
    const server = { pool, statements: new Statements(), watch: new Watch(url) }
    const tables = tablesOf(models, postgres)
    const begin = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
      transaction(server, (executor) => work(new SqlSession(tables, executor, translatePostgres, null)))
    const executor = new PostgresExecutor(server.statements, overPool(pool, server.watch), (work) =>
      transaction(server, work),
    )
    super(tables, executor, translatePostgres, begin)
    this.#url = url
    this.#pool = pool
    this.#executor = executor
  }

  async ping(): Promise<void> {
    try {
      await this.#executor.first('SELECT 1', [])
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

/**
 * Opens the database of a `postgres:` URL; it need not answer yet.
 * @param patience how long a request waits for a free connection, in milliseconds
 */
export function openPostgres(
  url: string,
  size: number,
  models: Models,
  patience = QUEUE_TIMEOUT,
): PostgresDatabase {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patience,
    Client: PromptClient,
    keepAlive: true,
    options: SESSION_OPTIONS,
  })
  // A connection that breaks leaves the pool, and whoever waits for an answer is told; the next query makes another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDatabase(url, pool, models)
}

/** Sends over any connection that is free; one that broke does not go back to the pool. */
function overPool(pool: Pool, watch: Watch): Send {
  return (query, read) =>
    new Promise((resolve, reject) => {
      take(pool, watch, (error, client, release) => {
        if (client === undefined) return reject(unavailable(error))
        ask(client, watch, query, (refusal, result) => {
          release(refusal instanceof Unavailable ? refusal : undefined)
          if (result === undefined) reject(refusal)
          else resolve(read(result))
        })
      })
    })
}

type Taken = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (broken?: Error) => void,
) => void

/** Takes a connection from the pool. Where others have all of them the next free one is waited for, unless the server is gone meanwhile. */
function take(pool: Pool, watch: Watch, done: Taken): void {
  if (isAtHand(pool)) return pool.connect(done)
  const settle: Taken = (error, client, release) => {
    if (waited(false)) done(error, client, release)
    // With an error there is nothing to give back.
    else if (client !== undefined) release()
  }
  const waited = watch.over((reason) => settle(reason, undefined, () => undefined))
  pool.connect(settle)
}

/** Whether a connection is free, or may be made. Those who came a moment before count as waiting until they are given theirs. */
function isAtHand({ idleCount, totalCount, waitingCount, options }: Pool): boolean {
  return idleCount + options.max - totalCount > waitingCount
}

function overClient(client: PoolClient, watch: Watch): Send {
  return (query, read) =>
    new Promise((resolve, reject) => {
      ask(client, watch, query, (refusal, result) => {
        if (result === undefined) reject(refusal)
        else resolve(read(result))
      })
    })
}

/**
 * Sends a query. `done` is told once: the answer, or in its stead what the server refuses, or {@link Unavailable}. It is a callback, since this is
 * what each request waits for, and a promise more costs as much as all else here.
 */
function ask(
  client: PoolClient,
  watch: Watch,
  query: Query,
  done: (refusal: Error | null, result?: QueryResult) => void,
): void {
  const tell = (refusal: Error | null, result?: QueryResult): void => {
    if (answered(!(refusal instanceof Unavailable))) done(refusal, result)
  }
  const answered = watch.over(tell)
  client.query(query, (error: Error | null, result?: QueryResult) => {
    tell(error === null || isDatabaseError(error) ? error : unavailable(error), result)
  })
}

async function transaction<T>(
  { pool, statements, watch }: Server,
  work: (executor: PostgresExecutor) => Promise<T>,
): Promise<T> {
  const { client, release } = await connect(pool, watch)
  const overThis = overClient(client, watch)
  let ended = false
  // None comes after the end, where the connection is another's.
  const send: Send = (query, read) =>
    ended
      ? Promise.reject(new Error('the transaction has ended; was a call in it not awaited?'))
      : overThis(query, read)
  const control = (text: string): Promise<void> => overThis(statements.once(text, []), () => undefined)
  let broken: Error | undefined
  try {
    await control('BEGIN')
    const result = await work(new PostgresExecutor(statements, send, null))
    ended = true
    await control('COMMIT')
    return result
  } catch (error) {
    ended = true
    if (error instanceof Unavailable) broken = error
    else await control('ROLLBACK').catch((cause: unknown) => (broken = unavailable(cause)))
    throw error
  } finally {
    release(broken)
  }
}

function connect(
  pool: Pool,
  watch: Watch,
): Promise<{ client: PoolClient; release: (broken?: Error) => void }> {
  return new Promise((resolve, reject) => {
    take(pool, watch, (error, client, release) => {
      if (client === undefined) reject(unavailable(error))
      else resolve({ client, release })
    })
  })
}
