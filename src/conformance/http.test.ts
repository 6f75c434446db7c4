import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const problem = (status: number, instance: string) => ({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance,
  })

  it('lists the methods of each path for OPTIONS, and returns 405 for any other method', async () => {
    await send('POST', '/v1/authors', { name: 'opt' })
    const collection = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
    const item = 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'
    for (const [path, allow] of [
      ['/v1/authors', collection],
      ['/v1/authors/opt', item],
      ['/v1/authors/opt/books', collection],
    ] as const) {
      const response = await send('OPTIONS', path)
      expect([path, response.status, response.headers['allow']]).toEqual([path, 204, allow])
    }
    const refused = await send('POST', '/v1/authors/opt', {})
    expect([refused.status, refused.headers['allow'], refused.body]).toEqual([
      405,
      item,
      expect.objectContaining(problem(405, '/v1/authors/opt')),
    ])
    for (const [method, path, allow] of [
      ['DELETE', '/v1/authors/opt/written_reviews', 'GET, HEAD, POST'],
      ['PATCH', '/v1/authors/opt/tags', 'GET, HEAD, OPTIONS, POST'],
      ['TRACE', '/v1/authors', collection],
      ['QUERY', '/v1/authors', collection],
      ['OPTIONS', '/v1/authors/opt/links', 'GET, HEAD, POST'],
    ] as const) {
      const response = await send(method, path)
      expect([path, response.status, response.headers['allow']]).toEqual([path, 405, allow])
    }
  })

  it('handles HEAD like GET, but without a body', async () => {
    await send('POST', '/v1/authors', { name: 'head' })
    const get = await send('GET', '/v1/authors/head')
    const head = await send('HEAD', '/v1/authors/head')
    expect([head.status, head.headers['etag'], head.headers['content-length']]).toEqual([
      200,
      get.headers['etag'],
      get.headers['content-length'],
    ])
    expect((await send('HEAD', '/v1/authors')).status).toBe(200)
    expect((await send('HEAD', '/v1/authors/none')).status).toBe(404)
  })

  it.each([
    '/v1/nothing',
    '/nothing',
    '/v1/authors/none',
    '/v1/books/none',
    '/v1/books/0',
    '/v1/books/-1',
    '/v1/books/1.5',
    '/v1/books/99999999999999999999999999',
    '/v1/books/ffffffffffffffffffffffff',
    '/v1/books/%00',
    '/v1/books/%20',
    '/v1/authors/a%00b',
    '/v1/categories/1e3',
    '/v1/categories/99999999999',
    '/v1/categories/0x10',
    '/v1/authors/__proto__',
    '/v1/authors/none/books',
    '/v1/books/none/cover',
    '/v1/categories/none/children',
  ])('returns 404 for %s', async (path) => {
    const { status, headers, body } = await send('GET', path)
    expect([status, String(headers['content-type'])]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ])
    expect(body).toEqual(problem(404, path))
  })

  it("returns 400 if the path's encoding is invalid", async () => {
    for (const path of ['/v1/authors/%ff', '/v1/authors/%', '/v1/authors/%zz'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 400])
  })

  it("returns 400 if the query's encoding is invalid", async () => {
    for (const query of ['name=%ff', 'name=%', 'q=%zz', '%c3=a', 'name=%ed%a0%80'])
      expect([query, (await send('GET', `/v1/authors?${query}`)).status]).toEqual([query, 400])
    expect((await send('GET', '/v1/authors?name=%C3%A4%25+%F0%9F%98%80')).status).toBe(200)
  })

  it.each([
    ['{"name": "a"', 400],
    ['{"name": "a",}', 400],
    ['{name: "a"}', 400],
    ['nonsense', 400],
    ['', 400],
    ['null', 400],
    ['"text"', 400],
    ['5', 400],
    ['[5]', 400],
    ['[[]]', 400],
    ['{"__proto__": {"name": "a"}}', 400],
    ['{"constructor": 1, "name": "b"}', 400],
    ['{"name": "a", "links": {"__proto__": 1}}', 400],
    [`{"name": "a", "links": ${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, 400],
    [`{"name": "a", "links": {"a": "${'x'.repeat(1_100_000)}"}}`, 413],
  ] as const)('rejects the invalid body %#', async (text, expected) => {
    const { status, headers, body } = await send('POST', '/v1/authors', text)
    expect([status, String(headers['content-type'])]).toEqual([
      expected,
      expect.stringContaining('application/problem+json'),
    ])
    expect(body).toMatchObject(problem(expected, '/v1/authors'))
    expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(/)
    expect((await send('GET', '/v1/authors/a')).status).toBe(404)
  })

  it('rejects and names query parameters on requests that do not support any', async () => {
    await send('POST', '/v1/authors', { name: 'query', links: { a: 1 } })
    const { body: book } = await send('POST', '/v1/authors/query/books', { title: 'query' })
    const cover = `/v1/authors/query/books/${String(book['_pk'])}/cover`
    expect((await send('POST', cover, { color: 'red' })).status).toBe(201)
    for (const [method, path, body] of [
      ['GET', '/v1/authors/query'],
      ['HEAD', '/v1/authors/query'],
      ['PATCH', '/v1/authors/query', {}],
      ['PUT', '/v1/authors/query', {}],
      ['DELETE', '/v1/authors/query'],
      ['POST', '/v1/authors', { name: 'other' }],
      ['POST', '/v1/authors/query/books', { title: 'other' }],
      ['GET', `/v1/authors/query/books/${String(book['_pk'])}`],
      ['GET', cover],
      ['PATCH', cover, {}],
      ['PUT', cover, {}],
      ['DELETE', cover],
      ['GET', '/v1/authors/query/links'],
      ['POST', '/v1/authors/query/links', { b: 1 }],
      ['GET', '/v1/authors/query/tags'],
    ] as const) {
      const refused = await send(method, `${path}?nope=1&_limit=2`, body)
      expect(refused.status, `${method} ${path}`).toBe(400)
      if (method !== 'HEAD')
        expect(refused.body['errors'], `${method} ${path}`).toMatchObject([
          { path: 'nope' },
          { path: '_limit' },
        ])
    }
    expect((await send('GET', '/v1/authors/query')).body['links']).toEqual({ a: 1 })
    expect((await send('GET', '/v1/authors/other')).status).toBe(404)
    expect((await send('GET', '/v1/authors/query/books?_limit=2')).status).toBe(200)
  })

  it('validates the body only after finding the items in the path', async () => {
    await send('POST', '/v1/authors', { name: 'found' })
    for (const text of ['{"name": "a"', '', '{"__proto__": {}}', '[{"a": 1},]']) {
      for (const method of ['PATCH', 'PUT'] as const) {
        expect([text, (await send(method, '/v1/authors/found', text)).status]).toEqual([text, 400])
        expect([text, (await send(method, '/v1/authors/nobody', text)).status]).toEqual([text, 404])
      }
    }
    const unread = await send('PATCH', '/v1/authors/found', '{"name": "a"')
    expect(unread.body).toMatchObject(problem(400, '/v1/authors/found'))
    expect(unread.body['detail']).toMatch(/not valid JSON.*line 1/)
  })

  it('accepts only JSON, and merge patches for PATCH', async () => {
    await send('POST', '/v1/authors', { name: 'media' })
    const at = '/v1/authors/media'
    const as = (type: string) => ({ 'content-type': type })
    for (const [method, path, type, status] of [
      ['POST', '/v1/authors', 'text/plain', 415],
      ['POST', '/v1/authors', 'application/x-www-form-urlencoded', 415],
      ['POST', '/v1/authors', 'application/xml', 415],
      ['POST', '/v1/authors', 'application/merge-patch+json', 415],
      ['PUT', at, 'application/merge-patch+json', 415],
      ['PATCH', at, 'application/json-patch+json', 415],
      ['PATCH', at, 'application/merge-patch+json', 200],
      ['PATCH', at, 'application/json; charset=utf-8', 200],
      ['PUT', at, 'Application/JSON', 200],
    ] as const) {
      const response = await send(method, path, { name: 'media' }, as(type))
      expect([method, type, response.status]).toEqual([method, type, status])
    }
  })

  it('sends each document with its ETag, and returns 304 or 412 for conditional requests', async () => {
    const created = await send('POST', '/v1/authors', { name: 'tagged' })
    const at = '/v1/authors/tagged'
    const read = await send('GET', at)
    const tag = String(read.headers['etag'])
    expect(tag).toMatch(/^(W\/)?"[^"]+"$/)
    expect(created.headers['etag']).toBe(tag)
    expect((await send('GET', at, undefined, { 'if-none-match': tag })).status).toBe(304)
    expect((await send('GET', at, undefined, { 'if-none-match': `"x", ${tag}` })).status).toBe(304)
    expect((await send('GET', at, undefined, { 'if-none-match': '*' })).status).toBe(304)
    expect((await send('GET', at, undefined, { 'if-none-match': '"x"' })).status).toBe(200)
    const changed = await send('PATCH', at, { email: 'a@example.com' }, { 'if-match': tag })
    expect(changed.status).toBe(200)
    const newTag = String(changed.headers['etag'])
    expect(newTag).not.toBe(tag)
    expect((await send('GET', at)).headers['etag']).toBe(newTag)
    for (const [method, body] of [
      ['PATCH', { email: null }],
      ['PUT', { name: 'tagged' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await send(method, at, body, { 'if-match': tag })
      expect([method, refused.status, refused.body]).toEqual([method, 412, problem(412, at)])
    }
    expect((await send('GET', at)).body['email']).toBe('a@example.com')
    expect((await send('PATCH', at, { email: null }, { 'if-match': '*' })).status).toBe(200)
    expect((await send('PATCH', '/v1/authors/none', {}, { 'if-match': '*' })).status).toBe(404)
    expect((await send('DELETE', at, undefined, { 'if-match': `"x", ${tag}` })).status).toBe(200)
  })

  it('accepts only one of several concurrent changes with the same If-Match', async () => {
    await send('POST', '/v1/authors', { name: 'raced', links: { n: 0 } })
    const at = '/v1/authors/raced'
    const tag = String((await send('GET', at)).headers['etag'])
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send('PATCH', at, { links: { n: n + 1 } }, { 'if-match': tag })),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })

  it("builds _self from the request's scheme and host", async () => {
    await send('POST', '/v1/authors', { name: 'a/b c?#' })
    const path = '/v1/authors/a%2Fb%20c%3F%23'
    const { status, body } = await send('GET', path, undefined, {
      host: 'api.example.com:8080',
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'https',
    })
    expect([status, body['_self']]).toEqual([200, `http://api.example.com:8080${path}`])
  })

  it('omits the total from the response to a request with "Prefer: count=none"', async () => {
    const { body } = await send('GET', '/v1/authors?_limit=1', undefined, { prefer: 'count=none' })
    expect(Object.keys(body).sort()).toEqual(['count', 'data', 'start'])
    const all = await send('GET', '/v1/authors?_limit=1', undefined, { prefer: 'respond-async, Count=None' })
    expect(all.status).toBe(200)
  })

  it('confirms a deletion, and then returns 404', async () => {
    await send('POST', '/v1/authors', { name: 'gone' })
    const { status, body } = await send('DELETE', '/v1/authors/gone')
    expect([status, body]).toEqual([200, { message: 'Deleted' }])
    expect((await send('DELETE', '/v1/authors/gone')).status).toBe(404)
  })

  it('ignores the body of a DELETE request', async () => {
    await send('POST', '/v1/authors', { name: 'bodied' })
    expect((await send('DELETE', '/v1/authors/bodied', { any: 1 })).status).toBe(200)
  })
})
