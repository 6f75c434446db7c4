import { beforeAll, expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const book = async (author: string, title: string) => {
    const { status, body } = await send('POST', `/v1/authors/${author}/books`, { title })
    expect(status, JSON.stringify(body)).toBe(201)
    return { body, at: `/v1/authors/${author}/books/${String(body['_pk'])}` }
  }

  beforeAll(async () => {
    await send('POST', '/v1/authors', [{ name: 'ada' }, { name: 'bob' }])
  })

  it('links a new item, or each item in a new list, to the parent', async () => {
    const { body } = await book('ada', 'first')
    expect(body).toMatchObject({ title: 'first', author: { name: 'ada' } })
    expect(body['_self']).toBe(`http://localhost/v1/books/${String(body['_pk'])}`)
    const many = await send('POST', '/v1/authors/ada/books', [{ title: 'second' }, { title: 'third' }])
    expect([many.status, many.body['count']]).toEqual([201, 2])
    expect((await send('GET', '/v1/authors/ada/books?_count')).body).toEqual({ total: 3 })
    expect((await send('GET', '/v1/authors/bob/books?_count')).body).toEqual({ total: 0 })
    const own = await send('POST', '/v1/authors/ada/books', { title: 'own', author: 'ada' })
    expect(own.status).toBe(201)
    for (const body of [
      { title: 'x', author: 'bob' },
      { title: 'x', author: null },
    ]) {
      const refused = await send('POST', '/v1/authors/ada/books', body)
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('author')])
    }
  })

  it("queries, changes and deletes only the parent's items", async () => {
    await book('bob', 'b1')
    await book('bob', 'b2')
    const before = (await send('GET', '/v1/authors/ada/books?_count')).body
    expect((await send('GET', '/v1/authors/bob/books?title=b1')).body['total']).toBe(1)
    expect((await send('GET', '/v1/authors/bob/books?author=ada&_count')).body).toEqual({ total: 0 })
    expect((await send('PATCH', '/v1/authors/bob/books?pages__exists=false', { pages: 7 })).body).toEqual({
      message: 'Updated 2 Book(s) objects',
      count: 2,
    })
    expect((await send('GET', '/v1/books?pages=7&_count')).body).toEqual({ total: 2 })
    expect((await send('PATCH', '/v1/authors/bob/books', { pages: 8, author: 'ada' })).status).toBe(400)
    expect((await send('PATCH', '/v1/authors/bob/books', { pages: 7, author: 'bob' })).status).toBe(200)
    expect((await send('DELETE', '/v1/authors/bob/books')).body['count']).toBe(2)
    expect((await send('GET', '/v1/authors/ada/books?_count')).body).toEqual(before)
    const page = await send('GET', '/v1/authors/ada/books?_limit=1&_aggs.n.value_count.field=title')
    expect(page.body).toEqual({ aggregations: { n: { value: Number(before['total']) } } })
  })

  it('shows, changes, replaces and deletes an item under its parent', async () => {
    const { at, body } = await book('ada', 'nested')
    const elsewhere = at.replace('ada', 'bob')
    for (const [method, data] of [
      ['GET', undefined],
      ['PATCH', { pages: 1 }],
      ['PUT', { title: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect([method, (await send(method, elsewhere, data)).status]).toEqual([method, 404])
    }
    expect((await send('PATCH', at, { pages: 2 })).body).toMatchObject({ pages: 2 })
    const put = await send('PUT', at, { title: 'replaced' })
    expect([put.status, put.body]).toEqual([200, expect.objectContaining({ title: 'replaced', pages: null })])
    expect(put.body['author']).toMatchObject({ name: 'ada' })
    expect((await send('PATCH', at, { ...put.body, pages: 3 })).status).toBe(200)
    for (const method of ['PATCH', 'PUT']) {
      for (const author of ['bob', null]) {
        const refused = await send(method, at, { title: 'moved', author })
        expect([refused.status, JSON.stringify(refused.body['errors'])]).toEqual([
          400,
          expect.stringContaining('"/author"'),
        ])
      }
    }
    expect((await send('DELETE', at)).body).toEqual({ message: 'Deleted' })
    expect((await send('GET', `/v1/books/${String(body['_pk'])}`)).status).toBe(404)
  })

  it('returns 404 below a missing parent, for any method', async () => {
    for (const [method, path, data] of [
      ['GET', '/v1/authors/none/books', undefined],
      ['POST', '/v1/authors/none/books', { title: 'x' }],
      ['PATCH', '/v1/authors/none/books', { pages: 1 }],
      ['DELETE', '/v1/authors/none/books', undefined],
      ['GET', '/v1/authors/none/links', undefined],
      ['POST', '/v1/authors/none/links', { a: 1 }],
      ['POST', '/v1/authors/none/books/1/cover', {}],
      ['GET', '/v1/authors/ada/books/999999/cover', undefined],
    ] as const) {
      expect([path, (await send(method, path, data)).status]).toEqual([path, 404])
    }
    expect((await send('GET', '/v1/books?title=x&_count')).body).toEqual({ total: 0 })
  })

  it('keeps a singular sub-resource linked to its parent', async () => {
    const { at, body } = await book('ada', 'with cover')
    const cover = `${at}/cover`
    for (const [method, data] of [
      ['GET', undefined],
      ['PATCH', { color: 'x' }],
      ['PUT', { color: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect([method, (await send(method, cover, data)).status]).toEqual([method, 404])
    }
    // RFC 9110, section 13.1.1
    expect((await send('POST', cover, { color: 'red' }, { 'if-match': '*' })).status).toBe(412)
    const created = await send('POST', cover, { color: 'red' })
    expect([created.status, created.headers['location']]).toEqual([201, created.body['_self']])
    expect(created.body['book']).toBe(body['id'])
    expect((await send('POST', cover, [{ color: 'red' }])).status).toBeGreaterThanOrEqual(400)
    expect((await send('POST', cover, {})).status).toBe(409)
    const read = await send('GET', cover)
    expect(read.body).toEqual(created.body)
    const tag = String(read.headers['etag'])
    expect((await send('PATCH', cover, { color: 'blue' }, { 'if-match': '"x"' })).status).toBe(412)
    expect((await send('PATCH', cover, { color: 'blue' }, { 'if-match': tag })).status).toBe(200)
    expect((await send('PUT', cover, {})).body).toMatchObject({ color: null, book: body['id'] })
    const other = await book('ada', 'other')
    for (const method of ['PUT', 'PATCH'])
      expect((await send(method, cover, { book: other.body['id'] })).status).toBe(400)
    expect((await send('DELETE', cover)).body).toEqual({ message: 'Deleted' })
    expect((await send('GET', at)).body['cover']).toBe(null)
    expect((await send('GET', cover)).status).toBe(404)
  })

  it('sets and removes keys in a dict', async () => {
    await send('POST', '/v1/authors', { name: 'dict' })
    const at = '/v1/authors/dict/links'
    expect((await send('GET', at)).body).toEqual({})
    expect((await send('POST', at, { a: 1, b: { c: [2] }, 'x/y': null })).body).toEqual({
      a: 1,
      b: { c: [2] },
      'x/y': null,
    })
    expect((await send('POST', at, { '-a': '', '-nothing': '', d: 'e' })).body).toEqual({
      b: { c: [2] },
      d: 'e',
      'x/y': null,
    })
    expect((await send('POST', at, ['-b', '-x/y'])).body).toEqual({ d: 'e' })
    for (const body of ['text', 5, null, ['add']])
      expect([body, (await send('POST', at, JSON.stringify(body))).status]).toEqual([body, 400])
    expect((await send('POST', at, '{"__proto__": 1}')).status).toBe(400)
    expect((await send('POST', at, { a: '\u0000' })).status).toBe(400)
    expect((await send('GET', '/v1/authors/dict')).body['links']).toEqual({ d: 'e' })
  })

  it('adds and removes items in a list', async () => {
    await send('POST', '/v1/authors', { name: 'list' })
    const at = '/v1/authors/list/tags'
    expect((await send('GET', at)).body).toEqual({ count: 0, data: [] })
    expect((await send('POST', at, ['poet', 'critic', 'poet'])).body).toEqual({
      count: 2,
      data: ['poet', 'critic'],
    })
    expect((await send('POST', at, { novelist: '', '-critic': '' })).body).toEqual({
      count: 2,
      data: ['poet', 'novelist'],
    })
    expect((await send('POST', at, ['-nothing', '-poet'])).body).toEqual({ count: 1, data: ['novelist'] })
    for (const body of ['text', 5, ['unknown'], [5]])
      expect([body, (await send('POST', at, JSON.stringify(body))).status]).toEqual([body, 400])
    const spansIn = (response: Awaited<ReturnType<typeof send>>): unknown[] =>
      [response.body['errors']].flat().map((fault) => Object(fault).path)
    expect(spansIn(await send('POST', at, ['poet', 'unknown', '-poet', 5]))).toEqual(['/1', '/3'])
    expect(spansIn(await send('POST', at, { poet: '', 'a/b': '' }))).toEqual(['/a~1b'])
    const whole = { name: 'places', tags: ['unknown', 'poet', 5] }
    expect(spansIn(await send('POST', '/v1/authors', [whole]))).toEqual(['/0/tags/0', '/0/tags/2'])
    expect((await send('GET', at)).body).toEqual({ count: 1, data: ['novelist'] })
  })

  it('returns an attribute as JSON', async () => {
    expect((await send('GET', '/v1/authors/ada/links')).headers['content-type']).toContain('json')
  })

  it.each(['_sort=name', '_fields=links', '_limit=1', 'name=ada', 'nope=1'])(
    'rejects %s on an attribute',
    async (query) => {
      const response = await send('GET', `/v1/authors/ada/links?${query}`)
      expect([response.status, JSON.stringify(response.body)]).toEqual([
        400,
        expect.stringContaining(query.replace(/=.*/, '')),
      ])
    },
  )

  it('pages through the items below a parent', async () => {
    await send('POST', '/v1/authors', { name: 'paged' })
    await send(
      'POST',
      '/v1/authors/paged/books',
      Array.from({ length: 7 }, (_, n) => ({ title: `t${n}` })),
    )
    const first = await send('GET', '/v1/authors/paged/books?_limit=3&_sort=title')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    expect(next).toContain('/v1/authors/paged/books?')
    const second = await send('GET', next)
    expect(second.body).toMatchObject({ total: 7, count: 3, data: [{ title: 't3' }, {}, {}] })
  })
})
