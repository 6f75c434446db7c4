import { ConstraintViolation } from '../errors.js'
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
} from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Models, Row } from '../model.js'
import { type ConnectionUse, type Session, Unavailable } from '../store.js'
import {
  type Answer,
  type DatabaseOptions,
  type DatabaseSettings,
  type Executor,
  type SqlDatabase,
  TRANSACTION_ENDED,
  type WrapExecutor,
  unwrapped,
} from './database.js'
import { createTables, type MigrationConnection, type Query as RunQuery } from './migrations.js'
import {
  dependsOnValues,
  insertStatements,
  isDatabaseError,
  isLost,
  postgres,
  translatePostgres,
  unavailable,
  CONSTRAINT,
} from './postgres.js'
import { SqlSession } from './store.js'
import { type Bound, type Stored, type StoredRow, type Table, tablesOf } from './table.js'

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

/** A statement and its result, in the driver's types. */
export type Query = QueryArrayConfig<Bound[]>
export type QueryResult = QueryArrayResult<Stored[]>

/** A query with getters instead of properties: the driver copies the properties of each query, which is slow. */
class Statement implements Query {
  readonly name: string | undefined
  readonly text: string
  readonly values: Bound[]

  constructor(name: string | undefined, text: string, values: readonly Bound[]) {
    this.name = name
    this.text = text
    this.values = [...values]
  }

  get rowMode(): 'array' {
    return 'array'
  }

  get types(): CustomTypesConfig {
    return AS_TEXT
  }
}

/** Names statements, so that the server prepares each of them once per connection. */
export class Statements {
  readonly #names = new Map<string, string>()
  readonly #maxNames: number

  /** @param arePrepared whether statements have names */
  constructor(arePrepared: boolean) {
    this.#maxNames = arePrepared ? MAX_NAMES : 0
  }

  query(text: string, values: readonly Bound[]): Query {
    return new Statement(this.#name(text), text, values)
  }

  /** Returns an unnamed statement, for text that is unlikely to be used again. */
  once(text: string, values: readonly Bound[]): Query {
    return new Statement(undefined, text, values)
  }

  #name(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#maxNames || dependsOnValues(text)) return known
    const name = `svc_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** Sends a statement over a pooled connection or a transaction's connection, and returns the result of `read`. */
export type Send = <T>(query: Query, read: (result: QueryResult) => T) => Promise<T>

/** Runs several statements in one transaction. */
export type InTransaction = <T>(work: (executor: Executor) => Promise<T>) => Promise<T>

export class PostgresExecutor implements Executor {
  readonly #statements: Statements
  readonly #send: Send
  readonly #inTransaction: InTransaction | null
  readonly #onWrite: (() => void) | undefined

  /**
   * @param inTransaction null inside a transaction
   * @param onWrite called before each statement that writes
   */
  constructor(statements: Statements, send: Send, inTransaction: InTransaction | null, onWrite?: () => void) {
    this.#statements = statements
    this.#send = send
    this.#inTransaction = inTransaction
    this.#onWrite = onWrite
  }

  first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#send(this.#statements.query(text, values), ({ rows }) => rows[0])
  }

  all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#send(this.#statements.query(text, values), rowsOf)
  }

  write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    this.#onWrite?.()
    return this.all(text, values)
  }

  change(text: string, values: readonly Bound[]): Promise<number> {
    this.#onWrite?.()
    return this.#send(this.#statements.query(text, values), ({ rowCount }) => rowCount ?? 0)
  }

  answer(text: string, values: readonly Bound[], writes: boolean): Promise<Answer> {
    if (writes) this.#onWrite?.()
    return this.#send(this.#statements.once(text, values), ({ fields, rows, rowCount }) => ({
      columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
      rows,
      count: rowCount ?? rows.length,
    }))
  }

  async insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    this.#onWrite?.()
    const [only, ...more] = rows
    if (only !== undefined && more.length === 0) {
      const { text, values } = table.insertion(only)
      return this.all(text, values)
    }
    const statements = insertStatements(table, rows)
    if (statements.length > 1 && this.#inTransaction !== null) {
      return this.#inTransaction(async (executor) => executor.insert(table, rows))
    }
    const stored: StoredRow[] = []
    for (const { text, values } of statements) {
      stored.push(...(await this.#send(this.#statements.once(text, values), rowsOf)))
    }
    return stored
  }
}

function rowsOf({ rows }: QueryResult): readonly StoredRow[] {
  return rows
}

/**
 * Time after which a slow query triggers a check of the server, in milliseconds. Including the check, a 503 is sent
 * within 5 seconds.
 */
const QUERY_TIMEOUT = 2500
/** Time limit for a check of the server, in milliseconds. */
const CHECK_TIMEOUT = 2000

/** Interval at which running queries are checked, in milliseconds. */
const INTERVAL = 250

/** A running query, or a request waiting for a connection. */
interface Waiting {
  readonly since: number
  readonly cancel: (reason: Unavailable) => void
}

/** Distinguishes slow queries from an unresponsive server: a running server responds to other queries. */
export class Watch {
  readonly #url: string
  /** Sorted by start time. */
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #checking = false
  /** Whether the server has responded to any query since the last check. */
  #responded = false

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Starts watching a query or a request waiting for a connection.
   * @param cancel called if the server does not respond
   * @returns a function to call when the wait ends. Its argument is whether the server responded. It returns false if
   * the wait has already ended
   */
  start(cancel: (reason: Unavailable) => void): (hasResponded: boolean) => boolean {
    const waiting: Waiting = { since: Date.now(), cancel }
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#onInterval(), INTERVAL).unref()
    return (hasResponded) => {
      this.#responded ||= hasResponded
      return this.#waiting.delete(waiting)
    }
  }

  #onInterval(): void {
    const [oldest] = this.#waiting
    if (oldest === undefined) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (isLate(oldest) && !this.#responded && !this.#checking) void this.#check()
    this.#responded = false
  }

  /** Cancels all overdue queries if the server also does not respond to a query on a new connection. */
  async #check(): Promise<void> {
    this.#checking = true
    const isRunning = await Promise.race([responds(this.#url), sleep(CHECK_TIMEOUT, false)])
    this.#checking = false
    if (isRunning || this.#responded) return
    for (const { cancel } of [...this.#waiting].filter(isLate))
      cancel(new Unavailable('the server does not respond'))
  }
}

function isLate({ since }: Waiting): boolean {
  return Date.now() - since >= QUERY_TIMEOUT
}

/** Returns whether a server responds. An error such as "too many connections" also counts as a response. */
async function responds(url: string): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: CHECK_TIMEOUT, query_timeout: CHECK_TIMEOUT }
  const client = new Client({ connectionString: url, ...timeouts })
  client.on('error', () => undefined)
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

const MIGRATION_CONNECTION_TIMEOUT = 4000

/** Key of the advisory lock. */
const LOCK = 7_308_332_045

/** A connection for migrations. The lock is an advisory lock, which is released at the end of the transaction. */
export class PostgresMigrations implements MigrationConnection {
  readonly dialect = 'postgres'
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** @throws Unavailable if the server does not respond */
  static async open(url: string): Promise<PostgresMigrations> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: MIGRATION_CONNECTION_TIMEOUT,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      throw unavailable(error)
    }
    return new PostgresMigrations(client)
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('BEGIN')
    try {
      await this.#client.query('SET LOCAL datestyle = ISO; SET LOCAL timezone = UTC')
      await this.#client.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
      const result = await work()
      await this.#client.query('COMMIT')
      return result
    } catch (error) {
      await this.#client.query('ROLLBACK')
      throw error
    }
  }

  async run(script: string): Promise<void> {
    await this.#client.query(script)
  }

  readonly query: RunQuery = async (text, values) => {
    const { rows } = await this.#client.query<Stored[]>({ text, values: [...values], rowMode: 'array' })
    return rows
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** Time limit for opening a connection, in milliseconds, so that a 503 is sent within 5 seconds. */
const CONNECTION_TIMEOUT = 4000

/** Time limit for waiting for a free connection while the server is running, in milliseconds. */
const QUEUE_TIMEOUT = 30_000

/** A client with its own connection timeout, because the pool's timeout includes the wait for a free connection. */
class PromptClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT })
  }
}

/** A server with a pool of connections, which are opened when needed and reopened when lost. */
export interface Server {
  readonly url: string
  readonly pool: Pool
  readonly watch: Watch
}

/** Runs work in a transaction. `statement` begins it, by default `BEGIN`. */
type InSession = <T>(work: (session: SqlSession) => Promise<T>, statement?: string) => Promise<T>

/** The servers of a database. */
export interface Servers {
  readonly all: readonly Server[]
  /** The server that accepts writes; undefined while it is not known. */
  readonly primary: Server | undefined
  /** @throws Unavailable if no server accepts writes */
  findPrimary(): Promise<Server>
  /**
   * Returns the executor for statements outside transactions.
   * @param primary sends statements to the primary
   * @param executorOf returns an executor that sends statements to a server
   */
  executor(primary: Executor, executorOf: (server: Server) => Executor): Executor
  /** Called after a transaction that wrote is committed, before the response is sent. */
  noteWrite(): Promise<void>
  close(): Promise<void>
}

/** Opens the servers at `database.url`. `open` opens the connections to one of them. */
export type OpenServers = (url: string, open: (url: string) => Server) => Servers

const openSingle: OpenServers = (url, open) => {
  const primary = open(url)
  return {
    all: [primary],
    primary,
    findPrimary: async () => primary,
    executor: (executor) => executor,
    noteWrite: async () => undefined,
    close: async () => undefined,
  }
}

interface DatabaseParts {
  readonly servers: Servers
  /** Sends statements to the primary. */
  readonly primary: PostgresExecutor
  readonly models: Models
  readonly statements: Statements
  readonly wrap: WrapExecutor
}

/** A PostgreSQL database. */
export class PostgresDatabase extends SqlSession implements SqlDatabase {
  readonly dialect = 'postgres'
  readonly servers: Servers
  readonly #primary: PostgresExecutor
  readonly #inTransaction: InSession

  constructor({ servers, statements, primary, models, wrap }: DatabaseParts) {
    const tables = tablesOf(models, postgres)
    const begin: InSession = async (work, statement) => {
      let writes = false
      const result = await transaction(
        servers,
        statements,
        (executor) => work(new SqlSession(tables, wrap(executor, 'postgres'), translatePostgres, null)),
        { statement, onWrite: () => (writes = true) },
      )
      if (writes) await servers.noteWrite()
      return result
    }
    const outside = servers.executor(
      primary,
      (server) => new PostgresExecutor(statements, overServer(server), null),
    )
    super(tables, wrap(outside, 'postgres'), translatePostgres, begin)
    this.#inTransaction = begin
    this.servers = servers
    this.#primary = primary
  }

  async ping(): Promise<void> {
    try {
      await this.#primary.first('SELECT 1', [])
    } catch (error) {
      throw unavailable(error)
    }
  }

  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inTransaction(work, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  }

  prepare(models: Models): Promise<void> {
    return createTables(this, models)
  }

  readonly query: RunQuery = (text, values) => this.#primary.all(text, values)

  async openMigrations(): Promise<MigrationConnection> {
    const { url } = await primaryOf(this.servers)
    return PostgresMigrations.open(url)
  }

  connections(): ConnectionUse[] {
    return this.servers.all.map(({ url, pool }) => ({
      server: new URL(url).host,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }))
  }

  async close(): Promise<void> {
    await this.servers.close()
    await Promise.all(this.servers.all.map(({ pool }) => pool.end()))
  }
}

/**
 * Opens the database that a `postgres:` URL refers to. Connects to it only when needed.
 * @param queueTimeout time limit for waiting for a free connection, in milliseconds
 */
export function openPostgres(
  { url, pool = 10, preparedStatements = true }: DatabaseSettings,
  models: Models,
  { wrap = unwrapped, openServers = openSingle }: DatabaseOptions = {},
  queueTimeout = QUEUE_TIMEOUT,
): PostgresDatabase {
  const statements = new Statements(preparedStatements)
  const servers = openServers(url, (server) => openServer(server, pool, queueTimeout, preparedStatements))
  const primary = new PostgresExecutor(statements, overPrimary(servers), (work) =>
    transaction(servers, statements, work),
  )
  return new PostgresDatabase({ servers, primary, models, statements, wrap })
}

function openServer(url: string, size: number, queueTimeout: number, hasOptions: boolean): Server {
  const watch = new Watch(url)
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: queueTimeout,
    Client: PromptClient,
    keepAlive: true,
    ...(hasOptions
      ? { options: SESSION_OPTIONS }
      : { verify: (client, done) => setVariables(client, watch, done) }),
  })
  // The pool removes a broken connection and opens another for the next query. Running queries receive the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { url, pool, watch }
}

function setVariables(client: PoolClient, watch: Watch, done: (error?: Error) => void): void {
  send(client, watch, new Statement(undefined, SESSION_VARIABLES, []), (error) => done(error ?? undefined))
}

function primaryOf(servers: Servers): Promise<Server> {
  const { primary } = servers
  return primary === undefined ? servers.findPrimary() : Promise.resolve(primary)
}

function overPrimary(servers: Servers): Send {
  return (query, read) => {
    const { primary } = servers
    if (primary !== undefined) return overServer(primary)(query, read)
    return servers.findPrimary().then((found) => overServer(found)(query, read))
  }
}

/**
 * Returns a function that sends statements over any free connection. Broken connections are not returned to the pool.
 */
function overServer({ pool, watch }: Server): Send {
  return (query, read) =>
    new Promise((resolve, reject) => {
      acquire(pool, watch, (error, client, release) => {
        if (client === undefined) return reject(unavailable(error))
        send(client, watch, query, (error, result) => {
          release(error instanceof Unavailable ? error : undefined)
          if (result === undefined) reject(error)
          else resolve(read(result))
        })
      })
    })
}

type OnConnection = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (broken?: Error) => void,
) => void

/**
 * Acquires a connection from the pool. If all of them are in use, waits for a free one as long as the server responds.
 */
function acquire(pool: Pool, watch: Watch, done: OnConnection): void {
  if (isFree(pool)) return pool.connect(done)
  const settle: OnConnection = (error, client, release) => {
    if (waited(false)) done(error, client, release)
    // The request was canceled while it was waiting, so the connection is not needed.
    else if (client !== undefined) release()
  }
  const waited = watch.start((reason) => settle(reason, undefined, () => undefined))
  pool.connect(settle)
}

/** Returns whether a connection is free or can be opened, not counting those that earlier requests are waiting for. */
function isFree({ idleCount, totalCount, waitingCount, options }: Pool): boolean {
  return idleCount + options.max - totalCount > waitingCount
}

function overClient(client: PoolClient, watch: Watch): Send {
  return (query, read) =>
    new Promise((resolve, reject) => {
      send(client, watch, query, (error, result) => {
        if (result === undefined) reject(error)
        else resolve(read(result))
      })
    })
}

/**
 * Sends a query and calls `done` once, with the result, the server's error or {@link Unavailable}. It uses a callback
 * because every request runs this code, and another promise would double its cost.
 */
function send(
  client: PoolClient,
  watch: Watch,
  query: Query,
  done: (error: Error | null, result?: QueryResult) => void,
): void {
  const finish = (error: Error | null, result?: QueryResult): void => {
    if (end(!(error instanceof Unavailable))) done(error, result)
  }
  const end = watch.start(finish)
  client.query(query, (error: Error | null, result?: QueryResult) => {
    const hasResponded = error === null || (isDatabaseError(error) && !isLost(error))
    finish(hasResponded ? error : unavailable(error), result)
  })
}

interface TransactionOptions {
  readonly statement?: string | undefined
  readonly onWrite?: () => void
}

async function transaction<T>(
  servers: Servers,
  statements: Statements,
  work: (executor: PostgresExecutor) => Promise<T>,
  { statement = 'BEGIN', onWrite }: TransactionOptions = {},
): Promise<T> {
  const { pool, watch } = await primaryOf(servers)
  const { client, release } = await connect(pool, watch)
  const sendOverClient = overClient(client, watch)
  let ended = false
  // Once the transaction has ended, another request might be using the connection.
  const sendInside: Send = (query, read) =>
    ended ? Promise.reject(new Error(TRANSACTION_ENDED)) : sendOverClient(query, read)
  const control = (text: string): Promise<void> => sendOverClient(statements.once(text, []), () => undefined)
  let broken: Error | undefined
  try {
    await control(statement)
    const result = await work(new PostgresExecutor(statements, sendInside, null, onWrite))
    ended = true
    // Deferred constraints are checked here.
    await control('COMMIT').catch((cause: unknown) => {
      throw isDatabaseError(cause) && CONSTRAINT.test(cause.code) ? new ConstraintViolation(cause) : cause
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

function connect(
  pool: Pool,
  watch: Watch,
): Promise<{ client: PoolClient; release: (broken?: Error) => void }> {
  return new Promise((resolve, reject) => {
    acquire(pool, watch, (error, client, release) => {
      if (client === undefined) reject(unavailable(error))
      else resolve({ client, release })
    })
  })
}
