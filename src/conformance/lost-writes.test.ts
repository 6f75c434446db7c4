import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SQLITE, testEngines } from './engines.js'
import { buildFixture, removeProject, startService, type TestResponse, type TestService } from './service.js'
import { userCode } from './user-code.js'

/** Routes that change a task only if it is as it must be. Its model has a handler of on_change. */
const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post<{ Params: { id: string } }>('/sell/:id', async ({ params }) => {
    const where = { id: params.id, count: { gt: 0 } }
    return app.models.task.updateMany({ where: where as never, data: { count: { increment: -1 } } })
  })
  app.post<{ Params: { id: string } }>('/sell-locked/:id', async ({ params }) => {
    const where = { id: params.id } as never
    return app.transaction(async ({ task }) => {
      const found = await task.findUnique({ where, lock: true })
      const count = found?.count ?? 0
      if (count <= 0) return { count: 0 }
      await task.findUnique({ where, lock: true })
      await task.update({ where, data: { count: count - 1 } })
      return { count: 1 }
    })
  })
  await app.ready()
  return app
}
`

const PARALLEL = 60

async function onTwoProcesses(
  fixture: string,
  code: Readonly<Record<string, string>>,
  tests: (send: TestService['send']) => void,
): Promise<void> {
  const engines = testEngines().filter(({ name }) => name !== SQLITE.name)
  if (engines.length === 0) it.skip(`${fixture}: no server is available for these tests`)
  describe.each(engines)(`two processes of ${fixture} on $name`, (engine) => {
    let service: TestService | undefined
    let folder = ''
    beforeAll(async () => {
      folder = await buildFixture(fixture, engine.engine, code)
      service = await startService(folder, { ...engine, processes: 2 }, {})
    }, 60_000)
    afterAll(async () => {
      await service?.close()
      removeProject(folder)
    })
    tests((...args) => {
      if (service === undefined) throw new Error('the service has not started')
      return service.send(...args)
    })
  })
}

const parallel = (send: (n: number) => Promise<TestResponse>): Promise<TestResponse[]> =>
  Promise.all(Array.from({ length: PARALLEL }, (_, n) => send(n)))
const statuses = (responses: readonly TestResponse[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort()

await onTwoProcesses('library', {}, (send) => {
  it('lose no acknowledged changes to lists and dicts', async () => {
    await send('POST', '/v1/authors', { name: 'ada' })
    expect(statuses(await parallel((n) => send('POST', '/v1/authors/ada/tags', [`t${n}`])))).not.toContain(
      500,
    )
    const changes = await parallel((n) => send('POST', '/v1/authors/ada/links', { [`k${n}`]: n }))
    const patches = await parallel((n) => send('PATCH', '/v1/authors/ada', { links: { [`p${n}`]: n } }))
    expect(statuses([...changes, ...patches])).toEqual([200])
    const { body } = await send('GET', '/v1/authors/ada')
    expect(Object.keys(body['links'] ?? {})).toHaveLength(2 * PARALLEL)
  }, 60_000)

  it('delete an item only in the version that was judged', async () => {
    for (let round = 0; round < 20; round += 1) {
      const created = await send('POST', '/v1/samples', { an_integer: 0 })
      const at = `/v1/samples/${String(created.body['_pk'])}`
      const current = { 'if-match': String(created.headers['etag']) }
      const [deleted, ...changed] = await Promise.all([
        send('DELETE', at, undefined, current),
        send('PATCH', at, { an_integer: 1 }, current),
        send('PUT', at, { an_integer: 2 }, current),
      ])
      const wins = [deleted, ...changed].filter(({ status }) => status === 200)
      expect([round, wins.length]).toEqual([round, 1])
      expect((await send('GET', at)).status).toBe(deleted.status === 200 ? 404 : 200)
    }
  }, 60_000)

  it('change or delete each item of a bulk request in the version that was selected', async () => {
    const items = Array.from({ length: PARALLEL }, () => ({ an_integer: 5000 }))
    await send('POST', '/v1/samples', items)
    const [taken, dropped] = await Promise.all([
      send('PATCH', '/v1/samples?an_integer=5000', { an_integer: 5001, a_dict: { by: 'patch' } }),
      send('DELETE', '/v1/samples?an_integer=5000'),
    ])
    const left = await send('GET', '/v1/samples?an_integer__gte=5000&_count')
    expect([taken.status, dropped.status, left.body['total']]).toEqual([200, 200, taken.body['count']])
    expect(Number(taken.body['count']) + Number(dropped.body['count'])).toBe(PARALLEL)
  }, 60_000)
})

await onTwoProcesses('changes', { ...userCode('changes'), 'src/app.ts': APP }, (send) => {
  it.each(['sell', 'sell-locked'])(
    'sell no more than there is: %s',
    async (route) => {
      const created = await send('POST', '/v1/tasks', { title: 'tickets', count: 50 })
      const id = String(created.body['_pk'])
      const sold = [
        ...(await parallel(() => send('POST', `/${route}/${id}`))),
        ...(await parallel(() => send('POST', `/${route}/${id}`))),
      ]
      expect(statuses(sold)).toEqual([200])
      expect(sold.reduce((sum, { body }) => sum + Number(body['count']), 0)).toBe(50)
      expect((await send('GET', `/v1/tasks/${id}`)).body['count']).toBe(0)
    },
    60_000,
  )
})
