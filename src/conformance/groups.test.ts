import { MongoClient } from 'mongodb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse, Body } from './service.js'
import { onEveryEngine } from './suite.js'

/** Returns whether the test server supports partial indexes, which MongoDB-compatible servers might lack. */
async function hasPartialIndexes(): Promise<boolean> {
  const client = await MongoClient.connect(process.env['TEST_MONGODB_URL'] ?? '')
  const collection = client.db(`svcgen_${process.pid}`).collection('partial')
  await collection.createIndex({ a: 1 }, { partialFilterExpression: { a: { $exists: true } } })
  const indexes = await collection.indexes()
  await collection.drop()
  await client.close()
  return indexes.some((index) => 'partialFilterExpression' in index)
}

onEveryEngine('groups', (service) => {
  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    service().send(method, path, body)
  const conflict = async (method: string, path: string, body: unknown) => {
    const response = await send(method, path, body)
    const errors = Object.values(response.body['errors'] ?? {})
    return [response.status, ...errors.map((error) => error['path'])]
  }
  const membership = async (body: object): Promise<Body> => {
    const response = await send('POST', '/memberships', body)
    expect([response.status, response.body]).toEqual([201, expect.anything()])
    return response.body
  }

  beforeAll(async () => {
    await send('POST', '/projects', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    await send('POST', '/people', [{ login: 'amy' }, { login: 'ben' }, { login: 'cy' }])
  })

  describe('fields that are unique together', () => {
    it('conflict only if all of them are equal, with a 409 that names them', async () => {
      const created = await membership({ project: 'a', member: 'amy' })
      await membership({ project: 'b', member: 'amy' })
      await membership({ project: 'a', member: 'ben' })
      expect(await conflict('POST', '/memberships', { project: 'a', member: 'amy' })).toEqual([
        409,
        '/member',
        '/project',
      ])
      expect(await conflict('POST', '/projects/a/memberships', { member: 'amy' })).toEqual([
        409,
        '/member',
        '/project',
      ])
      const path = `/memberships/${String(created['_pk'])}`
      expect(await conflict('PATCH', path, { project: 'b' })).toEqual([409, '/member', '/project'])
      expect(await conflict('PATCH', path, { rank: 1 })).toEqual([200])
      expect(await conflict('PATCH', '/memberships?project=a', { member: 'cy' })).toEqual([
        409,
        '/member',
        '/project',
      ])
    })

    it('compare values, not text', async () => {
      await send('POST', '/bookings', { room: 'x', hours: '1.50', day: '2024-01-01' })
      const same = { room: 'x', hours: 1.5, day: '2024-01-01' }
      expect(await conflict('POST', '/bookings', same)).toEqual([409, '/day', '/hours', '/room'])
      expect(await conflict('POST', '/bookings', { ...same, day: '2024-01-02' })).toEqual([201])
    })

    it('do not conflict if one of them is null', async ({ skip }) => {
      const isMongo = expect.getState().currentTestName?.includes('MongoDB') === true
      skip(isMongo && !(await hasPartialIndexes()), 'the MongoDB server has no partial indexes')
      for (const body of [{ project: 'c' }, { member: 'cy' }, {}])
        for (let times = 0; times < 2; times += 1) await membership(body)
    })

    it('are also checked among the new items in a request', async () => {
      const list = [
        { project: 'b', member: 'cy' },
        { project: 'c', member: 'cy' },
        { project: 'b', member: 'amy' },
      ]
      expect(await conflict('POST', '/memberships', list)).toEqual([409, '/2/member', '/2/project'])
      const twice = [
        { project: 'b', member: 'ben' },
        { project: 'c', member: 'ben' },
        { project: 'b', member: 'ben' },
      ]
      expect(await conflict('POST', '/memberships', twice)).toEqual([409, '/2/member', '/2/project'])
      expect((await send('GET', '/memberships?project=b&_count')).body['total']).toBe(1)
    })
  })

  describe('a relationship with "_list": false', () => {
    it('is not part of documents, but can be read, written and used in filters', async () => {
      const created = await membership({ project: 'b', member: 'ben', rank: 7 })
      const { body: project } = await send('GET', '/projects/b')
      expect(Object.keys(project)).toEqual(['_type', '_pk', '_self', 'goal', 'name'])
      expect(Object.keys(Object(created['project']))).toEqual(Object.keys(project))
      expect((await send('GET', '/projects/b/memberships?rank=7')).body).toMatchObject({ total: 1 })
      expect((await send('GET', '/projects?memberships.rank=7')).body).toMatchObject({ total: 1 })
      const moved = await send('PATCH', '/projects/c', { memberships: [created['id']] })
      expect(moved.status).toBe(200)
      expect((await send('GET', '/projects/c/memberships')).body).toMatchObject({ total: 1 })
    })

    it('is kept by a PUT that omits it', async () => {
      const created = await membership({ project: 'c', member: 'amy' })
      expect((await send('PUT', '/projects/c', { name: 'c', goal: 'new' })).status).toBe(200)
      const stored = await send('GET', `/memberships/${String(created['_pk'])}`)
      expect(stored.body['project']).toMatchObject({ _pk: 'c', goal: 'new' })
    })
  })
})
