import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Key } from '../model.js'
import { StartError } from '../server/start.js'
import type { SqlDatabase } from '../sql/connection.js'
import type { OpenServers, Server, Servers } from '../sql/postgres/database.js'
import { isDatabaseError } from '../sql/postgres/dialect.js'
import type { Executor, Result, Statement } from '../sql/table.js'
import { TooSlow, Unavailable } from '../store.js'
import { Cluster } from './cluster.js'
import { type ReplicaSettings, hostUrls } from './settings.js'

/** Returns the function that opens all hosts of `database.url`, and the replicas in `database.replica_url`. */
export function openCluster({ replicas: { url: replicaUrl, lag } }: ReplicaSettings): OpenServers {
  return (url, open) => {
    const hosts = hostUrls(url).map(open)
    return new ClusterServers(hosts, replicaUrl === undefined ? [] : hostUrls(replicaUrl).map(open), lag)
  }
}

/**
 * Makes GET requests read from the replicas in `database.replica_url`, if it is set. Call it after the hooks that
 * identify the user.
 * @param userOf returns the key of the user who sent the request, or undefined if the caller is anonymous
 */
export async function useReplicas(
  app: FastifyInstance,
  { servers }: SqlDatabase,
  userOf: (request: FastifyRequest) => Key | undefined,
): Promise<void> {
  if (servers instanceof ClusterServers) await servers.useReplicas(app, userOf)
}

class ClusterServers implements Servers {
  readonly all: readonly Server[]
  readonly #cluster: Cluster
  readonly #hasReplicas: boolean
  readonly #lag: number
  #executor: ReplicaExecutor | undefined

  constructor(hosts: readonly Server[], replicas: readonly Server[], lag: number) {
    this.all = [...hosts, ...replicas]
    this.#cluster = new Cluster({ hosts, replicas, lag })
    this.#hasReplicas = replicas.length > 0
    this.#lag = lag
  }

  findPrimary(): Promise<Server> {
    return this.#cluster.findPrimary()
  }

  executor(primary: Executor, executorOf: (server: Server) => Executor): Executor {
    if (!this.#hasReplicas) return primary
    this.#executor = new ReplicaExecutor(this.#cluster, primary, this.#lag, executorOf)
    return this.#executor
  }

  /** Notes the write of a transaction once it is committed, before the response is sent. */
  async transaction<T>(run: (noting: (executor: Executor) => Executor) => Promise<T>): Promise<T> {
    let writes = false
    const result = await run((executor) => ({
      read: (statement) => executor.read(statement),
      write: (statement) => {
        writes = true
        return executor.write(statement)
      },
    }))
    if (writes) await this.#executor?.noteWrite()
    return result
  }

  async useReplicas(
    app: FastifyInstance,
    userOf: (request: FastifyRequest) => Key | undefined,
  ): Promise<void> {
    await this.#executor?.start(app, userOf)
  }

  close(): Promise<void> {
    return this.#cluster.close()
  }
}

const TABLE = '"svc_recent_writes"'

/** Unlogged, because the table is needed only on the primary, and its rows only for a few seconds. */
const CREATE_TABLE = `CREATE UNLOGGED TABLE ${TABLE} ("caller" TEXT PRIMARY KEY, "until" TIMESTAMPTZ NOT NULL)`
const MARK = `INSERT INTO ${TABLE} VALUES ($1, clock_timestamp() + $2 * interval '1 second')
  ON CONFLICT ("caller") DO UPDATE SET "until" = greatest(${TABLE}."until", excluded."until")`
const RECENT = `SELECT "caller" FROM ${TABLE} WHERE "caller" = ANY($1) AND "until" > clock_timestamp()`
const CLEAN = `DELETE FROM ${TABLE} WHERE "until" < clock_timestamp()`

/**
 * How much longer than the lag a mark lasts, in seconds. During this time, the mark also covers the caller's later
 * writes, so frequent writes need few marks.
 */
const COVERED = 1

/** Interval between deletions of old rows, in milliseconds. */
const CLEANING_INTERVAL = 60_000

/** The callers who wrote within the last few seconds, stored in a table on the primary that all processes share. */
class RecentWriters {
  readonly #primary: Executor
  /** How long a caller reads from the primary after a write, in seconds. */
  readonly #lag: number
  /** The marks that this process has set, keyed by caller. */
  readonly #marks = new Map<string, { readonly at: number; readonly done: Promise<unknown> }>()
  #requested = new Set<string>()
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<ReadonlySet<string>> | undefined

  constructor(primary: Executor, lag: number) {
    this.#primary = primary
    this.#lag = lag
  }

  /**
   * Creates the table if it does not exist.
   * @throws StartError if the database user is not allowed to create it; Unavailable
   */
  async createTable(): Promise<void> {
    const text = 'SELECT to_regclass($1) IS NOT NULL'
    const { rows } = await this.#primary.read({ text, values: [TABLE] })
    if (rows[0]?.[0] === 't') return
    try {
      await this.#primary.write({ text: CREATE_TABLE, values: [] })
    } catch (error) {
      if (!isDatabaseError(error)) throw error
      // Another process might have created it in the meantime.
      if (error.code === '23505' || error.code === '42P07') return
      throw new StartError(
        `database.replica_url requires a table that the user of database.url cannot create (${error.message}); create the table as the owner of the other tables, and grant the user all privileges on it; the statement is ${CREATE_TABLE}`,
      )
    }
  }

  /** Records a write that has just been committed. */
  async mark(caller: string): Promise<void> {
    const now = performance.now()
    const last = this.#marks.get(caller)
    if (last !== undefined && now - last.at < COVERED * 1000) return void (await last.done)
    const values = [caller, String(this.#lag + COVERED)]
    const done = this.#primary.write({ text: MARK, values })
    this.#marks.set(caller, { at: now, done })
    try {
      await done
    } catch (error) {
      this.#marks.delete(caller)
      throw error
    }
  }

  /**
   * Returns whether any of the callers wrote recently. Requests that arrive while a query is running share the next
   * query.
   */
  async include(callers: readonly string[]): Promise<boolean> {
    for (const caller of callers) this.#requested.add(caller)
    this.#next ??= this.#running.then(() => this.#query())
    const recent = await this.#next
    return callers.some((caller) => recent.has(caller))
  }

  async clean(): Promise<void> {
    const then = performance.now() - COVERED * 1000
    for (const [caller, { at }] of this.#marks) if (at < then) this.#marks.delete(caller)
    await this.#primary.write({ text: CLEAN, values: [] })
  }

  #query(): Promise<ReadonlySet<string>> {
    const requested = [...this.#requested]
    this.#requested = new Set()
    this.#next = undefined
    const found = this.#primary.read({ text: RECENT, values: [requested] })
    this.#running = found.catch(() => undefined)
    return found.then(({ rows }) => new Set(rows.map(([caller]) => String(caller))))
  }
}

/** The request that runs the current statements. */
interface Cause {
  /** The caller's user and address, or just the address. */
  readonly callers: readonly [string, ...string[]]
  readonly isRead: boolean
  hasWritten: boolean
  /** The replica that the request reads from; undefined for the primary. */
  replica: Promise<Server | undefined> | undefined
}

/**
 * Sends reads in GET and HEAD requests to replicas, and all other statements to the primary. A caller who has written
 * in the last `lag` seconds, through any process, reads from the primary.
 */
class ReplicaExecutor implements Executor {
  readonly #cluster: Cluster
  readonly #primary: Executor
  readonly #executorOf: (server: Server) => Executor
  readonly #writers: RecentWriters
  readonly #requests = new AsyncLocalStorage<Cause>()

  constructor(cluster: Cluster, primary: Executor, lag: number, executorOf: (server: Server) => Executor) {
    this.#cluster = cluster
    this.#primary = primary
    this.#executorOf = executorOf
    this.#writers = new RecentWriters(primary, lag)
  }

  /**
   * Starts sending reads to replicas.
   * @param userOf returns the key of the user who sent the request, or undefined if the caller is anonymous
   */
  async start(app: FastifyInstance, userOf: (request: FastifyRequest) => Key | undefined): Promise<void> {
    await this.#writers.createTable()
    this.#cluster.watchReplicas()
    const cleaning = setInterval(() => void this.#writers.clean().catch(() => undefined), CLEANING_INTERVAL)
    cleaning.unref()
    app.addHook('onClose', () => clearInterval(cleaning))
    // This hook is not onRequest, because a context set that early would be lost when the body is received.
    app.addHook('preValidation', (request, _reply, done) => {
      const user = userOf(request)
      const address = `address:${request.ip}`
      const cause: Cause = {
        callers: user === undefined ? [address] : [`user:${user}`, address],
        isRead: request.method === 'GET' || request.method === 'HEAD',
        hasWritten: false,
        replica: undefined,
      }
      this.#requests.run(cause, done)
    })
  }

  /**
   * Makes the caller of the current request read from the primary. Call it after a write is committed, before the
   * response is sent.
   */
  async noteWrite(): Promise<void> {
    const cause = this.#requests.getStore()
    if (cause === undefined) return
    cause.hasWritten = true
    await this.#writers.mark(cause.callers[0])
  }

  read(statement: Statement): Promise<Result> {
    return this.#read((executor) => executor.read(statement))
  }

  async write(statement: Statement): Promise<Result> {
    const result = await this.#primary.write(statement)
    await this.noteWrite()
    return result
  }

  async #read(read: (executor: Executor) => Promise<Result>): Promise<Result> {
    const cause = this.#requests.getStore()
    if (cause === undefined || !cause.isRead || cause.hasWritten) return read(this.#primary)
    cause.replica ??= this.#replicaFor(cause)
    const replica = await cause.replica
    if (replica === undefined) return read(this.#primary)
    try {
      return await read(this.#executorOf(replica))
    } catch (error) {
      if (error instanceof TooSlow) throw error
      // An error does not always mean that the replica is down: replicas also cancel queries that delay WAL replay.
      if (error instanceof Unavailable) this.#cluster.leaveOut(replica)
      cause.replica = Promise.resolve(undefined)
      return read(this.#primary)
    }
  }

  async #replicaFor({ callers }: Cause): Promise<Server | undefined> {
    if (this.#cluster.replica() === undefined || (await this.#writers.include(callers))) return undefined
    return this.#cluster.replica()
  }
}
