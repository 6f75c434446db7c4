import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body, TestResponse } from './service.js'

const document = readFileSync(fileURLToPath(new URL('contracts/conventions.yaml', import.meta.url)), 'utf8')

onDocument(
  'contracts of other conventions',
  document,
  (service) => {
    const send = (
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<TestResponse> => service().send(method, path, body, headers)
    const form = (path: string, fields: Record<string, string>): Promise<TestResponse> =>
      send('POST', path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const valuesOf = (list: Body | undefined, name: string): readonly unknown[] =>
      Object.values(list ?? {}).map((each) => each[name])

    it('pages by tokens, and sorts by names with a direction', async () => {
      for (const [title, year] of [
        ['b', 1],
        ['a', 2],
        ['c', 3],
      ] as const)
        expect((await send('POST', '/v1/books', { title, year })).status).toBe(200)
      const first = (await send('GET', '/v1/books?pageSize=2&orderBy=title')).body
      expect(valuesOf(first['books'], 'title')).toEqual(['a', 'b'])
      const token = encodeURIComponent(String(first['nextPageToken']))
      const next = (await send('GET', `/v1/books?pageSize=2&orderBy=title&pageToken=${token}`)).body
      expect([valuesOf(next['books'], 'title'), next['nextPageToken']]).toEqual([['c'], undefined])
      const down = (await send('GET', '/v1/books?orderBy=title%20desc')).body
      expect(valuesOf(down['books'], 'title')).toEqual(['c', 'b', 'a'])
    })

    it('filters by comparisons as in OData', async () => {
      for (const [IcaoCode, Name] of [
        ['EDDF', "Frank'furt"],
        ['EDDM', 'Munich'],
        ['LFPG', 'Paris and Roissy'],
      ] as const)
        await send('POST', '/odata/Airports', { IcaoCode, Name })
      const found = async (filter: string): Promise<unknown> => {
        const { status, body } = await send('GET', `/odata/Airports?$filter=${encodeURIComponent(filter)}`)
        return status === 200 ? valuesOf(body['value'], 'IcaoCode') : [status, body['errors']?.[0]?.['path']]
      }
      expect(await found("Name eq 'Frank''furt'")).toEqual(['EDDF'])
      expect(await found("IcaoCode gt 'EDDF' and IcaoCode le 'LFPG' and Name ne 'Munich'")).toEqual(['LFPG'])
      expect(await found("contains(Name,' and ') and Name ne null")).toEqual(['LFPG'])
      expect(await found("IcaoCode in ('EDDM', 'LFPG') and startswith(IcaoCode,'E')")).toEqual(['EDDM'])
      expect(await found('Name eq null')).toEqual([])
      expect(await found("Name eq 'a' or Name eq 'b'")).toEqual([400, '$filter'])
      expect(await found("City eq 'a'")).toEqual([400, '$filter'])
      for (const code of ['EDDF', 'EDDM', 'LFPG']) await send('DELETE', `/odata/Airports('${code}')`)
    })

    it('asks for If-Match where the document requires it', async () => {
      const book = (await send('GET', '/v1/books?pageSize=1&orderBy=title')).body['books']?.[0]
      const path = `/v1/books/${String(book?.['id'])}`
      const tag = String((await send('GET', path)).headers['etag'])
      const put = (headers: Record<string, string>) =>
        send('PUT', path, { title: 'a', year: 2 }, { 'content-type': 'application/json', ...headers })
      expect((await put({})).status).toBe(428)
      expect((await put({ 'if-match': '"old"' })).status).toBe(412)
      const replaced = await put({ 'if-match': tag })
      expect([replaced.status, replaced.headers['etag']]).toEqual([204, tag])
    })

    it('accepts forms, pages after a key, filters by operators and expands relations', async () => {
      const book = (await send('GET', '/v1/books?pageSize=1&orderBy=title')).body['books']?.[0]
      for (const [created, name] of [
        ['1', 'x'],
        ['2', 'y'],
        ['3', 'z'],
      ] as const) {
        const { status, body } = await form('/coupons', { created, name, book: String(book?.['id']) })
        expect([status, body]).toEqual([
          200,
          {
            id: body['id'],
            object: 'coupon',
            created: Number(created),
            name,
            book: book?.['id'],
            others: [],
          },
        ])
      }
      const page = (await send('GET', '/coupons?limit=2')).body
      expect([page['has_more'], page['object'], page['url']]).toEqual([true, 'list', '/coupons'])
      const last = String(valuesOf(page['data'], 'id').at(-1))
      const rest = (await send('GET', `/coupons?limit=2&starting_after=${last}`)).body
      expect([Object.values(rest['data'] ?? {}).length, rest['has_more']]).toEqual([1, false])
      const newest = (await send('GET', '/coupons?limit=2&sort=-created')).body
      const second = String(valuesOf(newest['data'], 'id').at(-1))
      const older = (await send('GET', `/coupons?sort=-created&starting_after=${second}`)).body
      expect([...valuesOf(newest['data'], 'name'), ...valuesOf(older['data'], 'name')]).toEqual([
        'z',
        'y',
        'x',
      ])
      for (const sort of ['created,desc', 'newest'])
        expect((await send('GET', `/coupons?limit=2&sort=${sort}`)).body['data']).toEqual(newest['data'])
      const gone = (await send('GET', '/coupons?sort=created&starting_after=nothing')).body
      expect(gone['errors']?.[0]).toEqual({
        path: 'starting_after',
        message: 'must be the key of an item',
        in: 'query',
      })
      const wrong = await send('POST', '/coupons', '<x/>', { 'content-type': 'application/xml' })
      expect([wrong.status, wrong.body['detail']]).toEqual([
        415,
        'The content type of the body must be application/x-www-form-urlencoded.',
      ])
      const later = (await send('GET', '/coupons?created[gte]=2&created[lt]=3&expand=book')).body
      expect(valuesOf(later['data'], 'name')).toEqual(['y'])
      expect(later['data']?.[0]?.['book']?.['title']).toBe('a')
      const exact = (await send('GET', '/coupons?created=2&expand[]=book')).body
      expect(valuesOf(exact['data'], 'name')).toEqual(['y'])
      expect(exact['data']?.[0]?.['book']?.['title']).toBe('a')
      const id = String(book?.['id'])
      const several = (await form('/coupons', { created: '4', name: 'several', others: id })).body
      expect([several['book'], several['others']]).toEqual([null, [id]])
      const expanded = (await send('GET', '/coupons?created=4&expand[]=others')).body
      expect(expanded['data']?.[0]?.['others']?.[0]?.['title']).toBe('a')
      await send('DELETE', `/coupons/${String(several['id'])}`)
      expect((await send('GET', '/coupons?created[nth]=2')).status).toBe(400)
      expect((await send('GET', '/coupons?expand=color')).status).toBe(400)
      expect((await form(`/coupons/${last}`, { name: 'new' })).body['name']).toBe('new')
      expect((await send('DELETE', `/coupons/${last}`)).body).toEqual({
        id: last,
        object: 'coupon',
        deleted: true,
      })
    })

    it('serves keys in parentheses, and counts if asked to', async () => {
      for (const [IcaoCode, Name] of [
        ['EDDB', 'Berlin'],
        ['LFPG', 'Paris'],
      ] as const)
        expect((await send('POST', '/odata/Airports', { IcaoCode, Name })).headers['location']).toMatch(
          `/odata/Airports('${IcaoCode}')`,
        )
      expect((await send('GET', "/odata/Airports('EDDB')")).body).toEqual({
        IcaoCode: 'EDDB',
        Name: 'Berlin',
      })
      const { body } = await send('GET', '/odata/Airports?$top=1&$skip=1&$orderby=Name%20desc&$count=true')
      expect(body).toEqual({ '@odata.count': 2, value: [{ IcaoCode: 'EDDB', Name: 'Berlin' }] })
      expect(Object.keys((await send('GET', '/odata/Airports')).body)).toEqual(['value'])
      const slash = await send('POST', '/odata/Airports', { IcaoCode: 'A/B', Name: 'Slash' })
      const { pathname } = new URL(slash.headers['location'] ?? '')
      expect((await send('GET', pathname)).body).toEqual({ IcaoCode: 'A/B', Name: 'Slash' })
      expect((await send('DELETE', "/odata/Airports('EDDB')")).status).toBe(204)
      expect((await send('GET', "/odata/Airports('EDDB')")).status).toBe(404)
    })

    it('serves HAL, other JSON types and wrappers', async () => {
      for (const [stars, tag] of [
        [1, 'red'],
        [2, 'blue'],
        [3, 'red'],
      ] as const) {
        const { status, headers, body } = await send(
          'POST',
          '/notes',
          JSON.stringify({ note: { text: `n${stars}`, stars, tag } }),
          { 'content-type': 'application/vnd.notes+json' },
        )
        expect([status, body['note']?.['stars'], typeof headers['location']]).toEqual([201, stars, 'string'])
      }
      const large = JSON.stringify({ note: { text: 'x', stars: 3e9 } })
      const refused = await send('POST', '/notes', large, { 'content-type': 'application/vnd.notes+json' })
      expect([refused.body['errors']?.[0]?.['path'], refused.body['detail']]).toEqual([
        '/note/stars',
        expect.stringContaining(' note/stars: '),
      ])
      const { headers, body } = await send('GET', '/notes?page=1')
      expect(headers['content-type']).toMatch(/^application\/hal\+json/)
      expect([headers['x-next-page'], valuesOf(body['_embedded']?.['notes'], 'stars')]).toEqual(['2', [1, 2]])
      expect(body['page']).toEqual({ size: 2, totalElements: 3, totalPages: 2, number: 1 })
      expect(Object.keys(body['_links'] ?? {}).toSorted()).toEqual(['next', 'self'])
      const stars = async (query: string): Promise<readonly unknown[]> =>
        valuesOf((await send('GET', `/notes?${query}`)).body['_embedded']?.['notes'], 'stars')
      expect(await stars('minStars=2')).toEqual([2, 3])
      expect(await stars('tag=red')).toEqual([1, 3])
      expect(await stars('tag=red&tag=blue&size=9')).toEqual([1, 2, 3])
      const patched = await send('PATCH', `/notes/${String(body['_embedded']?.['notes']?.[0]?.['id'])}`, {
        text: 'x',
      })
      expect([patched.status, typeof patched.headers['etag']]).toEqual([200, 'string'])
    })

    it('selects items by the tenant in the path', async () => {
      const { status, body } = await send('POST', '/tenants/a/files', { name: 'one' })
      expect([status, body]).toEqual([201, { id: body['id'], name: 'one' }])
      await send('POST', '/tenants/b/files', { name: 'two' })
      expect(valuesOf((await send('GET', '/tenants/a/files')).body, 'name')).toEqual(['one'])
      // The name of the component is not an identifier.
      const { components } = (await send('GET', '/openapi.json')).body
      expect(components?.['schemas']?.['3D.File']?.['x-stored']).toBe(true)
      const path = `/tenants/b/files/${String(body['id'])}`
      expect((await send('GET', path)).status).toBe(404)
      expect((await send('PUT', path, { name: 'mine' })).status).toBe(404)
      expect((await send('DELETE', path)).status).toBe(404)
      const own = path.replace('/b/', '/a/')
      expect((await send('PUT', own, { name: 'new' })).body).toEqual({ id: body['id'], name: 'new' })
      expect((await send('PUT', own, { name: 'new', tenant_id: 'b' })).status).toBe(200)
      expect((await send('GET', own)).status).toBe(200)
      expect((await send('GET', '/tenants/a/files?tenant_id=b')).status).toBe(400)
      expect((await send('DELETE', own)).status).toBe(204)
    })

    it('pages by cursors in links, filters by objects, and never shows what is only written', async () => {
      const headers = { 'x-app': 'test' }
      const list = async (query: string): Promise<Body> =>
        (await send('GET', `/desk/tickets?${query}`, undefined, headers)).body
      for (const [title, status, words] of [
        ['a', 'open', 1],
        ['b', 'open', 2],
        ['c', 'closed', 3],
      ] as const)
        expect((await send('POST', '/desk/tickets', { title, status, words })).status).toBe(201)
      const wrong = await list('cursor=x')
      expect([wrong['errors']?.[0]?.['path'], wrong['detail']]).toEqual([
        'cursor',
        expect.stringMatching(/^Invalid query: cursor: /),
      ])
      // The largest limit that the document allows is the default.
      const first = await list('')
      expect(Object.values(first['data'] ?? {}).length).toBe(2)
      const next = new URL(String(first['links']?.['next']))
      expect(next.searchParams.get('cursor')).toBe(first['meta']?.['cursors']?.['next'])
      const last = await list(next.search.slice(1))
      expect([...valuesOf(first['data'], 'title'), ...valuesOf(last['data'], 'title')].toSorted()).toEqual([
        'a',
        'b',
        'c',
      ])
      expect([last['links'], last['meta']]).toEqual([
        { next: null, previous: null },
        { cursors: { next: null } },
      ])
      expect(valuesOf((await list('filter[status]=closed'))['data'], 'title')).toEqual(['c'])
      expect(valuesOf((await list('filter[status][]=closed&filter[longer]=1'))['data'], 'title')).toEqual([
        'c',
      ])
      expect(
        valuesOf((await list('filter[status]=open&filter[status]=closed&filter[longer]=2'))['data'], 'title'),
      ).toEqual(['c'])
      for (const [query, titles] of [
        ['sort[by]=title', ['a', 'b']],
        ['sort[by]=title&sort[direction]=desc', ['c', 'b']],
        ['sort[direction]=desc&sort[by]=length', ['c', 'b']],
      ] as const)
        expect(valuesOf((await list(query))['data'], 'title'), query).toEqual(titles)
      for (const query of ['filter[longer]=x', 'filter[x]=1', 'filter=x'])
        expect((await list(query))['errors']?.[0]?.['path'], query).toBe(query.replace(/=.*/, ''))
      // Names that `String.replace` would give a meaning.
      expect((await list('%24%27=1&%24%26=1&filter[longer]=x'))['detail']).toBe(
        "Invalid request: filter[longer]: must be integer; $': unknown parameter; $&: unknown parameter.",
      )
      const keys = [...valuesOf(first['data'], 'id'), ...valuesOf(last['data'], 'id')]
      expect(valuesOf((await list('sort[direction]=desc'))['data'], 'id')).toEqual(
        keys.toReversed().slice(0, 2),
      )
      for (const query of ['sort[by]=status', 'sort[direction]=up', 'sort[of]=title'])
        expect((await send('GET', `/desk/tickets?${query}`, undefined, headers)).status, query).toBe(400)
      const path = `/desk/tickets/${String(last['data']?.[0]?.['id'])}`
      const { status, body } = await send('POST', `${path}/replies`, { text: 'x' })
      expect([status, body]).toEqual([201, { id: body['id'], text: 'x' }])
      expect((await send('GET', `${path}/replies`)).body).toEqual([body])
      expect((await send('GET', `${path}/replies?ticket_id=x`)).status).toBe(400)
    })

    it('gives functions documents as their components say', async () => {
      const { id } = (await send('POST', '/desk/tickets', { title: 'd' })).body
      const { status, body } = await send('POST', `/desk/tickets/${String(id)}/close`)
      expect([status, body]).toEqual([200, { data: { id, title: 'd', status: 'closed' } }])
    })
  },
  {
    everyEngine: true,
    settings: { validate_responses: true, auth: false },
    code: {
      'src/actions/close-ticket.ts': `
import { type Ticket, registry } from '../generated/index.js'
registry.action('close_ticket', async ({ item, models, document }) => {
  const closed = await models.ticket.update({ where: { id: item.id }, data: { status: 'closed' } })
  const data: Ticket = await document('Ticket', closed ?? item)
  return { data }
})`,
    },
  },
)
