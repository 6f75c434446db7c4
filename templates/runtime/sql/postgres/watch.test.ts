import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Unavailable } from '../../store.js'
import { PostgresDatabase } from './database.js'

const { TEST_POSTGRES_URL: url } = process.env
if (url === undefined)
  console.log('Skipping the tests of an unresponsive PostgreSQL server: TEST_POSTGRES_URL is not set')

/** A proxy between the service and the server. It can stop forwarding data without closing connections. */
class StallingProxy {
  readonly #server: Server
  readonly #sockets: Socket[] = []
  #isStalled = false

  constructor(port: number, host: string) {
    this.#server = createServer((near) => {
      const far = connect(port, host)
      this.#sockets.push(near, far)
      for (const socket of [near, far]) socket.on('error', () => undefined)
      near.pipe(far)
      far.pipe(near)
      if (this.#isStalled) near.pause()
    })
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** Stops forwarding data on existing connections or, with `all`, also on new ones. */
  stall(connections: 'existing' | 'all'): void {
    this.#isStalled = connections === 'all'
    for (const socket of this.#sockets) socket.pause()
  }

  resume(): void {
    this.#isStalled = false
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

describe.runIf(url !== undefined)('a query that gets no response', () => {
  let proxy: StallingProxy
  let database: PostgresDatabase

  async function open(queueTimeout?: number): Promise<void> {
    const server = new URL(url ?? '')
    proxy = new StallingProxy(Number(server.port), server.hostname)
    const port = String(await proxy.open())
    const address = Object.assign(new URL(server), { hostname: '127.0.0.1', port })
    database = new PostgresDatabase({ url: address.href, pool: 1 }, {}, {}, queueTimeout)
    await database.ping()
  }

  beforeEach(() => open())
  afterEach(async () => {
    proxy.close()
    await database.close()
  })

  it('fails if the server accepts no new connections, and succeeds once the server is back', async () => {
    proxy.stall('all')
    const waiting = database.ping()
    const results = await Promise.allSettled([waiting, database.ping(), database.transaction(async () => 1)])
    expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: expect.any(Unavailable) })))
    proxy.resume()
    await database.ping()
  }, 15_000)

  it('continues if the server accepts new connections', async () => {
    proxy.stall('existing')
    setTimeout(() => proxy.resume(), 5000)
    await database.ping()
  }, 15_000)

  it('makes other queries wait for its connection while the server is running', async () => {
    proxy.stall('existing')
    setTimeout(() => proxy.resume(), 5000)
    const [, waiting, transaction] = await Promise.all([
      database.ping(),
      database.ping(),
      database.transaction(async () => 'done'),
    ])
    expect([waiting, transaction]).toEqual([undefined, 'done'])
  }, 15_000)

  it('does not break the pool when waiting requests are canceled', async () => {
    await database.close()
    proxy.close()
    await open(6000)
    proxy.stall('all')
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => database.ping()))
    expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: expect.any(Unavailable) })))
    await pause(2500)
    proxy.resume()
    await database.ping()
  }, 20_000)
})
