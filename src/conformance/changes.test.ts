import { expect, it } from 'vitest'
import { PASSWORD, ticketOf } from './callers.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, openModels, type SettingValues } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post('/own', async () => {
    const { task } = app.models
    const [one, two] = await task.createMany({ data: [{ title: 'own one' }, { title: 'own two' }] })
    if (one === undefined || two === undefined) throw new Error('no tasks')
    await task.updateMany({ where: { title: { startsWith: 'own' } }, data: { count: 1 } })
    await task.updateMany({ where: { title: { startsWith: 'own' } }, data: { count: 1 } })
    await task.upsert({ where: { id: one.id }, create: { title: 'x' }, update: { title: 'own first' } })
    await task.delete({ where: { id: two.id } })
    await task.deleteMany({ where: { title: 'own first' } })
    return {}
  })
  app.post('/caught', async () => {
    try {
      await app.transaction(async (models) => {
        await models.entry.create({ data: { what: 'undone' } })
        await models.task.create({ data: { title: 'reject' } }).catch(() => undefined)
      })
      return { error: null }
    } catch (error) {
      return { error: String(error) }
    }
  })
  app.post('/script', async () => {
    const { models, transaction, close } = await openModels(settings)
    await transaction(async (inside) => inside.note.create({ data: { text: 'from a script' } }))
    await models.note.deleteMany({ where: { text: 'from a script' } })
    await close()
    return {}
  })
  await app.ready()
  return app
}
`

onEveryEngine(
  'changes',
  (service, { name: engine }) => {
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      service().send(method, `/v1${path}`, body, headers)
    /** Returns the recorded changes, and forgets them. */
    const recorded = async (): Promise<string[]> => {
      const { body } = await send('GET', '/entries?_sort=id&_limit=100')
      expect((await send('DELETE', '/entries')).status).toBe(200)
      return Object.values(body['data'] ?? {}).map((entry) => String(entry['what']))
    }

    it('calls handlers for requests, in the order of the schema, and shows their changes', async () => {
      const created = await send('POST', '/tasks', { title: 'up to 2' })
      expect(created.body).toMatchObject({ title: 'up to 2', count: 2 })
      const path = `/tasks/${created.body['id']}`
      expect((await send('GET', path)).headers['etag']).toBe(created.headers['etag'])
      expect(await recorded()).toEqual([
        'create Task: nothing → up to 2',
        'update Task: up to 2 → up to 2',
        'update Task: up to 2 → up to 2',
      ])
      await send('PATCH', path, { title: 'changed' })
      await send('PATCH', path, { title: 'changed' })
      await send('PUT', path, { title: 'replaced' })
      await send('DELETE', path)
      expect(await recorded()).toEqual([
        'update Task: up to 2 → changed',
        'update Task: changed → replaced',
        'delete Task: replaced → nothing',
      ])
    })

    it('calls handlers for each row of bulk requests', async () => {
      await send('POST', '/tasks', [{ title: 'a' }, { title: 'b' }, { title: 'c' }])
      await send('PATCH', '/tasks?title__in=a,b', { title: 'd' })
      await send('DELETE', '/tasks?title=d')
      await send('DELETE', '/tasks')
      expect(await recorded()).toEqual([
        ...['a', 'b', 'c'].map((title) => `create Task: nothing → ${title}`),
        'update Task: a → d',
        'update Task: b → d',
        'delete Task: d → nothing',
        'delete Task: d → nothing',
        'delete Task: c → nothing',
      ])
    })

    it('calls handlers for links from the other side, and for what deletions change', async () => {
      const { body: task } = await send('POST', '/tasks', { title: 'task' })
      const { body: note } = await send('POST', '/notes', { text: 'note' })
      await recorded()
      await send('POST', '/teams', { name: 'red', tasks: [task['id']], notes: [note['id']] })
      expect((await recorded()).sort()).toEqual([
        'update Note: note → note of red',
        'update Task: task → task of red',
      ])
      await send('PATCH', '/teams/red', { tasks: [] })
      await send('PATCH', '/teams/red', { tasks: [task['id']] })
      expect(await recorded()).toEqual(['update Task: task of red → task', 'update Task: task → task of red'])
      expect((await send('DELETE', '/teams/red')).status).toBe(200)
      expect((await recorded()).sort()).toEqual([
        'delete Task: task of red → nothing',
        'update Note: note of red → note',
      ])
      expect((await send('GET', `/tasks/${task['id']}`)).status).toBe(404)
      expect((await send('GET', `/notes/${note['id']}`)).body).toMatchObject({ team: null })
      await send('POST', '/teams', { name: 'blue', notes: [note['id']] })
      await recorded()
      await send('DELETE', '/teams')
      expect(await recorded()).toEqual(['update Note: note of blue → note'])
    })

    it('calls handlers for repositories in handlers, routes and scripts', async () => {
      await send('POST', '/tasks', { title: 'greet' })
      expect(await recorded()).toEqual(['create Task: nothing → greet', 'create Note: nothing → hello'])
      await service().send('POST', '/own')
      expect(await recorded()).toEqual([
        'create Task: nothing → own one',
        'create Task: nothing → own two',
        'update Task: own one → own one',
        'update Task: own two → own two',
        'update Task: own one → own first',
        'delete Task: own two → nothing',
        'delete Task: own first → nothing',
      ])
      if (engine === 'SQLite') return // The script would open another database in memory.
      await service().send('POST', '/script')
      expect(await recorded()).toEqual([
        'create Note: nothing → from a script',
        'delete Note: from a script → nothing',
      ])
    })

    it('undoes the change if a handler throws', async () => {
      await send('DELETE', '/tasks')
      await recorded()
      const { status, body } = await send('POST', '/tasks', [{ title: 'fine' }, { title: 'reject' }])
      expect({ status, detail: body['detail'] }).toEqual({ status: 403, detail: 'rejected by on_change' })
      expect((await send('GET', '/tasks')).body).toMatchObject({ total: 0 })
      expect((await service().send('POST', '/caught')).body).toEqual({
        error: expect.stringContaining('rejected by on_change'),
      })
      expect(await recorded()).toEqual([])
    })

    it('limits the depth', async () => {
      expect((await send('POST', '/tasks', { title: 'up to 7' })).body).toMatchObject({ count: 7 })
      expect((await send('POST', '/tasks', { title: 'up to 9' })).status).toBe(500)
      expect((await send('GET', '/tasks?title=up to 9')).body).toMatchObject({ total: 0 })
    })

    it('knows the user of the request', async () => {
      const account = { username: 'ada', email: 'ada@example.com', password: PASSWORD }
      const ada = ticketOf(await send('POST', '/auth/register', account))
      await recorded()
      await send('POST', '/notes', { text: 'by ada' }, ada)
      await send('POST', '/notes', { text: 'by nobody' })
      const { body } = await send('GET', '/entries?_sort=id')
      expect(Object.values(body['data'] ?? {}).map((entry) => entry['username'])).toEqual(['ada', null])
    })
  },
  { code: { ...userCode('changes'), 'src/app.ts': APP } },
)
