import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body, TestResponse } from './service.js'

const document = readFileSync(fileURLToPath(new URL('contracts/styles.yaml', import.meta.url)), 'utf8')

onDocument(
  'contracts of known styles',
  document,
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/api${path}`, body)
    const get = async (path: string): Promise<Body> => (await send('GET', path)).body
    const form = async (path: string, fields: Record<string, string>): Promise<Body> => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await service().send('POST', `/api${path}`, new URLSearchParams(fields).toString(), type)).body
    }
    const valuesOf = (list: Body | undefined, name: string): readonly unknown[] =>
      Object.values(list ?? {}).map((each) => each[name])

    it('pages before an item, in the order of the list', async () => {
      for (const name of ['b', 'd', 'a', 'c']) await form('/v1/drivers', { Name: name })
      const list = (await get('/v1/drivers?sort=-name'))['data']
      const [d, c, b, a] = valuesOf(list, 'id').map(String)
      const before = async (id = '', limit = 2): Promise<unknown> => {
        const page = await get(`/v1/drivers?sort=-name&limit=${limit}&ending_before=${id}`)
        return [valuesOf(page['data'], 'name'), page['has_more'], page['url']]
      }
      expect(await before(d)).toEqual([[], false, '/api/v1/drivers'])
      expect(await before(b)).toEqual([['d', 'c'], false, '/api/v1/drivers'])
      expect(await before(a)).toEqual([['c', 'b'], true, '/api/v1/drivers'])
      const both = await send('GET', `/v1/drivers?starting_after=${a}&ending_before=${c}`)
      expect([both.status, both.body['error']?.['type']]).toEqual([400, 'invalid_request_error'])
    })

    it('fills what a request can leave out, and shows an item whose response has alternatives', async () => {
      const first = await form('/v1/drivers', {})
      expect(first).toEqual({
        id: first['id'],
        object: 'driver',
        name: null,
        metadata: {},
        partner: null,
      })
      const id = String(first['id'])
      const second = await form('/v1/drivers', { 'metadata[a]': 'b', partner: id })
      const path = `/v1/drivers/${String(second['id'])}`
      expect(await get(path)).toEqual({ ...second, partner: id, metadata: { a: 'b' } })
      expect((await get(`${path}?expand[]=partner`))['partner']).toEqual(first)
      const page = await get(`/v1/drivers?expand[]=data.partner&ending_before=x`)
      expect(valuesOf(page['data'], 'partner')).toContainEqual(first)
      expect((await send('GET', `${path}?expand[]=data`)).status).toBe(400)
      await send('DELETE', path)
      expect(await get(path)).toEqual({
        error: { type: 'invalid_request_error', message: 'There is no Driver with this key.' },
      })
    })

    it('lists the related items that a path declares, although the item has a part of this name', async () => {
      const path = `/v1/drivers/${String((await form('/v1/drivers', { Name: 'Ida' }))['id'])}`
      const fares = [
        await form(`${path}/fares`, { amount: '1' }),
        await form(`${path}/fares`, { amount: '2' }),
      ]
      expect(fares.map(({ driver, amount }) => [`/v1/drivers/${String(driver)}`, amount])).toEqual([
        [path, 1],
        [path, 2],
      ])
      const { data, has_more: hasMore } = await get(`${path}/fares`)
      expect([valuesOf(data, 'amount').toSorted(), hasMore]).toEqual([[1, 2], false])
      expect((await send('GET', '/v1/drivers/none/fares')).status).toBe(404)
    })

    it('compares the tag of the related items that a response shows', async () => {
      const partner = await form('/v1/drivers', { Name: 'Ada' })
      const driver = await form('/v1/drivers', { partner: String(partner['id']) })
      const path = `/v1/drivers/${String(driver['id'])}`
      const tagOf = async (query: string): Promise<string> =>
        String((await send('GET', `${path}${query}`)).headers['etag'])
      const statusOf = async (query: string, tag: string, method = 'GET'): Promise<number> =>
        (await service().send(method, `/api${path}${query}`, undefined, { 'if-none-match': tag })).status
      const [plain, expanded] = [await tagOf(''), await tagOf('?expand[]=partner')]
      expect([await statusOf('', plain), await statusOf('?expand[]=partner', expanded)]).toEqual([304, 304])
      expect(await statusOf('?expand[]=partner', plain)).toBe(200)
      expect([await statusOf('', plain, 'HEAD'), await statusOf('', expanded, 'HEAD')]).toEqual([304, 200])
      await form(`/v1/drivers/${String(partner['id'])}`, { Name: 'Eva' })
      expect([await statusOf('', plain), await statusOf('?expand[]=partner', expanded)]).toEqual([304, 200])
      const change = await service().send(
        'POST',
        `/api${path}`,
        new URLSearchParams({ Name: 'x' }).toString(),
        {
          'content-type': 'application/x-www-form-urlencoded',
          'if-match': expanded,
        },
      )
      expect([change.status, change.body['name']]).toEqual([200, 'x'])
    })

    it('takes an item in a wrapper, and shows cursors and URLs in objects of a page', async () => {
      const made: number[] = []
      for (const state of ['new', 'open', 'solved']) {
        const ticket = { subject: `It is ${state}`, state, comment: { body: 'x' } }
        const { status, body } = await send('POST', '/tickets', { ticket })
        const id = Number(body['ticket']?.['id'])
        expect([status, body]).toEqual([201, { ticket: { id, subject: ticket.subject, state } }])
        made.push(id)
      }
      const [first, second, third] = made
      const refused = await send('POST', '/tickets', { ticket: { subject: '', comment: {} } })
      expect([refused.status, refused.body]).toEqual([
        400,
        {
          error: 'Bad Request',
          description: 'Invalid request: ticket/subject: must not have fewer than 1 character.',
        },
      ])
      const page = await get(`/tickets?ids=${first},${third}&page[size]=1`)
      const cursor = String(page['meta']?.['after_cursor'])
      const link = String(page['next_page'])
      expect(page).toEqual({
        tickets: [{ id: first, subject: 'It is new', state: 'new' }],
        next_page: expect.stringContaining(`?ids=${first},${third}&page%5Bsize%5D=1&page%5Bafter%5D=`),
        meta: { has_more: true, after_cursor: cursor },
        paging: { next: { after: cursor, link } },
      })
      expect(await get(link.replace(/^.*\/api/, ''))).toEqual({
        tickets: [{ id: third, subject: 'It is solved', state: 'solved' }],
        next_page: null,
        meta: { has_more: false, after_cursor: null },
        paging: {},
      })
      const found = await get('/tickets?state[]=open&state[]=new')
      expect(valuesOf(found['tickets'], 'id')).toEqual([first, second])
    })

    it('takes and shows the relationships of a resource object', async () => {
      const jsonApi = (method: string, path: string, body: object): Promise<TestResponse> =>
        service().send(method, `/api${path}`, body, { 'content-type': 'application/vnd.api+json' })
      const linked = (type: string, id: unknown): object => ({ data: { type, id } })
      const team = (
        await jsonApi('POST', '/teams', { data: { type: 'teams', attributes: { title: 'Red' } } })
      ).body
      const id = team['data']?.['id']
      const create = async (name: string, relationships: object): Promise<Body> => {
        const { body } = await jsonApi('POST', '/people', {
          data: { type: 'people', attributes: { name }, relationships },
        })
        return body['data'] ?? {}
      }
      const [ada, eva] = [
        await create('Ada', {}),
        await create('Eva', { team: linked('teams', id), mentor: linked('people', 1) }),
      ]
      expect([ada, eva]).toEqual([
        {
          id: ada['id'],
          type: 'people',
          attributes: { name: 'Ada' },
          relationships: { team: { data: null }, friends: { data: [] } },
        },
        {
          id: eva['id'],
          type: 'people',
          attributes: { name: 'Eva' },
          relationships: { team: linked('teams', id), friends: { data: [] } },
        },
      ])
      expect(valuesOf((await get(`/people?filter[team]=${String(id)}`))['data'], 'id')).toEqual([eva['id']])
      expect(valuesOf((await get('/people?filter[search]=eva'))['data'], 'id')).toEqual([eva['id']])
      const change = async (relationships: object, key = ada['id']): Promise<TestResponse> =>
        jsonApi('PATCH', `/people/${String(ada['id'])}`, { data: { type: 'people', id: key, relationships } })
      const friends = { data: [{ type: 'people', id: eva['id'] }] }
      const { body } = await change({ team: linked('teams', id), friends })
      expect(body['data']).toEqual({ ...ada, relationships: { team: linked('teams', id), friends } })
      const included = async (query: string): Promise<unknown> =>
        (await get(`/people?filter[team]=${String(id)}&page[size]=1&${query}`))['included']
      expect(await included('')).toBeUndefined()
      expect(await included('include=team,friends')).toEqual([eva, team['data']])
      expect((await get('/people?include=friends,team'))['included']).toEqual([team['data']])
      expect((await change({ team: { data: null } })).body['data']).toEqual({
        ...ada,
        relationships: { team: { data: null }, friends },
      })
      const faults = async (response: Promise<TestResponse>): Promise<unknown> => {
        const { status, body: failed } = await response
        return [status, valuesOf(failed['errors'], 'source')]
      }
      expect(await faults(change({ team: linked('teams', 99) }))).toEqual([
        422,
        [{ pointer: '/data/relationships/team' }],
      ])
      expect(await faults(change({}, eva['id']))).toEqual([422, [{ pointer: '/data/id' }]])
    })

    it('takes the key of a new item from a parameter, and changes only what a mask names', async () => {
      const shelf = { displayName: 'One', labels: { a: '1', b: '2' }, place: { room: 'x', row: 1 } }
      const created = await send('POST', '/v1/shelves?shelfId=one', shelf)
      expect(created.body).toEqual({ name: 'one', ...shelf })
      const again = await send('POST', '/v1/shelves?shelfId=one', shelf)
      expect([again.status, again.body['error']]).toEqual([
        409,
        { code: 409, message: 'Another Shelf has the same name.', status: 'ALREADY_EXISTS' },
      ])
      const change = async (mask: string, body: object): Promise<Body> =>
        (await send('PATCH', `/v1/shelves/one?updateMask=${mask}`, body)).body
      const other = { displayName: 'Two', labels: { c: '3' }, place: { room: 'y', row: 2 } }
      expect(await change('place.room', other)).toEqual({ ...created.body, place: { room: 'y', row: 1 } })
      expect(await change('display_name,labels', other)).toEqual({
        ...created.body,
        displayName: 'Two',
        labels: { c: '3' },
        place: { room: 'y', row: 1 },
      })
      expect(await change('labels,place', { displayName: 'Three' })).toEqual({
        name: 'one',
        displayName: 'Two',
      })
      expect(await change('*', { place: { row: 3 } })).toEqual({ name: 'one', place: { row: 3 } })
      expect((await send('PATCH', '/v1/shelves/one?updateMask=color', other)).status).toBe(400)
      for (const path of ['constructor', '__proto__', '%00', `a${'.a'.repeat(70)}`, `a${'.a'.repeat(6000)}`])
        expect((await send('PATCH', `/v1/shelves/one?updateMask=labels.${path}`, other)).status).toBe(400)
      const merged = await send('PATCH', '/v1/shelves/one', { place: { room: 'z' } })
      expect(merged.body['place']).toEqual({ room: 'z', row: 3 })
    })

    it('leaves methods of a collection to the author', async () => {
      expect((await send('GET', '/v1/shelves:search')).status).toBe(501)
    })

    it('links items, and filters by the ends of ranges', async () => {
      const hall = (await send('POST', '/venues', { name: 'Hall', capacity: 100, opened: '2001-02-03' })).body
      await send('POST', '/venues', { name: 'Barn & Co', capacity: 20, opened: '2011-02-03' })
      const origin = String(hall['_links']?.['self']?.['href']).replace(/\/api\/.*/, '')
      expect(hall).toEqual({
        id: hall['id'],
        name: 'Hall',
        capacity: 100,
        opened: '2001-02-03',
        state: 'open',
        created_at: hall['created_at'],
        _links: {
          self: { href: `${origin}/api/venues/${String(hall['id'])}` },
          bookings: { href: `${origin}/api/bookings?venue=${String(hall['id'])}` },
          site: 'https://example.com/Hall',
        },
      })
      const found = async (query: string): Promise<readonly unknown[]> =>
        valuesOf((await get(`/venues?${query}`))['_embedded']?.['venues'], 'name')
      expect(await found('keyword=barn')).toEqual(['Barn & Co'])
      expect(await found('searchTerm=hall')).toEqual(['Hall'])
      expect(await found('filters[capacity]=100')).toEqual(['Hall'])
      expect(await found('capacityMin=20&capacity_max=99')).toEqual(['Barn & Co'])
      expect(await found('openedFrom=2001-02-03&openedTo=2001-02-03')).toEqual(['Hall'])
      expect(await found('created_before=2000-01-01T00:00:00Z')).toEqual([])
      const created = String(hall['created_at'])
      expect(await found(`created_at.on_or_after=${created}&capacity.in=100`)).toEqual(['Hall'])
      expect(await found('OpenedOnOrBefore=2001-02-03')).toEqual(['Hall'])
      expect(await found('start_opened=2001-02-04&opened_end=2011-02-03')).toEqual(['Barn & Co'])
      const { body: page, headers } = await send('GET', '/venues')
      expect([page['page'], page['_links']?.['first']?.['href']]).toEqual([
        { number: 0 },
        expect.stringMatching(/\/venues\?page=0$/),
      ])
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
      const known = { 'if-none-match': String(headers['etag']) }
      const again = await service().send('GET', '/api/venues', undefined, known)
      expect([again.status, again.body]).toEqual([304, {}])
      expect((await service().send('HEAD', '/api/venues', undefined, known)).status).toBe(304)
      expect((await service().send('GET', '/api/venues?capacityMin=1', undefined, known)).status).toBe(200)
    })

    it('shows related items, and their keys, which requests contain', async () => {
      const agent = (await send('POST', '/agents', { name: 'Ada' })).body
      const venue = (await send('POST', '/venues', { name: 'Room' })).body
      const { status, body } = await send('POST', '/bookings', {
        guests: [],
        venueId: venue['id'],
        agentId: agent['id'],
      })
      const href = String(venue['_links']?.['self']?.['href'])
      expect([status, body]).toEqual([
        201,
        {
          id: body['id'],
          guests: [],
          agentId: agent['id'],
          agent,
          _embedded: { venue },
          _links: { venue: { href }, agent: `${href.replace(/venues.*/, '')}agents/${String(agent['id'])}` },
        },
      ])
      await send('POST', '/bookings', { guests: ['x'], agentId: null })
      const linked = Object.values(await get('/bookings')).map((each) => each['_links']?.['agent'])
      expect(linked).toContain(null)
      const list = async (query: string): Promise<readonly unknown[]> =>
        Object.values(await get(`/bookings?${query}`)).map((each) => [each['agentId'], each['agent']])
      expect(await list(`agentId=${String(agent['id'])}`)).toEqual([[agent['id'], undefined]])
      expect(await list(`agentId=${String(agent['id'])}&include=agent`)).toEqual([[agent['id'], agent]])
      expect(await list('include=*')).toContainEqual([null, null])
      const embedded = async (query: string): Promise<unknown> =>
        valuesOf(await get(`/bookings?agentId=${String(agent['id'])}${query}`), '_embedded')
      expect([await embedded(''), await embedded('&include=agent,venue')]).toEqual([[{}], [{ venue }]])
      const unknown = await send('POST', '/bookings', { guests: [], agentId: 'nobody' })
      expect([unknown.status, unknown.body]).toEqual([
        422,
        {
          message: 'Invalid body: agentId: there is no Agent with the key "nobody".',
          code: 'validation_failed',
          errors: [{ field: 'agentId' }],
        },
      ])
      const text = await service().send('POST', '/api/bookings', '<x/>', { 'content-type': 'text/xml' })
      expect([text.status, text.body['code']]).toEqual([415, undefined])
    })
  },
  { everyEngine: true },
)
