import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import { emptyDatabase, type TestDatabase, testedEngines } from '../testing/stored-database.js'
import { startProcess, type ServiceProcess } from './process.js'
import { type Body, buildFixture, removeProject } from './service.js'

const PROCESSES = 5
const EACH = 10

let folder = ''
beforeAll(async () => {
  folder = await buildFixture('library', 'svc_sqla')
})
afterAll(() => removeProject(folder))

describe.each(testedEngines())('processes that share a new database on %s', (engine) => {
  let home: TestDatabase
  let services: ServiceProcess[] = []

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    const env = { SVC_DATABASE_URL: home.url, SVC_MIGRATE: 'auto' }
    services = await Promise.all(Array.from({ length: PROCESSES }, () => startProcess(folder, env)))
  }, 60_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await home.dispose()
  })

  const send = async (service: ServiceProcess | undefined, method: string, path: string, body?: object) => {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${service?.address}/v1${path}`, { method, ...init })
    const answered: Body = JSON.parse(await answer.text())
    return { status: answer.status, body: answered }
  }

  it('start at the same time, and one of them migrates it', async () => {
    const ready = services.map(async ({ address }) => (await fetch(`${address}/readyz`)).status)
    expect(await Promise.all(ready)).toEqual(services.map(() => 200))
    const database = await openDatabase({ url: home.url }, {})
    const migrations = await database.openMigrations()
    const applied = await migrations.all('SELECT "name" FROM "_svc_migrations"', [])
    expect(applied).toEqual([['0001_initial']])
    await migrations.close()
    await database.close()
  })

  it('store all that is sent to them at the same time, each value that is unique once', async () => {
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

  it('lose no change to a dict that several make at the same time', async () => {
    const { body: made } = await send(services[0], 'POST', '/samples', { a_dict: {} })
    const at = `/samples/${String(made['_pk'])}`
    const patches = services.map((service, n) => send(service, 'PATCH', at, { a_dict: { [`key_${n}`]: n } }))
    const statuses = (await Promise.all(patches)).map(({ status }) => status)
    expect(statuses).toEqual(services.map(() => 200))
    const { body } = await send(services[1], 'GET', at)
    expect(Object.keys(Object(body['a_dict']))).toHaveLength(PROCESSES)
  })
})
