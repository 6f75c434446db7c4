import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Server } from '../sql/postgres/database.js'
import { Unavailable } from '../store.js'

/** Interval between checks of a server, in milliseconds. */
const INTERVAL = 250

/** Time limit for a check, in milliseconds. */
const CHECK_TIMEOUT = 2000

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
class Probe {
  readonly server: Server
  readonly #onCheck: (probe: Probe) => void
  readonly #stop = new AbortController()
  #client: Client | undefined
  #loop: Promise<void> | undefined
  /** Undefined while the server does not respond. */
  state: State | undefined

  constructor(server: Server, onCheck: (probe: Probe) => void) {
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
export interface ClusterServers {
  /** The hosts, one of which accepts writes. */
  readonly hosts: readonly Server[]
  readonly replicas: readonly Server[]
  /** Maximum lag of a replica, in seconds. */
  readonly lag: number
}

/**
 * Tracks which server accepts writes, and which replicas are up to date. A single host is assumed to be the primary,
 * and is checked only to compare replicas with it.
 */
export class Cluster {
  readonly #hosts: readonly Probe[]
  readonly #replicas: readonly Probe[]
  /** Maximum lag of a replica, in milliseconds. */
  readonly #lag: number
  readonly #unchecked: Set<Probe>
  readonly #waiting: (() => void)[] = []
  #primary: Probe | undefined
  #timeline = 0
  /** When the current primary was first seen. */
  #since = Infinity
  /** The primary's positions during the last `lag` seconds, oldest first. */
  #positions: State[] = []
  /**
   * For each replica, the time at which the primary was at the position that the replica has reached. Replicas that are
   * not in use have no entry.
   */
  readonly #reached = new Map<Probe, number>()
  #rotation = 0

  constructor({ hosts, replicas, lag }: ClusterServers) {
    this.#hosts = hosts.map((server) => new Probe(server, (probe) => this.#onHost(probe)))
    this.#replicas = replicas.map((server) => new Probe(server, (probe) => this.#onReplica(probe)))
    this.#lag = lag * 1000
    this.#unchecked = new Set(this.#hosts)
    if (hosts.length === 1) this.#primary = this.#hosts[0]
  }

  /**
   * Returns the primary. If the primary is unknown, first waits until a check finds it or all hosts have been checked.
   * @throws Unavailable if no host accepts writes
   */
  async findPrimary(): Promise<Server> {
    if (this.#primary === undefined) {
      for (const probe of this.#hosts) probe.start()
      if (this.#unchecked.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
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
  replica(): Server | undefined {
    const then = performance.now() - this.#lag
    if (this.#since > then) return undefined
    const usable = this.#replicas.filter((probe) => (this.#reached.get(probe) ?? -Infinity) >= then)
    this.#rotation += 1
    return usable[this.#rotation % usable.length]?.server
  }

  /** Stops using a failed replica until the next check. */
  leaveOut(server: Server): void {
    for (const probe of this.#replicas) if (probe.server === server) this.#reached.delete(probe)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts, ...this.#replicas].map((probe) => probe.close()))
  }

  #onHost(probe: Probe): void {
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
  #isNewPrimary(probe: Probe, { timeline }: State): boolean {
    if (this.#primary === undefined || timeline > this.#timeline) return true
    return probe !== this.#primary && timeline === this.#timeline && this.#primary.state?.isWritable !== true
  }

  #onReplica(probe: Probe): void {
    const { state } = probe
    const position = state === undefined || state.isWritable ? -1 : state.position
    const reached = this.#positions.findLast((each) => each.position <= position)
    if (reached === undefined) this.#reached.delete(probe)
    else this.#reached.set(probe, reached.at)
  }
}
