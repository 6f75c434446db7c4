import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine('deletion', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const make = async (collection: string, body: object) => {
    const created = await send('POST', `/v1/${collection}`, body)
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    return `/v1/${collection}/${String(created.body['_pk'])}`
  }
  const statusOf = async (at: string) => (await send('GET', at)).status

  it('unlinks or deletes the items related to a deleted item, depending on the relation', async () => {
    const hub = await make('hubs', { name: 'a' })
    const other = await make('hubs', { name: 'other' })
    const loose = await make('looses', { hub: 'a' })
    const owned = await make('owneds', { hub: 'a' })
    const kept = await make('owneds', { hub: 'other' })
    const pulling = await make('pullings', { hub: 'a' })
    const holding = await make('holdings', { hub: 'a' })
    const badge = await make('badges', { hub: 'a' })
    expect((await send('DELETE', hub)).body).toEqual({ message: 'Deleted' })
    expect(await statusOf(owned)).toBe(404)
    expect(await statusOf(kept)).toBe(200)
    expect(await statusOf(other)).toBe(200)
    for (const at of [loose, pulling, holding, badge])
      expect([at, (await send('GET', at)).body['hub']]).toEqual([at, null])
  })

  it('cascades through any number of levels, and counts the selected items', async () => {
    const chain = async (prefix: string, length: number): Promise<void> => {
      let whole: string | null = null
      for (let n = 0; n < length; n += 1) {
        const name = `${prefix}${String(n).padStart(4, '0')}`
        await make('nodes', { name, whole })
        whole = name
      }
    }
    await chain('one', 1500)
    expect((await send('DELETE', '/v1/nodes/one0000')).status).toBe(200)
    expect((await send('GET', '/v1/nodes?_count')).body).toEqual({ total: 0 })
    await chain('all', 1500)
    expect((await send('DELETE', '/v1/nodes')).body['count']).toBe(1500)
    expect((await send('GET', '/v1/nodes?_count')).body).toEqual({ total: 0 })
    // The first that is selected is below three others; all others are below it.
    await chain('some', 1010)
    expect((await send('DELETE', '/v1/nodes?name__endswith=3')).body['count']).toBe(101)
    expect((await send('GET', '/v1/nodes?_count')).body).toEqual({ total: 3 })
    expect((await send('DELETE', '/v1/nodes')).body['count']).toBe(3)
    for (const [name, whole] of [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', null],
      ['e', 'd'],
    ])
      await make('nodes', { name, whole })
    expect((await send('DELETE', '/v1/nodes?name__in=a,b,d')).body['count']).toBe(3)
    expect((await send('GET', '/v1/nodes?_count')).body).toEqual({ total: 0 })
  }, 120_000)

  it.each([
    ['whole', 'beside'],
    ['beside', 'whole'],
  ])(
    'cascades through any number of levels of one relation beside another: %s, %s',
    async (star, line) => {
      await make('nodes', { name: 'center' })
      let last: string | null = null
      for (let n = 1500; n > 0; n -= 1) {
        const name = `x${String(n).padStart(4, '0')}`
        await make('nodes', { name, [star]: 'center', [line]: last })
        last = name
      }
      expect((await send('DELETE', '/v1/nodes/center')).status).toBe(200)
      expect((await send('GET', '/v1/nodes?_count')).body).toEqual({ total: 0 })
    },
    120_000,
  )

  it('rejects a deletion restricted by a relation, and changes nothing', async () => {
    const hub = await make('hubs', { name: 'b' })
    const others = [
      await make('looses', { hub: 'b' }),
      await make('owneds', { hub: 'b' }),
      await make('pullings', { hub: 'b' }),
      await make('blockings', { hub: 'b' }),
    ]
    for (const [method, at] of [
      ['DELETE', hub],
      ['DELETE', '/v1/hubs?name=b'],
    ] as const) {
      const refused = await send(method, at)
      expect([refused.status, refused.body['status'], refused.body['detail']]).toEqual([
        409,
        409,
        'This Hub cannot be deleted because other items refer to it.',
      ])
    }
    for (const at of others) expect([at, (await send('GET', at)).body['hub']]).toEqual([at, 'b'])
    expect((await send('PATCH', others[3] ?? '', { hub: null })).status).toBe(200)
    expect((await send('DELETE', hub)).status).toBe(200)
  })

  it('deletes the item on the "one" side together with a related item if backref_ondelete cascades', async () => {
    const hub = await make('hubs', { name: 'c' })
    const pulling = await make('pullings', { hub: 'c' })
    const second = await make('pullings', { hub: 'c' })
    const owned = await make('owneds', { hub: 'c' })
    const free = await make('pullings', {})
    expect((await send('DELETE', free)).status).toBe(200)
    expect(await statusOf(hub)).toBe(200)
    expect((await send('DELETE', pulling)).body).toEqual({ message: 'Deleted' })
    expect([await statusOf(pulling), await statusOf(hub), await statusOf(owned)]).toEqual([404, 404, 404])
    expect((await send('GET', second)).body['hub']).toBe(null)
  })

  it('deletes neither item if a third one restricts the deletion of the "one" side', async () => {
    const hub = await make('hubs', { name: 'd' })
    const pulling = await make('pullings', { hub: 'd', label: 'pulls' })
    const blocking = await make('blockings', { hub: 'd' })
    expect((await send('DELETE', pulling)).status).toBe(409)
    expect((await send('DELETE', '/v1/pullings?label=pulls')).status).toBe(409)
    expect([await statusOf(pulling), await statusOf(hub), await statusOf(blocking)]).toEqual([200, 200, 200])
    expect((await send('GET', pulling)).body['hub']).toBe('d')
  })

  it('rejects the deletion of an item if backref_ondelete restricts it', async () => {
    const hub = await make('hubs', { name: 'e' })
    const holding = await make('holdings', { hub: 'e', label: 'held' })
    const free = await make('holdings', { label: 'held' })
    expect((await send('DELETE', holding)).status).toBe(409)
    expect((await send('DELETE', '/v1/holdings?label=held')).status).toBe(409)
    expect(await statusOf(free)).toBe(200)
    expect((await send('DELETE', free)).status).toBe(200)
    expect((await send('DELETE', hub)).status).toBe(200)
    expect((await send('DELETE', holding)).status).toBe(200)
  })

  it('rejects a deletion that would unlink an item with a required back-reference', async () => {
    const hub = await make('hubs', { name: 'h' })
    const bound = await make('bounds', { hub: 'h' })
    expect((await send('DELETE', hub)).status).toBe(409)
    expect((await send('PATCH', hub, { bound: [] })).status).toBe(409)
    expect((await send('PATCH', bound, { hub: null })).status).toBe(400)
    expect((await send('PUT', bound, {})).status).toBe(400)
    expect((await send('GET', bound)).body['hub']).toBe('h')
    expect((await send('DELETE', bound)).status).toBe(200)
    expect((await send('DELETE', hub)).status).toBe(200)
  })

  it('cascades over several levels, and terminates in a cycle', async () => {
    await make('nodes', [{ name: 'n0' }, { name: 'n1' }, { name: 'n2' }, { name: 'n3' }])
    for (const [part, whole] of [
      ['n1', 'n0'],
      ['n2', 'n1'],
      ['n3', 'n2'],
    ] as const)
      expect((await send('PATCH', `/v1/nodes/${part}`, { whole })).status).toBe(200)
    expect((await send('DELETE', '/v1/nodes/n1')).status).toBe(200)
    expect((await send('GET', '/v1/nodes')).body).toMatchObject({
      total: 1,
      data: [{ name: 'n0', parts: [] }],
    })
    await make('nodes', [{ name: 'm0' }, { name: 'm1' }])
    await send('PATCH', '/v1/nodes/m0', { whole: 'm1' })
    await send('PATCH', '/v1/nodes/m1', { whole: 'm0' })
    expect((await send('DELETE', '/v1/nodes/m0')).status).toBe(200)
    expect((await send('GET', '/v1/nodes?_count')).body).toEqual({ total: 1 })
  })

  it('replaces the other end of a one-to-one relationship only from the "one" side', async () => {
    const first = await make('badges', { label: 'first' })
    const second = await make('badges', { label: 'second' })
    const keyOf = async (at: string) => (await send('GET', at)).body['id']
    const hub = await make('hubs', { name: 'f', badge: await keyOf(first) })
    expect((await send('GET', first)).body['hub']).toBe('f')
    expect((await send('PATCH', second, { hub: 'f' })).status).toBe(409)
    const replaced = await send('PATCH', hub, { badge: await keyOf(second) })
    expect([replaced.status, replaced.body['badge']]).toEqual([200, await keyOf(second)])
    expect((await send('GET', first)).body['hub']).toBe(null)
    const other = await make('hubs', { name: 'g' })
    const taken = await send('PATCH', other, { badge: await keyOf(second) })
    expect(taken.status).toBe(200)
    expect((await send('GET', hub)).body['badge']).toBe(null)
    expect((await send('PATCH', other, { badge: null })).body['badge']).toBe(null)
    expect((await send('PATCH', '/v1/badges?label=first', { hub: 'f' })).body['count']).toBe(1)
    expect((await send('PATCH', '/v1/badges', { hub: 'f' })).status).toBe(409)
    expect((await send('GET', hub)).body['badge']).toBe(await keyOf(first))
  })

  it('applies the rules to each item in a bulk delete', async () => {
    await make('hubs', [{ name: 'x1' }, { name: 'x2' }])
    await make('owneds', [{ hub: 'x1' }, { hub: 'x2' }, { hub: 'x2' }])
    await make('pullings', [
      { hub: 'x1', label: 'many' },
      { hub: 'x2', label: 'many' },
    ])
    const deleted = await send('DELETE', '/v1/pullings?label=many')
    expect(deleted.body).toEqual({ message: 'Deleted 2 Pulling(s) objects', count: 2 })
    expect((await send('GET', '/v1/hubs?name__in=x1,x2&_count')).body).toEqual({ total: 0 })
    expect((await send('GET', '/v1/owneds?hub__in=x1,x2&_count')).body).toEqual({ total: 0 })
  })
})
