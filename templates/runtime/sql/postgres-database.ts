import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
} from 'pg'
import type { Models, Row } from '../model.js'
import { type Session, Unavailable } from '../store.js'
import type { SqlDatabase } from './database.js'
import type { Executor } from './dialect.js'
import type { MigrationConnection } from './migrations.js'
import {
  dependsOnValues,
  insertStatements,
  isDatabaseError,
  postgres,
  translatePostgres,
  unavailable,
} from './postgres.js'
import { SqlSession } from './store.js'
import { type Bound, type Stored, type StoredRow, type Table, tablesOf } from './table.js'

/** What every connection asks for, so that values are written in one form whatever the server's settings are. */
export const SESSION_OPTIONS = '-c datestyle=ISO -c timezone=UTC -c bytea_output=hex -c extra_float_digits=1'

/** Names stay on every connection for as long as it lives, so there are only so many; statements beyond go without. */
const MAX_NAMES = 500

const asItCame = (text: unknown): unknown => text

/** Values come as the text that the server sends; the codecs read it. */
const AS_TEXT: CustomTypesConfig = { getTypeParser: () => asItCame }

/** A statement as the driver takes it, and what it answers. */
export type Query = QueryArrayConfig<Bound[]>
export type QueryResult = QueryArrayResult<Stored[]>

/** For each query the driver copies what is its own, at length: what is the same for all is the class's. */
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

/** Gives statements names, so that the server prepares each once for a connection. */
export class Statements {
  readonly #names = new Map<string, string>()

  query(text: string, values: readonly Bound[]): Query {
    return new Statement(this.#name(text), text, values)
  }

  /** Without a name: for a text that is not likely to come again. */
  once(text: string, values: readonly Bound[]): Query {
    return new Statement(undefined, text, values)
  }

  #name(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMES || dependsOnValues(text)) return known
    const name = `svc_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** Sends a statement: over any connection of the pool, or over that of a transaction. Answers what `read` finds in the result. */
export type Send = <T>(query: Query, read: (result: QueryResult) => T) => Promise<T>

/** Runs several statements in one transaction. */
export type Together = <T>(work: (executor: Executor) => Promise<T>) => Promise<T>

export class PostgresExecutor implements Executor {
  readonly #statements: Statements
  readonly #send: Send
  readonly #together: Together | null

  /** `together` is null inside a transaction. */
  constructor(statements: Statements, send: Send, together: Together | null) {
    this.#statements = statements
    this.#send = send
    this.#together = together
  }

  first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#send(this.#statements.query(text, values), ({ rows }) => rows[0])
  }

  all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#send(this.#statements.query(text, values), rowsOf)
  }

  write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.all(text, values)
  }

  change(text: string, values: readonly Bound[]): Promise<number> {
    return this.#send(this.#statements.query(text, values), ({ rowCount }) => rowCount ?? 0)
  }

  async insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    const [only, ...more] = rows
    if (only !== undefined && more.length === 0) {
      const { text, values } = table.insertion(only)
      return this.all(text, values)
    }
    const statements = insertStatements(table, rows)
    if (statements.length > 1 && this.#together !== null) {
      return this.#together(async (executor) => executor.insert(table, rows))
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

/** Answers 503 come within 5 s: so long may a query take, and then the server to greet a new connection, in milliseconds. */
const PATIENCE = 2500
const GREETING = 2000

/** How often it is looked whether a query has taken so long. */
const PAUSE = 250

/** What a server answers that shuts down or starts; any other refusal is that of one that lives, as that of too many connections. */
const GOING_OR_COMING = /^57P/

/** A query that is not answered yet, or a wait for a connection. */
interface Waiting {
  readonly since: number
  readonly giveUp: (reason: Unavailable) => void
}

/** Tells a query that takes its time from a server that is gone without a word: only the first one answers others, or still takes new connections. */
export class Watch {
  readonly #url: string
  /** In the order in which they were sent. */
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #asking = false
  /** Whether any query was answered since it was looked last. */
  #heard = false

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Watches a query, or a wait for a connection, from now on.
   * @param giveUp called where the server is gone
   * @returns to be called with the end, and whether the server answered; tells whether it is the first
   */
  over(giveUp: (reason: Unavailable) => void): (isAnswer: boolean) => boolean {
    const waiting: Waiting = { since: Date.now(), giveUp }
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#look(), PAUSE).unref()
    return (isAnswer) => {
      this.#heard ||= isAnswer
      return this.#waiting.delete(waiting)
    }
  }

  #look(): void {
    const [oldest] = this.#waiting
    if (oldest === undefined) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (isLate(oldest) && !this.#heard && !this.#asking) void this.#ask()
    this.#heard = false
  }

  /** Those who wait at the same time ask together. */
  async #ask(): Promise<void> {
    this.#asking = true
    const alive = await greeted(this.#url)
    this.#asking = false
    if (alive || this.#heard) return
    for (const { giveUp } of [...this.#waiting].filter(isLate))
      giveUp(new Unavailable('the database does not answer'))
  }
}

function isLate({ since }: Waiting): boolean {
  return Date.now() - since >= PATIENCE
}

async function greeted(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: GREETING })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return isDatabaseError(error) && !GOING_OR_COMING.test(error.code)
  }
}

const MIGRATION_CONNECTION_TIMEOUT = 4000

/** Any number that no one else in the database locks by. */
const LOCK = 7_308_332_045

/** The lock is an advisory one that ends with the transaction. */
export class PostgresMigrations implements MigrationConnection {
  readonly dialect = 'postgres'
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** @throws Unavailable where the server does not answer */
  static async open(url: string): Promise<PostgresMigrations> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: MIGRATION_CONNECTION_TIMEOUT,
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

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
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

  async run(script: string): Promise<void> {
    await this.#client.query(script)
  }

  async all(text: string, values: readonly Stored[]): Promise<readonly StoredRow[]> {
    const { rows } = await this.#client.query<Stored[]>({ text, values: [...values], rowMode: 'array' })
    return rows
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** Answers 503 come within 5 s: so long may a new connection take, in milliseconds. */
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
