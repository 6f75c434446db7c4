import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClusters, TestCluster } from './cluster.js'
import { type ServiceProcess, startProcess } from './process.js'
import { type Body, buildFixture, removeProject } from './service.js'

/** The service must use the new primary within this time, in milliseconds. */
const FAILOVER = 10_000

describe.runIf(hasClusters)('a service with several PostgreSQL hosts', () => {
  let folder = ''
  let cluster: TestCluster
  let service: ServiceProcess
  let env: Record<string, string>

  beforeAll(async () => {
    cluster = await TestCluster.start('primary', 'standby')
    folder = await buildFixture('library', 'svc_sqla')
    env = { SVC_DATABASE_URL: cluster.urlOf('standby', 'primary'), SVC_MIGRATE: 'auto' }
    service = await startProcess(folder, env)
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await cluster.remove()
    removeProject(folder)
  }, 30_000)

  const create = (name: string, { address } = service): Promise<Response> =>
    fetch(`${address}/v1/authors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const total = async ({ address } = service): Promise<unknown> => {
    const body: Body = JSON.parse(await (await fetch(`${address}/v1/authors?_count`)).text())
    return body['total']
  }

  /** Creates an author, retrying while the service is unavailable. */
  async function createPatiently(name: string): Promise<void> {
    for (const end = Date.now() + FAILOVER; ; await sleep(100)) {
      const { status, headers } = await create(name)
      if (status === 201) return
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(Date.now()).toBeLessThan(end)
    }
  }

  it('uses the host that accepts writes', async () => {
    for (let count = 0; count < 20; count += 1) expect((await create(`author ${count}`)).status).toBe(201)
    expect(await total()).toBe(20)
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200)
  })

  it('returns 503 while no host accepts writes, and then uses the new primary', async () => {
    await cluster.kill('primary')
    const { status, headers } = await create('nobody')
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${service.address}/readyz`)).status).toBe(503)
    await cluster.promote()
    await createPatiently('after the failover')
    expect(await total()).toBe(21)
  }, 30_000)

  it('keeps using the new primary when the former one comes back, as do new processes', async () => {
    await cluster.start('primary')
    const another = await startProcess(folder, env)
    expect((await create('on the new primary', another)).status).toBe(201)
    expect([await total(), await total(another)]).toEqual([22, 22])
    await another.stop()
  }, 30_000)

  it('does not start if no host accepts writes', async () => {
    await cluster.kill('primary')
    await cluster.kill('standby')
    const { status } = await create('nobody')
    expect(status).toBe(503)
    await expect(startProcess(folder, env)).rejects.toThrow('the service did not start')
  })
})
