import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import { emptyDatabase, type TestDatabase, testedEngines } from '../testing/stored-database.js'
import { startProcess, type ServiceProcess } from './process.js'
import { type Body, buildFixture, removeProject } from './service.js'

const PROCESSES = 5
const EACH = 10

let folder = ''
/**
 * An app with two routes that add 1 to a number while other processes change it: one route uses an increment, the other
 * locks the row.
 */
const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post<{ Params: { id: string } }>('/increment/:id', async ({ params }) => {
    const data = { an_integer: { increment: 1 } }
    return (await app.models.sample.update({ where: { id: Number(params.id) }, data })) ?? null
  })
  app.post<{ Params: { id: string } }>('/locked/:id', async ({ params }) => {
    const where = { id: Number(params.id) }
    return app.transaction(async (models) => {
      const sample = await models.sample.findUnique({ where, lock: true })
      return (await models.sample.update({ where, data: { an_integer: (sample?.an_integer ?? 0) + 1 } })) ?? null
    })
  })
  await app.ready()
  return app
}
`

beforeAll(async () => {
  folder = await buildFixture('library', 'svc_sqla', { 'src/app.ts': APP })
})
afterAll(() => removeProject(folder))

describe.each(testedEngines())('processes sharing a new database on %s', (engine) => {
  let shared: TestDatabase
  let services: ServiceProcess[] = []

  beforeAll(async () => {
    shared = await emptyDatabase(engine)
    const env = { SVC_DATABASE_URL: shared.url, SVC_MIGRATE: 'auto' }
    services = await Promise.all(Array.from({ length: PROCESSES }, () => startProcess(folder, env)))
  }, 60_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await shared.dispose()
  })

  const send = async (service: ServiceProcess | undefined, method: string, path: string, body?: object) => {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${service?.address}/v1${path}`, { method, ...init })
    const parsed: Body = JSON.parse(await response.text())
    return { status: response.status, body: parsed }
  }

  it('start at the same time, and one of them migrates the database', async () => {
    const ready = services.map(async ({ address }) => (await fetch(`${address}/readyz`)).status)
    expect(await Promise.all(ready)).toEqual(services.map(() => 200))
    const database = await openDatabase({ url: shared.url }, {})
    const applied = await database.query('SELECT "name" FROM "_svc_migrations"', [])
    expect(applied).toEqual([['0001_initial']])
    await database.close()
  })

  it('store the items from all concurrent requests, but each unique value only once', async () => {
    const posts = services.flatMap((service, index) =>
      Array.from({ length: EACH }, (_, n) => [
        send(service, 'POST', '/authors', { name: `author ${index}-${n}` }),
        send(service, 'POST', '/authors', { name: `shared ${n}` }),
      ]).flat(),
    )
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    const times = (status: number): number => statuses.filter((each) => each === status).length
    expect([times(201), times(409)]).toEqual([(PROCESSES + 1) * EACH, (PROCESSES - 1) * EACH])
    for (const service of services)
      expect((await send(service, 'GET', '/authors?_count')).body).toEqual({ total: (PROCESSES + 1) * EACH })
  }, 30_000)

  it('lose no concurrent changes to a dict', async () => {
    const { body: created } = await send(services[0], 'POST', '/samples', { a_dict: {} })
    const at = `/samples/${String(created['_pk'])}`
    const patches = services.map((service, n) => send(service, 'PATCH', at, { a_dict: { [`key_${n}`]: n } }))
    const statuses = (await Promise.all(patches)).map(({ status }) => status)
    expect(statuses).toEqual(services.map(() => 200))
    const { body } = await send(services[1], 'GET', at)
    expect(Object.keys(Object(body['a_dict']))).toHaveLength(PROCESSES)
  })

  it('lose no changes to a number when user code increments it or locks its row, in any order', async () => {
    const { body: created } = await send(services[0], 'POST', '/samples', { an_integer: 0 })
    const id = String(created['_pk'])
    const changes = Array.from({ length: 100 }, () => {
      const service = services[Math.floor(Math.random() * PROCESSES)]
      const route = Math.random() < 0.5 ? 'increment' : 'locked'
      return fetch(`${service?.address}/${route}/${id}`, { method: 'POST' })
    })
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect((await send(services[1], 'GET', `/samples/${id}`)).body['an_integer']).toBe(100)
  }, 30_000)
})
