import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClusters, TestCluster } from './cluster.js'
import { type ServiceProcess, startProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'

const MAX = 20
const LOGIN_MAX = 3

describe.runIf(hasClusters)('processes sharing limits in Redis', () => {
  let folder = ''
  let cluster: TestCluster
  let services: ServiceProcess[] = []

  beforeAll(async () => {
    cluster = await TestCluster.start('redis')
    folder = await buildFixture('members', 'svc_sqla')
    const env = {
      SVC_REDIS_URL: cluster.url('redis'),
      SVC_AUTH_TKT_SECRET: 'a secret for tests only',
      SVC_TRUST_PROXY: 'true',
      SVC_RATE_LIMIT_MAX: String(MAX),
      SVC_RATE_LIMIT_LOGIN_MAX: String(LOGIN_MAX),
    }
    services = [await startProcess(folder, env), await startProcess(folder, env)]
  }, 60_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await cluster.remove()
    removeProject(folder)
  })

  /** Sends requests from an address to each process in turn, and counts the statuses. */
  async function statuses(
    address: string,
    count: number,
    path: string,
    init: RequestInit = {},
  ): Promise<Record<number, number>> {
    const counted: Record<number, number> = {}
    for (let index = 0; index < count; index += 1) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const { status } = await fetch(`${services[index % services.length]?.address}/v1${path}`, {
        ...init,
        headers,
      })
      counted[status] = (counted[status] ?? 0) + 1
    }
    return counted
  }

  const requests = (address: string): Promise<Record<number, number>> => statuses(address, 3 * MAX, '/users')
  const failedLogins = (address: string, login: string): Promise<Record<number, number>> =>
    statuses(address, 3 * LOGIN_MAX, '/auth/login', {
      method: 'POST',
      body: JSON.stringify({ login, password: 'wrong' }),
    })

  const SHARED = [
    { 200: MAX, 429: 2 * MAX },
    { 401: LOGIN_MAX, 429: 2 * LOGIN_MAX },
  ]
  const EACH = [
    { 200: 2 * MAX, 429: MAX },
    { 401: 2 * LOGIN_MAX, 429: LOGIN_MAX },
  ]

  it('count requests and failed logins across all processes', async () => {
    expect([await requests('192.0.2.1'), await failedLogins('192.0.2.2', 'amy')]).toEqual(SHARED)
  })

  it('keep their counts under the name of the service, without names of users', async () => {
    await requests('192.0.2.7')
    await failedLogins('192.0.2.8', 'carl')
    const redis = new Redis(cluster.url('redis'))
    const keys = await redis.keys('*')
    redis.disconnect()
    expect(keys.length).toBeGreaterThan(2)
    expect(keys.filter((key) => !key.startsWith('svc:members:limits:'))).toEqual([])
    expect(keys.filter((key) => key.includes('carl'))).toEqual([])
  })

  it('count separately while Redis is down, and jointly when it is back', async () => {
    await cluster.kill('redis')
    expect([await requests('192.0.2.3'), await failedLogins('192.0.2.4', 'bob')]).toEqual(EACH)
    for (const { address } of services) expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await cluster.start('redis')
    await expect
      .poll(
        async () => [await requests(freshAddress()), await failedLogins(freshAddress(), freshAddress())],
        {
          timeout: 20_000,
        },
      )
      .toEqual(SHARED)
  }, 30_000)

  it('count separately while Redis hangs, and jointly when it responds again', async () => {
    await cluster.pause('redis')
    expect([await requests('192.0.2.5'), await failedLogins('192.0.2.6', 'eve')]).toEqual(EACH)
    await cluster.resume('redis')
    await expect
      .poll(
        async () => [await requests(freshAddress()), await failedLogins(freshAddress(), freshAddress())],
        {
          timeout: 20_000,
        },
      )
      .toEqual(SHARED)
  }, 30_000)

  let last = 0
  function freshAddress(): string {
    last += 1
    return `198.51.100.${last}`
  }
})
