import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testEngines } from './engines.js'
import { type ServiceProcess, startProcess } from './process.js'
import { removeProject } from './service.js'
import { buildVersions, environmentOf, migrate } from './versions.js'

const CLIENTS = 8
/** The interval in milliseconds at which the load balancer checks `/readyz`. */
const PROBE = 200
/** The shutdown delay in seconds, which is longer than the load balancer takes to notice a 503. */
const DELAY = '1'

/** A minimal load balancer that sends each request to one of the ready services, over keep-alive connections. */
class Balancer {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })
  readonly #services = new Set<ServiceProcess>()
  #ready: readonly ServiceProcess[] = []
  #turn = 0
  readonly #timer = setInterval(() => void this.#probe(), PROBE)

  /** Adds a service and waits until it is ready. */
  async add(service: ServiceProcess): Promise<void> {
    this.#services.add(service)
    while (!this.#ready.includes(service)) await sleep(20)
  }

  send(method: string, path: string, body?: object): Promise<number> {
    this.#turn += 1
    const service = this.#ready[this.#turn % this.#ready.length]
    if (service === undefined) throw new Error('no service is ready')
    return this.#status(service, method, path, body)
  }

  end(): void {
    clearInterval(this.#timer)
    this.#agent.destroy()
  }

  async #probe(): Promise<void> {
    const services = [...this.#services]
    const statuses = await Promise.all(
      services.map((service) => this.#status(service, 'GET', '/readyz').catch(() => 0)),
    )
    this.#ready = services.filter((_, index) => statuses[index] === 200)
  }

  #status(service: ServiceProcess, method: string, path: string, body?: object): Promise<number> {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const sent = request(service.address + path, { method, headers, agent: this.#agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

const postgres = testEngines().find(({ name }) => name === 'PostgreSQL')

describe.runIf(postgres !== undefined)('a rolling deployment with a migration on PostgreSQL', () => {
  let database: TestDatabase
  let old = ''
  let next = ''

  beforeAll(async () => {
    if (postgres === undefined) return
    ;[old = '', next = ''] = await buildVersions(postgres.engine, [
      [
        '"properties": {',
        `"properties": {
          "state": { "type": "string", "_db_settings": { "type": "string", "default": "draft" } },`,
      ],
    ])
    database = await postgres.create()
  }, 60_000)
  afterAll(async () => {
    await database.drop()
    for (const folder of [old, next]) removeProject(folder)
  })

  it('does not cause any request to fail', async () => {
    const env = { ...environmentOf(database.settings), SVC_MIGRATE: 'manual', SVC_SHUTDOWN_DELAY: DELAY }
    expect((await migrate(old, env)).exit).toBe(0)
    const balancer = new Balancer()
    const first = await Promise.all([startProcess(old, env), startProcess(old, env)])
    for (const service of first) await balancer.add(service)

    const failures: string[] = []
    let sent = 0
    const load = new AbortController()
    const client = async (number: number): Promise<void> => {
      for (let count = 0; !load.signal.aborted; count++) {
        const [method, path, body, expected] =
          count % 3 === 0
            ? (['POST', '/v1/stories', { title: `${number}-${count}` }, 201] as const)
            : (['GET', '/v1/stories?_limit=5&_sort=-id', undefined, 200] as const)
        const outcome = await balancer.send(method, path, body).catch((error: unknown) => String(error))
        sent += 1
        if (outcome !== expected) failures.push(`${method}: ${outcome}`)
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))

    expect((await migrate(next, env)).printed).toMatch(/^applied 0002_/)
    const second: ServiceProcess[] = []
    for (const former of first) {
      const service = await startProcess(next, env)
      await balancer.add(service)
      second.push(service)
      expect(await former.stop()).toBe(0)
    }
    await sleep(500)
    load.abort()
    await Promise.all(clients)
    expect(failures).toEqual([])
    expect(sent).toBeGreaterThan(100)
    balancer.end()
    await Promise.all(second.map((service) => service.stop()))
  }, 60_000)
})
