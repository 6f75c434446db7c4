import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { Client } from '../testing/client.js'
import { storyService } from '../testing/story-service.js'

const SYSTEM = { 'system.user': 'root', 'system.password': 'opensesame', 'system.email': 'root@example.com' }

async function names(client: Client): Promise<string[]> {
  return Object.keys((await client.get('/users/bob')).body).filter((name) => !name.startsWith('_'))
}

async function people(
  app: FastifyInstance,
): Promise<{ anyone: Client; bob: Client; eve: Client; root: Client }> {
  const [anyone, bob, eve, root] = [new Client(app), new Client(app), new Client(app), new Client(app)]
  await bob.register('bob')
  await eve.register('eve')
  await root.login('root')
  return { anyone, bob, eve, root }
}

describe('access', () => {
  test('rules that do not depend on the item are checked before the item is read', async () => {
    const { anyone, bob } = await people(await storyService({ settings: SYSTEM }))
    const rejected = await anyone.post('/stories', {})
    expect([rejected.status, rejected.headers['www-authenticate']]).toEqual([401, 'ApiKey'])
    expect((await anyone.send('DELETE', '/users/nobody')).status).toBe(401)
    expect((await bob.send('DELETE', '/users/nobody')).status).toBe(403)
  })

  test('a request for a missing item returns 404 if the decision depends on the item', async () => {
    const { anyone, bob } = await people(await storyService({ settings: SYSTEM }))
    expect((await anyone.patch('/stories/99', { name: 'x' })).status).toBe(404)
    expect((await bob.patch('/stories/99', { name: 'x' })).status).toBe(404)
  })

  test('the rules that a principal function returns control access to each item', async () => {
    const { anyone, bob, eve, root } = await people(await storyService({ settings: SYSTEM }))
    await root.post('/stories', { name: 'One', owner: 'bob' })
    expect((await anyone.patch('/stories/1', { name: 'x' })).status).toBe(401)
    expect((await eve.patch('/stories/1', { name: 'x' })).status).toBe(403)
    expect((await bob.patch('/stories/1', { name: 'x' })).status).toBe(200)
    expect((await root.patch('/stories/1', { name: 'y' })).status).toBe(200)
  })

  test('responses to authenticated callers are private', async () => {
    const { anyone, bob, root } = await people(await storyService({ settings: SYSTEM }))
    await root.post('/stories', { name: 'One' })
    for (const url of ['/stories/1', '/stories/99', '/users/self']) {
      expect((await bob.get(url)).headers['cache-control']).toBe('private, no-cache')
    }
    expect((await anyone.get('/stories/1')).headers['cache-control']).not.toContain('private')
  })

  test("the collection's rules also apply to its items", async () => {
    const { anyone, root } = await people(await storyService({ settings: SYSTEM }))
    await root.post('/stories', { name: 'One' })
    expect((await anyone.get('/stories/1')).status).toBe(200)
  })

  test('the permission on the item is checked before the body', async () => {
    const { eve, root } = await people(await storyService({ settings: SYSTEM }))
    await root.post('/stories', { name: 'One', owner: 'bob' })
    expect((await eve.patch('/stories/1', { nonsense: true })).status).toBe(403)
  })

  test('self in a path refers to the caller', async () => {
    const { anyone, bob } = await people(await storyService({ settings: SYSTEM }))
    expect((await bob.patch('/users/self', { first_name: 'Robert' })).body['first_name']).toBe('Robert')
    expect((await anyone.patch('/users/self', { first_name: 'x' })).status).toBe(401)
    expect((await anyone.get('/users/self')).status).toBe(401)
  })
})

describe('fields', () => {
  test('anonymous callers, users and admins see only the fields listed for them', async () => {
    const { anyone, bob, root } = await people(await storyService({ settings: SYSTEM }))
    expect(await names(anyone)).toEqual(['username'])
    expect(await names(bob)).toEqual(['username', 'groups', 'first_name', 'stories'])
    expect(await names(root)).toEqual(['username', 'email', 'groups', 'first_name', 'status', 'stories'])
  })

  test('nested documents follow the visibility of their model', async () => {
    const { anyone, root } = await people(await storyService({ settings: SYSTEM }))
    await root.post('/stories', { name: 'One', owner: 'bob' })
    expect((await anyone.get('/stories/1')).body['owner']).toEqual({
      _type: 'User',
      _pk: 'bob',
      _self: expect.anything(),
      username: 'bob',
    })
  })

  test('callers cannot write a field that they cannot see', async () => {
    const { bob, root } = await people(await storyService({ settings: SYSTEM }))
    const response = await bob.patch('/users/bob', { status: 'x', first_name: 'Bob' })
    expect(response.status).toBe(403)
    expect(response.body['errors']).toEqual([
      { path: '/status', message: 'you do not have permission to write this field' },
    ])
    expect((await root.patch('/users/bob', { status: 'x' })).status).toBe(200)
  })

  test('only an admin can write groups', async () => {
    const { bob, root } = await people(await storyService({ settings: SYSTEM }))
    expect((await bob.patch('/users/bob', { groups: ['admin'] })).status).toBe(403)
    expect((await bob.put('/users/bob', { email: 'b@example.com', groups: ['admin'] })).status).toBe(403)
    expect((await root.patch('/users/bob', { groups: ['admin'] })).body['groups']).toEqual(['admin'])
  })

  test('a POST can set required fields, but no other fields that the caller cannot see', async () => {
    const { anyone } = await people(await storyService({ settings: SYSTEM }))
    const required = { username: 'ann', email: 'ann@example.com', password: 'opensesame' }
    expect((await anyone.post('/users', { ...required, status: 'x' })).status).toBe(403)
    expect((await anyone.post('/users', { ...required, groups: ['admin'] })).status).toBe(403)
    expect((await anyone.post('/users', required)).status).toBe(201)
  })

  test('a PUT keeps the password and the fields that the caller cannot write', async () => {
    const { bob, root } = await people(await storyService({ settings: SYSTEM }))
    await root.patch('/users/bob', { status: 'x', first_name: 'Bob' })
    expect((await bob.put('/users/bob', {})).status).toBe(200)
    const { body } = await root.get('/users/bob')
    expect([body['status'], body['email'], body['first_name']]).toEqual(['x', 'bob@example.com', null])
    expect((await bob.login('bob')).status).toBe(200)
  })

  test('callers cannot filter by a field that they cannot see', async () => {
    const { anyone, root } = await people(await storyService({ settings: SYSTEM }))
    expect((await root.get('/users?password__startswith=$argon2')).status).toBe(403)
    expect((await anyone.get('/users?email=bob@example.com')).status).toBe(403)
    expect((await anyone.get('/users?username=bob')).status).toBe(200)
  })
})

describe("an item's own rules", () => {
  const settings = { ...SYSTEM, database_acls: 'true' }

  test('are evaluated first, and deny takes precedence over allow', async () => {
    const { anyone, bob, eve, root } = await people(await storyService({ settings }))
    const rules = ['allow authenticated view', 'allow bob update', 'deny eve view', 'deny everyone options']
    expect((await root.post('/stories', { name: 'One', _acl: rules })).status).toBe(201)
    expect((await eve.get('/stories/1')).status).toBe(403)
    expect((await bob.get('/stories/1')).status).toBe(200)
    expect((await anyone.get('/stories/1')).status).toBe(200)
    expect((await bob.patch('/stories/1', { name: 'x' })).status).toBe(200)
    expect((await eve.patch('/stories/1', { name: 'x' })).status).toBe(403)
  })

  test('exclude items from lists', async () => {
    const { anyone, bob, root } = await people(await storyService({ settings }))
    await root.post('/stories', { name: 'One', _acl: ['deny everyone view', 'allow bob view'] })
    await root.post('/stories', { name: 'Two', _acl: ['deny user all'] })
    await root.post('/stories', { name: 'Three' })
    expect((await anyone.get('/stories')).body['data']).toHaveLength(2)
    expect((await bob.get('/stories')).body['data']).toHaveLength(1)
  })

  test('can be read and written only by admins', async () => {
    const { bob, root } = await people(await storyService({ settings }))
    await root.post('/stories', { name: 'One', owner: 'bob', _acl: ['allow bob view'] })
    expect((await root.get('/stories/1')).body['_acl']).toEqual(['allow bob view'])
    expect(Object.keys((await bob.get('/stories/1')).body)).not.toContain('_acl')
    expect((await bob.patch('/stories/1', { _acl: null })).status).toBe(403)
    expect((await root.patch('/stories/1', { _acl: ['allow everyone fly'] })).status).toBe(400)
  })
})
