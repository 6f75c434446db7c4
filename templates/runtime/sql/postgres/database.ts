import { ConstraintViolation } from '../../errors.js'
import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, type PoolConfig } from 'pg'
import { connect as connectTo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Models } from '../../model.js'
import { QUEUE_TIMEOUT, Slots } from '../../slots.js'
import { type Session, TooSlow, Unavailable } from '../../store.js'
import type { Bound, Stored } from '../codecs.js'
import {
  type DatabaseOptions,
  type DatabaseSettings,
  type SqlDatabase,
  TRANSACTION_ENDED,
  unwrapped,
  type MigrationConnection,
  type Query as RunQuery,
} from '../connection.js'
import {
  dependsOnValues,
  isDatabaseError,
  isLost,
  postgres,
  unavailable,
  CONSTRAINT,
  CONTENTION,
} from './dialect.js'
import { SqlSession } from '../store.js'
import { tablesOf, type Executor, type Result, type Statement } from '../table.js'

/**
 * Startup options for a connection, which keep the format of values independent of the server's settings. PgBouncer
 * rejects them; behind it, {@link SESSION_VARIABLES} are set instead.
 */
const SESSION_OPTIONS = '-c datestyle=ISO -c timezone=UTC -c bytea_output=hex -c extra_float_digits=1'

/** The settings that PgBouncer preserves for each client. It rejects options when a connection starts. */
const SESSION_VARIABLES = 'SET datestyle = ISO; SET timezone = UTC'

/** Maximum number of named statements, each of which stays prepared on its connection. Other statements are unnamed. */
const MAX_NAMES = 500

const unparsed = (text: unknown): unknown => text

/** Makes the driver return values as text from the server, which the codecs parse. */
const AS_TEXT: CustomTypesConfig = { getTypeParser: () => unparsed }

/** Returns the name of a statement, so that the server prepares it once per connection; undefined if it has none. */
type NameOf = (statement: Statement) => string | undefined

function statementNames(): NameOf {
  const names = new Map<string, string>()
  return ({ text, once = false }) => {
    if (once) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMES || dependsOnValues(text)) return known
    const name = `svc_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Sends a statement over a pooled connection or a transaction's connection. */
type Send = (statement: Statement) => Promise<Result>

const executorOver = (send: Send): Executor => ({ read: send, write: send })

/**
 * Time after which a slow query triggers a check of the server, in milliseconds. Including the check, a 503 is sent
 * within 5 seconds.
 */
const QUERY_TIMEOUT = 2500
/** Time limit for a check of the server, in milliseconds. */
const CHECK_TIMEOUT = 2000

/** Interval at which running queries are checked, in milliseconds. */
const INTERVAL = 250

/** Distinguishes slow queries from an unresponsive server: a running server responds to other queries. */
class Watch {
  readonly #url: string
  /** When the server last responded to a query. */
  #respondedAt = 0
  #check: Promise<boolean> | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Waits for a connection or a query. @throws Unavailable if the server does not respond */
  async wait<T>(work: Promise<T>): Promise<T> {
    const start = Date.now()
    let timer: NodeJS.Timeout | undefined
    const canceled = new Promise<never>((_resolve, reject) => {
      timer = setInterval(async () => {
        if (Date.now() - start < QUERY_TIMEOUT || (await this.#isRunning())) return
        reject(new Unavailable('the server does not respond'))
      }, INTERVAL).unref()
    })
    try {
      return await Promise.race([work, canceled])
    } finally {
      clearInterval(timer)
    }
  }

  /**
   * Waits for the response to a query.
   * @throws the server's error; Unavailable if the connection is lost or the server does not respond
   */
  async response<T>(query: Promise<T>): Promise<T> {
    try {
      const result = await this.wait(query)
      this.#respondedAt = Date.now()
      return result
    } catch (error) {
      if (!isDatabaseError(error) || isLost(error)) throw unavailable(error)
      this.#respondedAt = Date.now()
      throw error
    }
  }

  /** Unless the server has just responded to any query, checks whether it responds to one on a new connection. */
  async #isRunning(): Promise<boolean> {
    const isResponding = (): boolean => Date.now() - this.#respondedAt < INTERVAL
    if (isResponding()) return true
    this.#check ??= Promise.race([responds(this.#url), sleep(CHECK_TIMEOUT, false)]).finally(
      () => (this.#check = undefined),
    )
    return (await this.#check) || isResponding()
  }
}

/** Returns whether a server responds. An error such as "too many connections" also counts as a response. */
async function responds(url: string): Promise<boolean> {
  const client = new PromptClient({ connectionString: url, query_timeout: CHECK_TIMEOUT })
  try {
    await client.connect()
    // A connection alone is not enough: PgBouncer accepts connections while the server is down.
    await client.query('SELECT 1')
    return true
  } catch (error) {
    return isDatabaseError(error) && !isLost(error)
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** Makes all statements of a transaction read the same data. */
const READ_ONLY = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Key of the advisory lock. */
const LOCK = 7_308_332_045

/** Time limit for opening a connection, in milliseconds, so that a 503 is sent within 5 seconds. */
const CONNECTION_TIMEOUT = 4000

/**
 * A client with its own connection timeout, because the pool's timeout includes the wait for a free connection. Its
 * queries receive its errors.
 */
class PromptClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT })
    this.on('error', () => undefined)
  }
}

/** A server with a pool of connections, which are opened when needed and reopened when lost. */
export interface Server {
  readonly url: string
  readonly pool: Pool
  readonly watch: Watch
  readonly nameOf: NameOf
  /** The connections that run a statement. */
  readonly running: Set<PoolClient>
  /** Time limit for a statement, in seconds; 0 for none. */
  readonly timeout: number
  /** Limits the searches and aggregations that run at the same time, so that they do not use all connections. */
  readonly searches: Slots
  /** Limits transactions and searches together, because both can take long: other statements do not wait for them. */
  readonly long: Slots
}

export interface Servers {
  readonly all: readonly Server[]
  /** Returns the server that accepts writes. @throws Unavailable if there is none */
  findPrimary(): Promise<Server>
  /**
   * Returns the executor for statements outside transactions.
   * @param primary sends statements to the primary
   * @param executorOf returns an executor that sends statements to a server
   */
  executor(primary: Executor, executorOf: (server: Server) => Executor): Executor
  /** Runs a transaction. `noting` returns the executor that its work uses. */
  transaction<T>(run: (noting: (executor: Executor) => Executor) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the servers at `database.url`. `open` opens the connections to one of them. */
export type OpenServers = (url: string, open: (url: string) => Server) => Servers

declare module '../connection.js' {
  interface SqlDatabase {
    /** Undefined if the database is a file. */
    readonly servers?: Servers
  }
  interface DatabaseOptions {
    /** Opens the PostgreSQL servers. By default, `database.url` is the only one. */
    readonly openServers?: OpenServers
  }
}

const openSingle: OpenServers = (url, open) => {
  const primary = open(url)
  return {
    all: [primary],
    findPrimary: async () => primary,
    executor: (executor) => executor,
    transaction: (run) => run((executor) => executor),
    close: async () => undefined,
  }
}

/** A PostgreSQL database. Connects to its servers only when needed. */
export class PostgresDatabase extends SqlSession implements SqlDatabase {
  readonly servers: Servers
  readonly #primary: Executor

  /** @param queueTimeout time limit for waiting for a free connection, in milliseconds */
  constructor(
    { url, pool: max = 10, preparedStatements = true, statementTimeout: timeout = 0 }: DatabaseSettings,
    models: Models,
    { wrap = unwrapped, openServers = openSingle, fullText }: DatabaseOptions = {},
    queueTimeout = QUEUE_TIMEOUT,
  ) {
    const nameOf = preparedStatements ? statementNames() : () => undefined
    const servers = openServers(url, (server) => {
      const watch = new Watch(server)
      const settings = preparedStatements ? { options: SESSION_OPTIONS } : { verify: setVariables(watch) }
      const pool = openPool(server, { max, connectionTimeoutMillis: queueTimeout, ...settings })
      const searches = new Slots(Math.max(1, Math.floor(max / 2)), {
        timeout: timeout * 1000 || queueTimeout,
        error: () => new TooSlow('other searches use half of the connections (database.pool)'),
      })
      const long = new Slots(Math.max(1, Math.floor((max * 3) / 4)), {
        timeout: queueTimeout,
        error: () => new Unavailable('transactions use three quarters of the connections (database.pool)'),
      })
      return { url: server, pool, watch, nameOf, running: new Set(), timeout, searches, long }
    })
    const primary = executorOver(async (statement) => overServer(await servers.findPrimary())(statement))
    const tables = tablesOf(models, postgres, fullText)
    const begin = <T>(work: (session: SqlSession) => Promise<T>): Promise<T> =>
      servers.transaction((noting) => {
        return transaction(servers, (executor) =>
          work(new SqlSession(postgres, tables, wrap(noting(executor), 'postgres'), null)),
        )
      })
    const outside = servers.executor(primary, (server) => executorOver(overServer(server)))
    super(postgres, tables, wrap(outside, 'postgres'), begin)
    this.servers = servers
    this.#primary = primary
  }

  async ping(): Promise<void> {
    await this.#primary.read({ text: 'SELECT 1', values: [] }).catch((error: unknown) => {
      throw unavailable(error)
    })
  }

  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.transaction(async (session) => {
      await session.executor.read({ text: READ_ONLY, values: [], once: true })
      return work(session)
    })
  }

  readonly query: RunQuery = async (text, values) => (await this.#primary.read({ text, values })).rows

  /** @throws Unavailable if the server does not respond */
  async migrating<T>(work: (connection: MigrationConnection) => Promise<T>): Promise<T> {
    const { url } = await this.servers.findPrimary()
    const client = new PromptClient({ connectionString: url })
    await client.connect().catch((error: unknown) => {
      throw unavailable(error)
    })
    const run = async (script: string): Promise<void> => void (await client.query(script))
    const query: RunQuery = async (text, values) => {
      const { rows } = await client.query<Stored[]>({ text, values: [...values], rowMode: 'array' })
      return rows
    }
    try {
      await run('BEGIN; SET LOCAL datestyle = ISO; SET LOCAL timezone = UTC')
      // The lock is released at the end of the transaction.
      await run(`SELECT pg_advisory_xact_lock(${LOCK})`)
      const result = await work({ dialect: postgres, run, query })
      await run('COMMIT')
      return result
    } catch (error) {
      // If the connection is lost, the server has already rolled back.
      await run('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      await client.end()
    }
  }

  async close(): Promise<void> {
    await this.servers.close()
    await Promise.all(this.servers.all.flatMap(({ running }) => [...running].map(cancel)))
    await Promise.all(this.servers.all.map(({ pool }) => pool.end()))
  }
}

function openPool(url: string, config: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: PromptClient,
    keepAlive: true,
    types: AS_TEXT,
    ...config,
  })
  // The pool removes a broken connection and opens another for the next query. Running queries receive the error.
  pool.on('error', () => undefined)
  return pool
}

function setVariables(watch: Watch): PoolConfig['verify'] {
  return (client, done) => void watch.response(client.query(SESSION_VARIABLES)).then(() => done(), done)
}

/**
 * Returns a function that sends statements over any free connection. Broken connections are not returned to the pool.
 */
function overServer(server: Server): Send {
  const run: Send = async (statement) => {
    const { client, release } = await connect(server, statement.isSlow === true ? server.long : undefined)
    let broken: Error | undefined
    try {
      return await send(client, server, statement)
    } catch (error) {
      if (error instanceof Unavailable) broken = error
      throw error
    } finally {
      release(broken)
    }
  }
  return (statement) =>
    statement.isSlow === true ? server.searches.run(() => run(statement)) : run(statement)
}

/**
 * Acquires a connection from the pool. If all of them, or all slots, are in use, waits as long as the server responds.
 * @throws Unavailable
 */
async function connect({ pool, watch }: Server, slots?: Slots) {
  const connecting = lease(pool, slots)
  try {
    return await watch.wait(connecting)
  } catch (error) {
    // If the request was canceled while it was waiting, the connection is not needed.
    connecting.then(({ release }) => release()).catch(() => undefined)
    throw unavailable(error)
  }
}

/** Returns a connection, and the function that returns it to the pool. */
async function lease(pool: Pool, slots: Slots | undefined) {
  const free = await slots?.take()
  try {
    const client = await pool.connect()
    return { client, release: (broken?: Error) => (client.release(broken), free?.()) }
  } catch (error) {
    free?.()
    throw error
  }
}

/**
 * @param timeout time limit in seconds; 0 for none
 * @throws the server's error; TooSlow after the timeout; Unavailable if the connection is lost or the server does not
 * respond
 */
async function send(
  client: PoolClient,
  { watch, nameOf, running, timeout: limit }: Server,
  statement: Statement,
  timeout = limit,
): Promise<Result> {
  const { text, values } = statement
  let canceled: Promise<void> | undefined
  const timer = timeout === 0 ? undefined : setTimeout(() => (canceled = cancel(client)), timeout * 1000)
  running.add(client)
  try {
    const { fields, rows, rowCount } = await watch.response(
      client.query<Stored[], Bound[]>({
        name: nameOf(statement),
        text,
        values: [...values],
        rowMode: 'array',
      }),
    )
    return { columns: fields, rows, count: rowCount ?? rows.length }
  } catch (cause) {
    if (canceled === undefined) throw cause
    throw new TooSlow(`a statement took longer than ${timeout} seconds (statement_timeout)`, { cause })
  } finally {
    clearTimeout(timer)
    running.delete(client)
    // A request that arrives later would cancel the next statement of this connection.
    await canceled
  }
}

/** The code of a request to cancel a statement (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const CANCEL_REQUEST = 80_877_102

/**
 * Asks the server to cancel the statement that a connection runs, and waits until it has received the request. PgBouncer
 * forwards such requests, while it rejects the server's own `statement_timeout` as a startup option. The server closes the
 * connection: PgBouncer 1.18 crashes if the client does.
 */
async function cancel(client: PoolClient): Promise<void> {
  const { host, port } = client
  const socket = connectTo(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const request = Buffer.alloc(16)
  // The driver's types leave out the keys of the connection.
  const keys = [Reflect.get(client, 'processID'), Reflect.get(client, 'secretKey')]
  for (const [index, part] of [request.length, CANCEL_REQUEST, ...keys].entries())
    request.writeInt32BE(Number(part), index * 4)
  socket.on('error', () => undefined).setTimeout(CHECK_TIMEOUT, () => socket.destroy())
  socket.write(request)
  await new Promise((resolve) => socket.once('close', resolve))
}

async function transaction<T>(servers: Servers, work: (executor: Executor) => Promise<T>): Promise<T> {
  const server = await servers.findPrimary()
  const { client, release } = await connect(server, server.long)
  let ended = false
  const sendInside: Send = async (statement) => {
    // Once the transaction has ended, another request might be using the connection.
    if (ended) throw new Error(TRANSACTION_ENDED)
    return send(client, server, statement)
  }
  const control = (text: string): Promise<Result> => send(client, server, { text, values: [], once: true }, 0)
  let broken: Error | undefined
  try {
    await control('BEGIN')
    const result = await work(executorOver(sendInside))
    ended = true
    // Deferred constraints are checked here.
    await control('COMMIT').catch((cause: unknown) => {
      if (!isDatabaseError(cause)) throw cause
      if (CONTENTION.test(cause.code)) throw unavailable(cause)
      throw CONSTRAINT.test(cause.code) ? new ConstraintViolation(cause) : cause
    })
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
