import { execa } from 'execa'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestCluster } from './cluster.js'
import { testSearch } from './engines.js'
import { ServerProxy } from './server-proxy.js'
import { type ServiceProcess, startProcess } from './process.js'

const CLIENTS = 8

/** The probability that a client misbehaves before sending a request. */
const MISBEHAVING = 0.05

/** Time limit for a request in milliseconds. */
const TIMEOUT = 15_000

/** The results of a soak test. */
export interface SoakReport {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Responses that a client must never get, and requests without a response. */
  readonly failures: readonly string[]
  /** Acknowledged writes that are missing at the end. */
  readonly lost: readonly string[]
  readonly misbehaved: number
  /** For each process, the longest time without a successful write, in seconds. */
  readonly outages: readonly number[]
  /** For each process, the memory in MiB one third of the way through the run, and at the end. */
  readonly memory: readonly (readonly [number, number])[]
}

/** The servers used by the processes. */
export interface SoakServers {
  readonly cluster: TestCluster
  /** URL of OpenSearch, or undefined if there is none. */
  readonly search: string | undefined
}

/** A connection to OpenSearch that can be interrupted. */
interface SearchLine {
  readonly proxy: ServerProxy
  readonly env: Readonly<Record<string, string>>
  drop(): Promise<void>
}

/** Interruptions, each with the share of the total time after which it occurs. */
const EVENTS: readonly (readonly [
  number,
  string,
  (cluster: TestCluster, search: SearchLine | undefined) => Promise<void>,
])[] = [
  [
    0.1,
    'PgBouncer is restarted',
    async (cluster) => {
      await cluster.kill('pgbouncer')
      await cluster.start('pgbouncer')
    },
  ],
  [0.2, 'Redis is killed', (cluster) => cluster.kill('redis')],
  [0.25, 'OpenSearch is unreachable', async (_cluster, search) => search?.proxy.cut()],
  [0.35, 'Redis is back', (cluster) => cluster.start('redis')],
  [0.4, 'Redis hangs', (cluster) => cluster.pause('redis')],
  [0.45, 'OpenSearch is back', async (_cluster, search) => search?.proxy.open()],
  [0.5, 'Redis continues', (cluster) => cluster.resume('redis')],
  [
    0.6,
    'the primary is killed, and the standby is promoted',
    async (cluster) => {
      await cluster.kill('primary')
      await sleep(1000)
      await cluster.promote()
    },
  ],
  [0.8, 'the former primary is back', (cluster) => cluster.start('primary')],
]

/**
 * Sends requests to two processes while servers fail. One process connects to the PostgreSQL servers directly and reads
 * from replicas; the other uses PgBouncer.
 * @param folder a built project for the `library` fixture
 * @param log receives a line for each interruption
 */
export async function soak(
  { cluster, search: searchUrl }: SoakServers,
  folder: string,
  seconds: number,
  log: (line: string) => void,
): Promise<SoakReport> {
  await requireStandby(cluster.url('primary'))
  const search = searchUrl === undefined ? undefined : await openSearch(searchUrl)
  const shared = {
    ...search?.env,
    SVC_REDIS_URL: cluster.url('redis'),
    SVC_RATE_LIMIT_MAX: '1000000',
    SVC_MAX_TOTAL: '1000000',
    SVC_METRICS: 'true',
  }
  const services = [
    await startProcess(folder, {
      ...shared,
      SVC_DATABASE_URL: cluster.urlOf('primary', 'standby'),
      SVC_DATABASE_REPLICA_URL: cluster.urlOf('primary', 'standby'),
      SVC_DATABASE_REPLICA_LAG: '2',
      SVC_MIGRATE: 'auto',
    }),
    await startProcess(folder, {
      ...shared,
      SVC_DATABASE_URL: cluster.url('pgbouncer'),
      SVC_DATABASE_PREPARED_STATEMENTS: 'false',
    }),
  ]
  const load = new Load(services, search !== undefined)
  const started = performance.now()
  const until = (share: number): Promise<void> => sleep(started + share * seconds * 1000 - performance.now())
  const clients = Array.from({ length: CLIENTS }, (_, client) => load.run(client))
  const early = until(1 / 3).then(() => Promise.all(services.map(memoryOf)))
  for (const [share, name, interrupt] of EVENTS) {
    await until(share)
    log(`${Math.round((performance.now() - started) / 1000)} s: ${name}`)
    await interrupt(cluster, search)
  }
  await until(1)
  load.stop()
  await Promise.all(clients)
  const late = await Promise.all(services.map(memoryOf))
  const lost = await load.missing()
  await search?.drop()
  const report: SoakReport = {
    statuses: load.statuses,
    failures: load.failures,
    lost,
    misbehaved: load.misbehaved,
    outages: load.outages,
    memory: (await early).map((before, index) => [before, late[index] ?? 0]),
  }
  for (const service of services) {
    const code = await service.stop()
    if (code !== 0) load.failures.push(`a process ended with exit code ${code}`)
  }
  return report
}

async function openSearch(url: string): Promise<SearchLine> {
  const { hostname, port } = new URL(url)
  const proxy = new ServerProxy(hostname, Number(port))
  await proxy.open()
  const { settings, drop } = testSearch(url, 'all')
  return {
    proxy,
    env: {
      SVC_SEARCH_URL: `http://127.0.0.1:${proxy.port}`,
      SVC_SEARCH_PREFIX: settings['search.prefix'] ?? '',
      SVC_SEARCH_MODELS: 'all',
    },
    async drop() {
      await proxy.cut()
      await drop()
    },
  }
}

/** Makes commits wait for the standby, so that it has all acknowledged writes. */
async function requireStandby(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

/** Clients that send requests to each process in turn, and record the acknowledged writes. */
class Load {
  readonly #services: readonly ServiceProcess[]
  readonly #searches: boolean
  readonly #authors: string[] = []
  /** The last acknowledged number for each sample. */
  readonly #samples = new Map<string, number>()
  /** For each process, when a write last succeeded. */
  readonly #lastWrites: number[]
  readonly #outages: number[]
  readonly statuses: Record<number, number> = {}
  readonly failures: string[] = []
  misbehaved = 0
  readonly #stopping = new AbortController()

  /** @param searches whether the processes use OpenSearch */
  constructor(services: readonly ServiceProcess[], searches: boolean) {
    this.#services = services
    this.#searches = searches
    this.#lastWrites = services.map(() => performance.now())
    this.#outages = services.map(() => 0)
  }

  /** For each process, the longest time without a successful write, in seconds. */
  get outages(): number[] {
    return this.#outages.map((milliseconds) => milliseconds / 1000)
  }

  stop(): void {
    this.#stopping.abort()
  }

  async run(client: number): Promise<void> {
    const sample = await this.#createSample()
    for (let count = 0; !this.#stopping.signal.aborted; count += 1) {
      const process = count % this.#services.length
      if (Math.random() < MISBEHAVING) await this.#misbehave(process)
      switch (count % 6) {
        case 0: {
          const name = `author ${client}-${count}`
          if ((await this.#write(process, 'POST', '/authors', { name })) === 201) this.#authors.push(name)
          break
        }
        case 1:
          if ((await this.#write(process, 'PATCH', `/samples/${sample}`, { an_integer: count })) === 200)
            this.#samples.set(sample, count)
          break
        case 2:
          await this.#send(process, 'GET', '/authors?_limit=5&_sort=-name')
          break
        case 3:
          await this.#send(process, 'GET', `/samples/${sample}`)
          break
        case 4:
          await this.#send(process, 'GET', '/authors?name__contains=7&_limit=3')
          break
        case 5:
          await this.#send(process, 'GET', '/authors?q=author&_limit=3')
      }
    }
  }

  /** Returns the acknowledged writes that are missing from a process or from the search engine. */
  async missing(): Promise<string[]> {
    const missing: string[] = []
    for (const { address } of this.#services) {
      const stored = await authorsOf(address)
      missing.push(...this.#authors.filter((name) => !stored.has(name)))
      if (this.#searches && !(await areSearchable(address, stored.size)))
        missing.push(`${stored.size} authors are stored, but fewer are found`)
    }
    for (const [sample, acknowledged] of this.#samples) {
      const response = await fetch(`${this.#services[0]?.address}/v1/samples/${sample}`)
      const { an_integer: stored }: { an_integer: number } = JSON.parse(await response.text())
      if (stored < acknowledged) missing.push(`sample ${sample}: ${stored} instead of ${acknowledged}`)
    }
    return missing
  }

  async #createSample(): Promise<string> {
    const response = await fetch(`${this.#services[0]?.address}/v1/samples`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ an_integer: 0 }),
    })
    const { _pk: key }: { _pk: string } = JSON.parse(await response.text())
    return key
  }

  async #write(process: number, method: string, path: string, body: object): Promise<number> {
    const status = await this.#send(process, method, path, body)
    if (status < 300) {
      const now = performance.now()
      this.#outages[process] = Math.max(this.#outages[process] ?? 0, now - (this.#lastWrites[process] ?? now))
      this.#lastWrites[process] = now
    }
    return status
  }

  /** Returns the status, or 0 if there is no response. */
  async #send(process: number, method: string, path: string, body?: object): Promise<number> {
    const address = `${this.#services[process]?.address}/v1${path}`
    const content =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    try {
      const response = await fetch(address, { method, ...content, signal: AbortSignal.timeout(TIMEOUT) })
      const text = await response.text()
      const { status, headers } = response
      this.statuses[status] = (this.statuses[status] ?? 0) + 1
      const isExpected = status < 300 || (status === 503 && headers.has('retry-after'))
      if (!isExpected) this.failures.push(`process ${process}: ${method} ${path}: ${status} ${text}`)
      return status
    } catch (error) {
      this.failures.push(`process ${process}: ${method} ${path}: ${String(error)}`)
      return 0
    }
  }

  /** Sends part of a body, closes the connection before the response, or sends headers that are too large. */
  async #misbehave(process: number): Promise<void> {
    const { hostname, port } = new URL(this.#services[process]?.address ?? '')
    const [text = '', pause = 0] = MISDEEDS[this.misbehaved % MISDEEDS.length] ?? []
    this.misbehaved += 1
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(text)
    await sleep(pause)
    socket.destroy()
  }
}

/** Reads the names of all authors, page by page. */
async function authorsOf(address: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (let next: string | undefined = '/v1/authors?_limit=1000&_fields=name'; next !== undefined;) {
    const response: Response = await fetch(new URL(next, address))
    const { data }: { data: { name: string }[] } = JSON.parse(await response.text())
    for (const { name } of data) names.add(name)
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return names
}

/** Waits up to 20 seconds for a search to find all authors. Returns whether it does. */
async function areSearchable(address: string, count: number): Promise<boolean> {
  const deadline = performance.now() + 20_000
  while (performance.now() < deadline) {
    const response = await fetch(`${address}/v1/authors?q=author&_limit=0`)
    const { total }: { total?: number } = JSON.parse(await response.text())
    if (total === count) return true
    await sleep(200)
  }
  return false
}

const POST = 'POST /v1/authors HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

/** What misbehaving clients send, and how long they wait before closing the connection, in milliseconds. */
const MISDEEDS: readonly (readonly [string, number])[] = [
  [`${POST}content-length: 5000\r\n\r\n{"name": "never`, 500],
  ['GET /v1/authors?_limit=1000 HTTP/1.1\r\nhost: localhost\r\n\r\n', 0],
  [`GET /v1/authors HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`, 50],
]

/** Returns the resident memory of a process in MiB. */
async function memoryOf({ pid }: ServiceProcess): Promise<number> {
  const { stdout } = await execa('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}
