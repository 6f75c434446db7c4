import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClusters, TestCluster } from './cluster.js'
import { type ServiceProcess, startProcess } from './process.js'
import { type Body, buildFixture, removeProject } from './service.js'

/** The `database.replica_lag` setting, in seconds. */
const LAG = 2

describe.runIf(hasClusters)('processes with a replica', () => {
  let folder = ''
  let cluster: TestCluster
  let services: ServiceProcess[] = []

  beforeAll(async () => {
    cluster = await TestCluster.start('primary', 'standby')
    folder = await buildFixture('members', 'svc_sqla')
    const env = {
      SVC_DATABASE_URL: cluster.url('primary'),
      SVC_DATABASE_REPLICA_URL: cluster.url('standby'),
      SVC_DATABASE_REPLICA_LAG: String(LAG),
      SVC_MIGRATE: 'auto',
      SVC_TRUST_PROXY: 'true',
      SVC_AUTH_TKT_SECRET: 'a secret for tests only',
    }
    services = [await startProcess(folder, env), await startProcess(folder, env)]
  }, 60_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await cluster.remove()
    removeProject(folder)
  }, 30_000)

  interface Sent {
    readonly status: number
    readonly body: Body
    readonly cookie: string
  }

  /** Sends a request to a process from the given address, with the ticket if given. */
  async function send(
    process: number,
    address: string,
    method: string,
    path: string,
    { body, cookie = '' }: { body?: object; cookie?: string } = {},
  ): Promise<Sent> {
    const response = await fetch(`${services[process]?.address}/v1${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      body: JSON.parse(await response.text()),
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    }
  }

  const register = (process: number, address: string, name: string): Promise<Sent> =>
    send(process, address, 'POST', '/auth/register', {
      body: { username: name, email: `${name}@example.com`, password: 'a password for tests' },
    })

  const total = async (process: number, address: string): Promise<unknown> =>
    (await send(process, address, 'GET', '/users?_count')).body['total']

  /** Returns the start time of the last statement on the standby, ignoring health checks. */
  async function lastOnStandby(): Promise<string> {
    const client = new Client({ connectionString: cluster.url('standby') })
    await client.connect()
    const { rows } = await client.query<{ last: string }>(
      `SELECT coalesce(max(query_start), 'epoch')::text AS last FROM pg_stat_activity WHERE backend_type = 'client backend' AND query NOT LIKE '%pg_is_in_recovery%' AND pid <> pg_backend_pid()`,
    )
    await client.end()
    return rows[0]?.last ?? ''
  }

  /** Returns whether a process reads from the replica for a request from this address. */
  async function readsReplica(process: number, address: string): Promise<boolean> {
    const before = await lastOnStandby()
    const { status } = await send(process, address, 'GET', '/users')
    expect(status).toBe(200)
    return (await lastOnStandby()) > before
  }

  /** Waits until a process reads, or no longer reads, from the replica for an address that has not written anything. */
  async function untilReplicaIs(used: boolean, process = 0): Promise<void> {
    for (let count = 0; (await readsReplica(process, '192.0.2.250')) !== used; count += 1) {
      expect(count).toBeLessThan(100)
      await sleep(100)
    }
  }

  it('read from the replica', async () => {
    await untilReplicaIs(true, 0)
    await untilReplicaIs(true, 1)
  }, 30_000)

  it('read from the primary after a write from the same address, no matter which process handled it', async () => {
    await cluster.lag(true)
    try {
      const { status } = await register(0, '192.0.2.1', 'ada')
      expect(status).toBe(201)
      for (const process of [0, 1]) {
        expect(await total(process, '192.0.2.1')).toBe(1)
        expect(await total(process, '192.0.2.2')).toBe(0)
      }
    } finally {
      await cluster.lag(false)
    }
    await sleep((LAG + 1) * 1000)
    await untilReplicaIs(true)
    expect(await readsReplica(0, '192.0.2.1')).toBe(true)
  }, 30_000)

  it('read from the primary after a write by the same user from any address', async () => {
    const { cookie } = await register(0, '192.0.2.3', 'bob')
    await sleep((LAG + 1) * 1000)
    await untilReplicaIs(true, 1)
    await cluster.lag(true)
    try {
      const body = { title: 'A story' }
      expect((await send(0, '192.0.2.4', 'POST', '/stories', { body, cookie })).status).toBe(201)
      const { body: read } = await send(1, '192.0.2.5', 'GET', '/stories?_count', { cookie })
      expect(read['total']).toBe(1)
      expect(await readsReplica(1, '192.0.2.5')).toBe(true)
    } finally {
      await cluster.lag(false)
    }
  }, 30_000)

  it('stop using the replica while it lags behind, and use it again when it has caught up', async () => {
    await untilReplicaIs(true)
    await cluster.lag(true)
    expect((await register(0, '192.0.2.6', 'eve')).status).toBe(201)
    expect(await total(0, '192.0.2.7')).toBe(2)
    await untilReplicaIs(false)
    expect(await total(0, '192.0.2.7')).toBe(3)
    await cluster.lag(false)
    await untilReplicaIs(true)
    expect(await total(0, '192.0.2.7')).toBe(3)
  }, 30_000)

  it('stop using the replica while it is down, without failing any request, and use it again when it is back', async () => {
    await untilReplicaIs(true)
    const statuses = new Set<number>()
    const load = new AbortController()
    const reading = (async () => {
      while (!load.signal.aborted) statuses.add((await send(0, '192.0.2.8', 'GET', '/users')).status)
    })()
    await cluster.kill('standby')
    await sleep(500)
    await cluster.start('standby')
    await untilReplicaIs(true)
    load.abort()
    await reading
    expect([...statuses]).toEqual([200])
  }, 30_000)
})
