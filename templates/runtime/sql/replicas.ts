import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Key, Row } from '../model.js'
import { StartError } from '../server/start.js'
import { Unavailable } from '../store.js'
import type { Executor } from './database.js'
import { isDatabaseError } from './postgres.js'
import type { Bound, StoredRow, Table } from './table.js'

/** Interval between checks of a server, in milliseconds. */
const INTERVAL = 250

/** Time limit for a check, in milliseconds. */
const CHECK_TIMEOUT = 2000

/** A server that can be checked. */
interface Checked {
  readonly url: string
}

/** The state of a server at a point in time. */
interface State {
  /** When the check began, as returned by `performance.now()`. */
  readonly at: number
  readonly isWritable: boolean
  /** A number that increases with each failover; 0 on a standby. */
  readonly timeline: number
  /** The last position in the write-ahead log; on a standby, the last position whose changes queries can see. */
  readonly position: number
}

const STATE = `SELECT pg_is_in_recovery(),
  CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_walfile_name(pg_current_wal_lsn()) END,
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0'::pg_lsn`

/** Checks a server at regular intervals, over a separate connection. */
class Probe<S extends Checked> {
  readonly server: S
  readonly #onCheck: (probe: Probe<S>) => void
  readonly #stop = new AbortController()
  #client: Client | undefined
  #loop: Promise<void> | undefined
  /** Undefined while the server does not respond. */
  state: State | undefined

  constructor(server: S, onCheck: (probe: Probe<S>) => void) {
    this.server = server
    this.#onCheck = onCheck
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      this.state = await this.#check().catch(() => undefined)
      if (this.state === undefined) this.#disconnect()
      this.#onCheck(this)
      await sleep(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#disconnect()
  }

  async #check(): Promise<State> {
    const at = performance.now()
    this.#client ??= await connect(this.server.url)
    const { rows } = await this.#client.query<unknown[]>({ text: STATE, rowMode: 'array' })
    const [isStandby, file, position] = rows[0] ?? []
    const isWritable = isStandby === false
    // The name of a log file begins with the timeline, in hexadecimal.
    const timeline = isWritable ? Number.parseInt(String(file).slice(0, 8), 16) : 0
    return { at, isWritable, timeline, position: Number(position) }
  }

  #disconnect(): void {
    this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }
}

async function connect(url: string): Promise<Client> {
  const timeouts = { connectionTimeoutMillis: CHECK_TIMEOUT, query_timeout: CHECK_TIMEOUT }
  const client = new Client({ connectionString: url, ...timeouts })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The servers in a cluster, grouped by their role in the settings. */
export interface ClusterServers<S> {
  /** The hosts, one of which accepts writes. */
  readonly hosts: readonly S[]
  readonly replicas: readonly S[]
  /** Maximum lag of a replica, in seconds. */
  readonly lag: number
}

/**
 * Tracks which server accepts writes, and which replicas are up to date. A single host is assumed to be the primary,
 * and is checked only to compare replicas with it.
 */
export class Cluster<S extends Checked> {
  readonly #hosts: readonly Probe<S>[]
  readonly #replicas: readonly Probe<S>[]
  /** Maximum lag of a replica, in milliseconds. */
  readonly #lag: number
  readonly #unchecked: Set<Probe<S>>
  readonly #waiting: (() => void)[] = []
  #primary: Probe<S> | undefined
  #timeline = 0
  /** When the current primary was first seen. */
  #since = Infinity
  /** The primary's positions during the last `lag` seconds, oldest first. */
  #positions: State[] = []
  /**
   * For each replica, the time at which the primary was at the position that the replica has reached. Replicas that are
   * not in use have no entry.
   */
  readonly #reached = new Map<Probe<S>, number>()
  #rotation = 0

  constructor({ hosts, replicas, lag }: ClusterServers<S>) {
    this.#hosts = hosts.map((server) => new Probe(server, (probe) => this.#onHost(probe)))
    this.#replicas = replicas.map((server) => new Probe(server, (probe) => this.#onReplica(probe)))
    this.#lag = lag * 1000
    this.#unchecked = new Set(this.#hosts)
    if (hosts.length === 1) this.#primary = this.#hosts[0]
  }

  /** The server that accepts writes; undefined while it is not known. */
  get primary(): S | undefined {
    return this.#primary?.server
  }

  /**
   * Returns the primary. If the primary is unknown, first waits until a check finds it or all hosts have been checked.
   * @throws Unavailable if no host accepts writes
   */
  async findPrimary(): Promise<S> {
    for (const probe of this.#hosts) probe.start()
    if (this.#primary === undefined && this.#unchecked.size > 0)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#primary !== undefined) return this.#primary.server
    const hosts = this.#hosts.map(({ server }) => new URL(server.url).host)
    throw new Unavailable(`no server accepts writes: ${hosts.join(', ')}`)
  }

  /** Starts comparing the replicas with the primary. */
  watchReplicas(): void {
    for (const probe of [...this.#hosts, ...this.#replicas]) probe.start()
  }

  /**
   * Returns a replica that has all changes older than {@link ClusterServers.lag}, or undefined if there is none. For
   * the same length of time after a failover, no replica is used, because the new primary does not know which callers
   * wrote to the former one.
   */
  replica(): S | undefined {
    const then = performance.now() - this.#lag
    if (this.#since > then) return undefined
    const usable = this.#replicas.filter((probe) => (this.#reached.get(probe) ?? -Infinity) >= then)
    this.#rotation += 1
    return usable[this.#rotation % usable.length]?.server
  }

  /** Stops using a failed replica until the next check. */
  leaveOut(server: S): void {
    for (const probe of this.#replicas) if (probe.server === server) this.#reached.delete(probe)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts, ...this.#replicas].map((probe) => probe.close()))
  }

  #onHost(probe: Probe<S>): void {
    this.#unchecked.delete(probe)
    const { state } = probe
    if (state?.isWritable === true) {
      if (this.#isNewPrimary(probe, state)) {
        this.#primary = probe
        this.#timeline = state.timeline
        this.#since = performance.now()
        this.#positions = []
        this.#reached.clear()
      }
      if (probe === this.#primary)
        this.#positions = [...this.#positions.filter(({ at }) => at >= state.at - this.#lag), state]
    }
    if (this.#primary !== undefined || this.#unchecked.size === 0)
      for (const resume of this.#waiting.splice(0)) resume()
  }

  /**
   * Returns whether a server replaces the primary. A former primary that comes back is on an older timeline. A failed
   * check alone changes nothing: it might be due to load.
   */
  #isNewPrimary(probe: Probe<S>, { timeline }: State): boolean {
    if (this.#primary === undefined || timeline > this.#timeline) return true
    return probe !== this.#primary && timeline === this.#timeline && this.#primary.state?.isWritable !== true
  }

  #onReplica(probe: Probe<S>): void {
    const { state } = probe
    const position = state === undefined || state.isWritable ? -1 : state.position
    const reached = this.#positions.findLast((each) => each.position <= position)
    if (reached === undefined) this.#reached.delete(probe)
    else this.#reached.set(probe, reached.at)
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
    const [found] = await this.#primary.all(`SELECT to_regclass($1) IS NOT NULL`, [TABLE])
    if (found?.[0] === 't') return
    try {
      await this.#primary.change(CREATE_TABLE, [])
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
    const done = this.#primary.change(MARK, [caller, String(this.#lag + COVERED)])
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
    await this.#primary.change(CLEAN, [])
  }

  #query(): Promise<ReadonlySet<string>> {
    const requested = [...this.#requested]
    this.#requested = new Set()
    this.#next = undefined
    const found = this.#primary.all(RECENT, [requested])
    this.#running = found.catch(() => undefined)
    return found.then((rows) => new Set(rows.map(([caller]) => String(caller))))
  }
}

/** The request that runs the current statements. */
interface Cause<S> {
  /** The caller's user and address, or just the address. */
  readonly callers: readonly [string, ...string[]]
  readonly isRead: boolean
  hasWritten: boolean
  /** The replica that the request reads from; undefined for the primary. */
  replica: Promise<S | undefined> | undefined
}

/**
 * Sends reads in GET and HEAD requests to replicas, and all other statements to the primary. A caller who has written
 * in the last `lag` seconds, through any process, reads from the primary.
 */
export class ReplicaExecutor<S extends Checked> implements Executor {
  readonly #cluster: Cluster<S>
  readonly #primary: Executor
  readonly #executorOf: (server: S) => Executor
  readonly #writers: RecentWriters
  readonly #requests = new AsyncLocalStorage<Cause<S>>()

  constructor(cluster: Cluster<S>, primary: Executor, lag: number, executorOf: (server: S) => Executor) {
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
      const cause: Cause<S> = {
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

  first(text: string, values: readonly Bound[]): Promise<StoredRow | undefined> {
    return this.#read((executor) => executor.first(text, values))
  }

  all(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#read((executor) => executor.all(text, values))
  }

  write(text: string, values: readonly Bound[]): Promise<readonly StoredRow[]> {
    return this.#noted(this.#primary.write(text, values))
  }

  change(text: string, values: readonly Bound[]): Promise<number> {
    return this.#noted(this.#primary.change(text, values))
  }

  insert(table: Table, rows: readonly Row[]): Promise<readonly StoredRow[]> {
    return this.#noted(this.#primary.insert(table, rows))
  }

  async #noted<T>(writing: Promise<T>): Promise<T> {
    const result = await writing
    await this.noteWrite()
    return result
  }

  async #read<T>(read: (executor: Executor) => Promise<T>): Promise<T> {
    const cause = this.#requests.getStore()
    if (cause === undefined || !cause.isRead || cause.hasWritten) return read(this.#primary)
    cause.replica ??= this.#replicaFor(cause)
    const replica = await cause.replica
    if (replica === undefined) return read(this.#primary)
    try {
      return await read(this.#executorOf(replica))
    } catch (error) {
      // An error does not always mean that the replica is down: replicas also cancel queries that delay WAL replay.
      if (error instanceof Unavailable) this.#cluster.leaveOut(replica)
      cause.replica = Promise.resolve(undefined)
      return read(this.#primary)
    }
  }

  async #replicaFor({ callers }: Cause<S>): Promise<S | undefined> {
    if (this.#cluster.replica() === undefined || (await this.#writers.include(callers))) return undefined
    return this.#cluster.replica()
  }
}
