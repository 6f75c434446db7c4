import { beforeAll, describe, expect, it } from 'vitest'
import { type Known, nobody, PASSWORD } from './callers.js'
import type { TestResponse, Body } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

/** Like the fixture's function, but it takes a while for some orders. */
const SLOW_PRINCIPAL = `
import { setTimeout as sleep } from 'node:timers/promises'
import { registry } from '../generated/index.js'

registry.add('is_customer', async ({ ace, item, user }) => {
  if (item?.title === 'slow') await sleep(600)
  return ace.permissions.includes('update') && item?.customer != null && item.customer === user?.username
    ? 'allow everyone update'
    : undefined
})
`

onEveryEngine(
  'write-rules',
  (service) => {
    const known: Record<string, Known> = { nobody }
    const send = (who: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, known[who] ?? nobody)
    /** Returns the status of a response, and the fields named in its error. */
    const outcome = async (who: string, method: string, path: string, body?: unknown) => {
      const response = await send(who, method, path, body)
      const errors = Object.values(response.body['errors'] ?? {})
      return [response.status, ...errors.map((error) => error['path'])]
    }
    const order = async (body: object, who = 'amy'): Promise<Body> => {
      const response = await send(who, 'POST', '/orders', { title: 'x', ...body })
      expect([response.status, response.body]).toEqual([201, expect.anything()])
      return response.body
    }
    const pathOf = (item: Body): string => `/orders/${String(item['_pk'])}`
    const read = async (item: Body): Promise<Body> => (await send('amy', 'GET', pathOf(item))).body

    beforeAll(async () => {
      for (const [username, groups] of [
        ['root', null],
        ['amy', ['user']],
        ['eve', ['editor']],
      ] as const) {
        if (groups !== null)
          await send('root', 'POST', '/customers', {
            username,
            password: PASSWORD,
            groups: groups.filter((name) => name !== 'user'),
          })
        const { body } = await send('nobody', 'POST', '/auth/token', { login: username, password: PASSWORD })
        known[username] = { authorization: `ApiKey ${username}:${String(body['token'])}` }
      }
    })

    describe('the groups of users', () => {
      const groups = (who: string, name: string, list: readonly string[]) =>
        outcome(who, 'PATCH', `/customers/${name}`, { groups: list })

      it('follow _writable_by, but only admins change the group of admins', async () => {
        expect((await groups('amy', 'amy', ['editor']))[0]).toBe(403)
        expect(await groups('eve', 'amy', ['editor'])).toEqual([200])
        expect(await groups('eve', 'amy', [])).toEqual([200])
        expect(await groups('eve', 'amy', ['editor', 'admin'])).toEqual([403, '/groups'])
        expect(await groups('eve', 'root', ['editor'])).toEqual([403, '/groups'])
        expect(await groups('eve', 'root', ['admin', 'editor'])).toEqual([200])
        expect(await groups('root', 'root', ['admin'])).toEqual([200])
        for (const body of [['admin'], { editor: 1, admin: 1 }])
          expect(await outcome('eve', 'POST', '/customers/amy/groups', body)).toEqual([403, '/groups'])
        for (const body of [['-admin'], { '-admin': 1 }])
          expect(await outcome('eve', 'POST', '/customers/root/groups', body)).toEqual([403, '/groups'])
        expect(await outcome('eve', 'POST', '/customers/root/groups', ['editor'])).toEqual([200])
        expect(await outcome('root', 'POST', '/customers/root/groups', ['-editor'])).toEqual([200])
        for (const method of ['PATCH', 'PUT'])
          for (const [name, list] of [
            ['amy', ['admin']],
            ['root', []],
          ] as const)
            expect(await outcome('eve', method, `/customers?username=${name}`, { groups: list })).toEqual([
              403,
              '/groups',
            ])
        for (const name of ['root', 'amy'])
          expect(await outcome('eve', 'PUT', `/customers/${name}`, { username: name })).toEqual([200])
        expect((await send('amy', 'GET', '/customers/root')).body).toMatchObject({ groups: ['admin'] })
        const user = (name: string, list: readonly string[]) => ({
          username: name,
          password: PASSWORD,
          groups: list,
        })
        expect(await outcome('eve', 'POST', '/customers', user('made', ['admin']))).toEqual([403, '/groups'])
        expect(await outcome('eve', 'POST', '/customers', user('made', ['editor']))).toEqual([201])
        expect(
          await outcome('eve', 'POST', '/customers', [user('one', ['editor']), user('two', ['admin'])]),
        ).toEqual([403, '/1/groups'])
      })
    })

    describe('a readOnly field', () => {
      it('is set by the service, not by clients', async () => {
        for (const field of [{ number: 'A1' }, { changed_at: '2020-01-01T00:00:00Z' }, { history: [] }])
          expect(await outcome('root', 'POST', '/orders', { title: 'x', ...field })).toEqual([
            403,
            `/${Object.keys(field).join()}`,
          ])
        const { body } = await send('amy', 'POST', '/orders', { title: 'x', number: 'A1' })
        expect(body['errors']).toEqual([{ path: '/number', message: 'is read-only' }])
        expect(
          await outcome('amy', 'POST', '/orders', [{ title: 'x' }, { title: 'y', number: 'A1' }]),
        ).toEqual([403, '/1/number'])
        const created = await order({ number: null, changed_at: null, history: null })
        expect(created).toMatchObject({ number: expect.any(String), changed_at: expect.any(String) })
      })

      it('is accepted if it is unchanged, and gets its onupdate value', async () => {
        const created = await order({ price: '1.50' })
        const { status, body } = await send('amy', 'PUT', pathOf(created), { ...created, title: 'y' })
        expect([status, body['title'], body['number']]).toEqual([200, 'y', created['number']])
        expect(body['changed_at']).not.toBe(created['changed_at'])
        expect(await outcome('amy', 'PATCH', pathOf(created), { number: 'A2' })).toEqual([403, '/number'])
        expect(await outcome('amy', 'PATCH', pathOf(created), { history: ['x'] })).toEqual([403, '/history'])
        expect(await outcome('amy', 'PUT', pathOf(created), { title: 'z', number: 'A2' })).toEqual([
          403,
          '/number',
        ])
        expect((await send('amy', 'PUT', pathOf(created), { title: 'z' })).body).toMatchObject({
          number: created['number'],
          price: created['price'],
        })
      })

      it('cannot be changed as an attribute', async () => {
        const path = `${pathOf(await order({}))}/history`
        expect(await outcome('root', 'POST', path, ['x'])).toEqual([403, '/history'])
        expect((await send('amy', 'GET', path)).body).toMatchObject({ data: [] })
      })
    })

    describe('a _write_once field', () => {
      it('is set on create, and compared by value afterward', async () => {
        const created = await order({ price: '1.50', labels: { b: 1, a: { c: 2 } } })
        expect(created).toMatchObject({ labels: { a: { c: 2 }, b: 1 } })
        for (const price of ['1.5', '1.50', 1.5])
          expect(await outcome('amy', 'PATCH', pathOf(created), { price })).toEqual([200])
        for (const price of ['1.51', null])
          expect(await outcome('amy', 'PATCH', pathOf(created), { price })).toEqual([403, '/price'])
        expect(await outcome('amy', 'PATCH', pathOf(created), { labels: { b: 1 } })).toEqual([200])
        expect(await outcome('amy', 'PATCH', pathOf(created), { labels: { b: 2 } })).toEqual([403, '/labels'])
        const labels = { a: { c: 2 }, b: 1 }
        expect(await outcome('amy', 'PUT', pathOf(created), { title: 'x', labels })).toEqual([200])
        expect(await outcome('amy', 'PUT', pathOf(created), { title: 'x', labels: {} })).toEqual([
          403,
          '/labels',
        ])
        expect(await outcome('amy', 'POST', `${pathOf(created)}/labels`, { b: 1 })).toEqual([200])
        expect(await outcome('amy', 'POST', `${pathOf(created)}/labels`, { '-b': null })).toEqual([
          403,
          '/labels',
        ])
        expect(await read(created)).toMatchObject({ labels })
      })

      it('that was omitted on create cannot be set later', async () => {
        const created = await order({})
        expect(await outcome('root', 'PATCH', pathOf(created), { price: 1 })).toEqual([403, '/price'])
        expect(await outcome('root', 'PATCH', pathOf(created), { price: null })).toEqual([200])
      })

      it('must equal the stored value of each selected item in a bulk write', async () => {
        const items = [
          await order({ title: 'many', price: '2.0' }),
          await order({ title: 'many', price: 2, labels: { a: 1 } }),
        ]
        for (const method of ['PATCH', 'PUT']) {
          expect(await outcome('amy', method, '/orders?title=many', { price: '2' })).toEqual([200])
          expect(await outcome('amy', method, '/orders?title=many', { price: 3 })).toEqual([403, '/price'])
          expect(await outcome('amy', method, '/orders?title=many', { labels: { a: 1 } })).toEqual([
            403,
            '/labels',
          ])
          expect(await outcome('amy', method, '/orders?title=many', { history: ['x'] })).toEqual([
            403,
            '/history',
          ])
          expect(await outcome('amy', method, '/orders?title=none', { price: 3 })).toEqual([200])
        }
        for (const item of items) expect(await read(item)).toMatchObject({ price: 2 })
      })

      it('can be a back-reference, and is then checked in writes from both sides and to nested paths', async () => {
        const created = await order({ customer: 'amy' })
        const free = await order({})
        expect(await outcome('amy', 'PATCH', pathOf(created), { customer: 'amy' })).toEqual([200])
        expect(await outcome('amy', 'PATCH', pathOf(created), { customer: null })).toEqual([403, '/customer'])
        expect(await outcome('amy', 'PATCH', pathOf(free), { customer: 'amy' })).toEqual([403, '/customer'])
        const orders = (await send('amy', 'GET', '/customers/amy')).body['orders']
        expect(await outcome('eve', 'PATCH', '/customers/amy', { orders })).toEqual([200])
        expect(await outcome('eve', 'PATCH', '/customers/amy', { orders: [] })).toEqual([403, '/orders'])
        expect(await outcome('eve', 'PATCH', '/customers/eve', { orders: [free['id']] })).toEqual([
          403,
          '/orders',
        ])
        const again = { username: 'zoe', password: PASSWORD, orders: [free['id']] }
        expect(await outcome('eve', 'POST', '/customers', again)).toEqual([403, '/orders'])
        const nested = await send('amy', 'POST', '/customers/eve/orders', { title: 'x', customer: 'eve' })
        expect([nested.status, nested.body['customer']]).toEqual([201, 'eve'])
        await send('root', 'POST', '/customers', { username: 'zed', password: PASSWORD })
        const kept = await order({ customer: 'zed' })
        const { status } = await send('eve', 'PUT', '/customers/zed', { username: 'zed', password: PASSWORD })
        expect([status, (await read(kept))['customer']]).toEqual([200, 'zed'])
      })
    })

    describe('a _writable_by field', () => {
      it('can be written only by its principals, not by admins', async () => {
        for (const [who, status] of [
          ['amy', 403],
          ['root', 403],
          ['eve', 201],
        ] as const)
          expect((await outcome(who, 'POST', '/orders', { title: 'x', status: 'paid' }))[0]).toBe(status)
        expect(await order({ status: null })).toMatchObject({ status: 'open' })
        const created = await order({})
        expect(await outcome('root', 'PATCH', pathOf(created), { status: 'paid' })).toEqual([403, '/status'])
        expect(await outcome('root', 'PATCH', pathOf(created), { status: 'open' })).toEqual([200])
        expect(await outcome('eve', 'PATCH', pathOf(created), { status: 'paid' })).toEqual([200])
        await send('root', 'PUT', pathOf(created), { title: 'x' })
        expect(await read(created)).toMatchObject({ status: 'paid' })
        await send('eve', 'PUT', pathOf(created), { title: 'x' })
        expect(await read(created)).toMatchObject({ status: 'open' })
      })

      it('can be written by callers allowed by a function, which is checked for each item', async () => {
        const own = await order({ title: 'owned', customer: 'amy' })
        expect(await outcome('amy', 'PATCH', pathOf(own), { status: 'paid' })).toEqual([200])
        expect(await outcome('amy', 'PATCH', '/orders?title=owned', { status: 'open' })).toEqual([200])
        expect(await read(own)).toMatchObject({ status: 'open' })
        const other = await order({ title: 'owned' })
        expect(await outcome('amy', 'PATCH', '/orders?title=owned', { status: 'paid' })).toEqual([
          403,
          '/status',
        ])
        for (const item of [own, other]) expect(await read(item)).toMatchObject({ status: 'open' })
      })

      it('is not written in items that start to match while the selected ones are checked', async () => {
        const own = await order({ title: 'slow', customer: 'amy' })
        const other = await order({ title: 'fast' })
        const bulk = send('amy', 'PATCH', '/orders?title=slow', { status: 'paid' })
        await new Promise((resolve) => void setTimeout(resolve, 200))
        const joining = send('eve', 'PATCH', pathOf(other), { title: 'slow' })
        expect([(await bulk).status, (await bulk).body['count'], (await joining).status]).toEqual([
          200, 1, 200,
        ])
        expect(await read(own)).toMatchObject({ status: 'paid' })
        expect(await read(other)).toMatchObject({ title: 'slow', status: 'open' })
      })

      it('can be a relationship', async () => {
        const created = await order({})
        const parcel = (await send('amy', 'POST', '/parcels', { weight: 1, order: created['id'] })).body
        expect(await outcome('amy', 'PATCH', pathOf(created), { parcels: [parcel['id']] })).toEqual([200])
        expect(await outcome('amy', 'PATCH', pathOf(created), { parcels: [] })).toEqual([403, '/parcels'])
        expect(await outcome('amy', 'POST', '/orders', { title: 'x', parcels: [parcel['id']] })).toEqual([
          403,
          '/parcels',
        ])
        expect(await outcome('amy', 'PUT', pathOf(created), { title: 'x' })).toEqual([200])
        expect(await read(created)).toMatchObject({ parcels: [parcel['id']] })
        expect(await outcome('eve', 'PATCH', pathOf(created), { parcels: [] })).toEqual([200])
      })
    })

    it('write rules apply to registration', async () => {
      const register = (body: object) =>
        outcome('nobody', 'POST', '/auth/register', { username: 'new', password: PASSWORD, ...body })
      expect(await register({ credit: 5 })).toEqual([403, '/credit'])
      expect(await register({ joined: '2020-01-01' })).toEqual([403, '/joined'])
      expect(await register({ name: 'New', credit: null })).toEqual([201])
      expect((await send('root', 'GET', '/customers/new')).body).toMatchObject({ name: 'New', credit: 0 })
    })
  },
  {
    settings: { auth: true, 'system.user': 'root', 'system.password': PASSWORD },
    variants: true,
    code: { ...userCode('write-rules'), 'src/principals/is-customer.ts': SLOW_PRINCIPAL },
  },
)

onEveryEngine(
  'write-rules',
  (service) => {
    it('readOnly and _write_once also apply without authentication', async () => {
      const send = (method: string, path: string, body: unknown): Promise<TestResponse> =>
        service().send(method, path, body)
      expect((await send('POST', '/orders', { title: 'x', number: 'A1' })).status).toBe(403)
      const { body, status } = await send('POST', '/orders', { title: 'x', price: 1, status: 'paid' })
      expect(status).toBe(201)
      const path = `/orders/${String(body['_pk'])}`
      expect((await send('PATCH', path, { price: 2 })).status).toBe(403)
      expect((await send('PATCH', path, { price: '1.0', status: 'open' })).status).toBe(200)
      await send('POST', '/customers', { username: 'amy', password: PASSWORD })
      const many = Array.from({ length: 21 }, (_, index) => ({
        username: `many-${index}`,
        password: PASSWORD,
      }))
      const refused = await send('POST', '/customers', many)
      expect([refused.status, String(refused.body['detail'])]).toEqual([
        400,
        expect.stringContaining('21 passwords'),
      ])
      expect((await send('PATCH', '/customers/amy', { orders: [body['id']] })).status).toBe(403)
      expect((await send('PATCH', '/customers/amy', { orders: [] })).status).toBe(200)
    })
  },
  { settings: { auth: false }, code: userCode('write-rules') },
)
