import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine(
  'library',
  (service) => {
    const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)

    it('handles a GET with _m as a request with that method, and with the other parameters as its body', async () => {
      const created = await send(
        'GET',
        '/v1/samples?_m=POST&a_string=5&an_integer=5&a_boolean=true&a_list=1,2&a_date=2015-03-14&a_dict={"size":3}',
      )
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      expect(created.body).toMatchObject({
        a_string: '5',
        an_integer: 5,
        a_boolean: true,
        a_list: [1, 2],
        a_date: '2015-03-14',
        a_dict: { size: 3 },
      })
      expect(created.headers['location']).toBe(created.body['_self'])
      const at = `/v1/samples/${String(created.body['_pk'])}`
      const patched = await send('GET', `${at}?_m=PATCH&an_integer=6`)
      expect([patched.status, patched.body]).toEqual([
        200,
        expect.objectContaining({ an_integer: 6, a_string: '5' }),
      ])
      const put = await send('GET', `${at}?_m=put&a_list=7`)
      expect([put.status, put.body]).toEqual([
        200,
        expect.objectContaining({ an_integer: null, a_list: [7], a_string: null }),
      ])
      expect((await send('GET', `${at}?_m=DELETE`)).body).toEqual({ message: 'Deleted' })
      expect((await send('GET', at)).status).toBe(404)
    })

    it('accepts the keys of related items, and validates the body like any other', async () => {
      await send('POST', '/v1/authors', { name: 'ada' })
      const created = await send('GET', '/v1/books?_m=POST&title=a&author=ada')
      expect(created.body).toMatchObject({ title: 'a', author: { name: 'ada' } })
      const refused = await send('GET', '/v1/books?_m=POST&pages=many&nothing=1')
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body['errors'])).toContain('/pages')
      expect(JSON.stringify(refused.body['errors'])).toContain('/nothing')
    })

    it('supports sub-resources', async () => {
      await send('POST', '/v1/authors', { name: 'sub' })
      const book = await send('GET', '/v1/authors/sub/books?_m=POST&title=s')
      expect(book.body).toMatchObject({ title: 's', author: { name: 'sub' } })
      const cover = `/v1/authors/sub/books/${String(book.body['_pk'])}/cover`
      expect((await send('GET', `${cover}?_m=POST&color=red`)).body).toMatchObject({ color: 'red' })
      expect((await send('GET', `${cover}?_m=PATCH&color=5`)).body).toMatchObject({ color: '5' })
      expect((await send('GET', `${cover}?_m=DELETE`)).body).toEqual({ message: 'Deleted' })
      expect((await send('GET', '/v1/authors/sub/links?_m=POST&home=h&-old=')).body).toEqual({ home: 'h' })
      expect((await send('GET', '/v1/authors/sub/tags?_m=POST&poet=')).body).toEqual({
        count: 1,
        data: ['poet'],
      })
      await send('POST', '/v1/categories', { number: 1 })
      const child = await send('GET', '/v1/categories/1/children?_m=POST&number=2')
      expect(child.body).toMatchObject({ number: 2, parent: 1 })
    })

    it.each([
      '/v1/books?_m=PATCH&title=x',
      '/v1/books?_m=DELETE',
      '/v1/books?_m=PUT&title=x',
      '/v1/books?_m=NONSENSE',
      '/v1/books?_m=',
      '/v1/books?_m=GET',
      '/v1/books?_m=POST&_m=POST&title=x',
      '/v1/books?_m=POST&title=x&__proto__=1',
    ])('rejects %s', async (path) => {
      expect((await send('GET', path)).status).toBe(400)
    })

    it.each([
      { cookie: 'auth_tkt=x' },
      { authorization: 'Basic YTpi' },
      { authorization: 'digest username="a"' },
      { authorization: 'Negotiate YTpi' },
    ])(
      'rejects a request with credentials that browsers add to requests of other sites: %j',
      async (headers) => {
        const { status, body } = await send('GET', '/v1/books?_m=POST&title=forged', undefined, headers)
        expect([status, body['detail']]).toEqual([400, expect.stringContaining('cannot be tunneled')])
        expect((await send('GET', '/v1/books?title=forged')).body).toMatchObject({ total: 0 })
      },
    )

    it('allows only the methods supported by the path', async () => {
      expect((await send('GET', '/v1/authors/ada?_m=POST&name=x')).status).toBe(405)
    })

    it('returns the items in several collections, one collection after the other', async () => {
      await send('POST', '/v1/authors', [{ name: 'b1' }, { name: 'b2' }])
      const authors = Number((await send('GET', '/v1/authors?_count')).body['total'])
      const books = Number((await send('GET', '/v1/books?_count')).body['total'])
      const { status, body } = await send('GET', '/v1/authors,books')
      expect([status, body['total'], body['start']]).toEqual([200, authors + books, 0])
      const types: string[] = JSON.parse(JSON.stringify(body['data'])).map(
        (item: { _type: string }) => item._type,
      )
      expect(types).toEqual([
        ...Array.from({ length: authors }, () => 'Author'),
        ...Array.from({ length: books }, () => 'Book'),
      ])
      const page = await send('GET', `/v1/authors,books?_start=${authors - 1}&_limit=2`)
      expect(page.body['data']).toMatchObject([{ _type: 'Author' }, { _type: 'Book' }])
      expect((await send('GET', '/v1/authors,books?_count')).body).toEqual({ total: authors + books })
      expect((await send('GET', '/v1/samples,covers?id__exists=true')).status).toBe(200)
      expect((await send('GET', '/v1/authors,books?name=ada')).status).toBe(400)
      expect((await send('GET', '/v1/authors,nothing')).status).toBe(404)
      expect((await send('GET', '/v1/authors,authors')).status).toBe(400)
      const refused = await send('POST', '/v1/authors,books', {})
      expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD'])
    })

    it('limits the length of a to-many list, and returns its total', async () => {
      await send('POST', '/v1/authors', { name: 'prolific' })
      await send(
        'POST',
        '/v1/books',
        [1, 2, 3, 4, 5].map((n) => ({ title: `p${n}`, author: 'prolific' })),
      )
      await send(
        'POST',
        '/v1/reviews',
        [1, 2, 3, 4].map((stars) => ({ writer: 'prolific', stars })),
      )
      const { body } = await send('GET', '/v1/authors/prolific')
      expect(body['books']).toMatchObject([{ title: 'p1' }, { title: 'p2' }, { title: 'p3' }])
      expect([body['books_total'], body['written_reviews_total'], body['edited_reviews_total']]).toEqual([
        5,
        4,
        undefined,
      ])
      expect(body['written_reviews']).toHaveLength(3)
    })
  },
  { settings: { enable_get_tunneling: true, enable_polymorphic_query: true, nested_limit: 3 } },
)

onEveryEngine('library', (service) => {
  it('rejects tunneling and several collections if they are disabled', async () => {
    for (const headers of [{}, { cookie: 'a=b' }]) {
      const { status, body } = await service().send('GET', '/v1/books?_m=POST&title=x', undefined, headers)
      expect([status, body['detail']]).toEqual([400, expect.stringContaining('tunneling is off')])
    }
    expect((await service().send('GET', '/v1/books?_count')).body).toEqual({ total: 0 })
    expect((await service().send('GET', '/v1/authors,books')).status).toBe(404)
  })
})
