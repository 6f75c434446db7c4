import { beforeAll, expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const create = async (path: string, body: object) => {
    const response = await send('POST', `/v1${path}`, body)
    expect(response.status, JSON.stringify(response.body)).toBe(201)
    return String(response.body['_pk'])
  }

  beforeAll(async () => {
    await create('/authors', [{ name: 'ada' }, { name: 'bob' }, { name: 'cy' }]).catch(() => undefined)
  })

  it('links an item by its back-reference, and shows the link on both sides', async () => {
    const id = await create('/books', { title: 'Notes', author: 'ada' })
    const book = (await send('GET', `/v1/books/${id}`)).body
    expect(book['author']).toMatchObject({ _type: 'Author', name: 'ada' })
    expect(book).not.toHaveProperty('author_name')
    const { body } = await send('GET', '/v1/authors/ada')
    expect(body['books']).toMatchObject([{ _type: 'Book', _pk: id, title: 'Notes' }])
  })

  it('nests documents to the depth set for the requested model, and shows keys below that depth', async () => {
    const id = await create('/books', { title: 'Deep', author: 'bob' })
    const author = (await send('GET', '/v1/authors/bob')).body
    expect(author['books']?.[0]?.['author']).toBe('bob')
    const book = (await send('GET', `/v1/books/${id}`)).body
    expect(book['author']?.['books']).toMatchObject([{ _type: 'Book', author: 'bob' }])
  })

  it('unlinks an item if its back-reference is set to null', async () => {
    const id = await create('/books', { title: 'Loose', author: 'ada' })
    const { status, body } = await send('PATCH', `/v1/books/${id}`, { author: null })
    expect([status, body['author']]).toEqual([200, null])
  })

  it('replaces the list on the other side, and rejects a key that does not exist', async () => {
    const [first, second] = [
      await create('/books', { title: 'One' }),
      await create('/books', { title: 'Two' }),
    ]
    const keyOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : text)
    const linked = await send('PATCH', '/v1/authors/cy', { books: [keyOf(first), keyOf(second)] })
    expect(linked.status, JSON.stringify(linked.body)).toBe(200)
    expect((await send('GET', `/v1/books?author=cy&_count`)).body).toEqual({ total: 2 })
    await send('PATCH', '/v1/authors/cy', { books: [keyOf(second)] })
    expect((await send('GET', `/v1/books/${first}`)).body['author']).toBe(null)
    const refused = await send('PATCH', `/v1/books/${first}`, { author: 'nobody' })
    expect(refused.status).toBe(400)
    expect(String(refused.body['detail'])).toContain('nobody')
    expect((await send('POST', '/v1/authors', { name: 'dan', books: [keyOf(first), 'x'] })).status).toBe(400)
    expect((await send('GET', '/v1/authors/dan')).status).toBe(404)
  })

  it('rejects writing a foreign key, and names the field to use', async () => {
    const { status, body } = await send('POST', '/v1/reviews', { writer_name: 'ada' })
    expect(status).toBe(400)
    expect(JSON.stringify(body['errors'])).toContain('writer')
    expect((await send('POST', '/v1/reviews', { stars: 3 })).status).toBe(400)
  })

  it('applies ondelete to related items', async () => {
    await create('/authors', { name: 'restricted' })
    const book = await create('/books', { title: 'Kept', author: 'restricted' })
    expect((await send('DELETE', '/v1/authors/restricted')).status).toBe(409)
    await create('/authors', { name: 'critic' })
    await create('/authors', { name: 'boss' })
    const review = await create('/reviews', { writer: 'critic', editor: 'boss', stars: 5 })
    expect((await send('DELETE', '/v1/authors/boss')).status).toBe(200)
    expect((await send('GET', `/v1/reviews/${review}`)).body).toMatchObject({
      editor: null,
      writer: 'critic',
    })
    expect((await send('DELETE', '/v1/authors/critic')).status).toBe(200)
    expect((await send('GET', `/v1/reviews/${review}`)).status).toBe(404)
    expect((await send('GET', `/v1/books/${book}`)).status).toBe(200)
  })

  it('allows at most one item at the other end of a one-to-one relationship', async () => {
    const book = await create('/books', { title: 'Covered' })
    const created = await send('POST', `/v1/books/${book}`, {})
    expect(created.status).toBe(405)
    const key = /^\d+$/.test(book) ? Number(book) : book
    const author = await create('/authors', { name: `with cover ${book}` })
    await send('PATCH', `/v1/books/${book}`, { author })
    const at = `/v1/authors/${encodeURIComponent(author)}/books/${book}/cover`
    expect((await send('GET', at)).status).toBe(404)
    const cover = await send('POST', at, { color: 'red' })
    expect(cover.status, JSON.stringify(cover.body)).toBe(201)
    expect(cover.body).toMatchObject({ color: 'red', book: key })
    expect((await send('POST', at, { color: 'blue' })).status).toBe(409)
    expect((await send('GET', `/v1/books/${book}`)).body['cover']).toBe(cover.body['id'])
    expect((await send('PATCH', at, { color: 'green' })).body).toMatchObject({ color: 'green', book: key })
    expect((await send('PUT', at, {})).body).toMatchObject({ color: null, book: key })
    expect((await send('DELETE', at)).status).toBe(200)
    expect((await send('GET', at)).status).toBe(404)
  })

  it('rejects invalid keys of related items, and accepts nested documents', async () => {
    const book = await create('/books', { title: 'keyed', author: 'ada' })
    for (const author of [{}, ['ada'], { name: 'ada' }, { $ne: null }, { _pk: ['ada'] }, true, 5]) {
      const refused = await send('PATCH', `/v1/books/${book}`, { author })
      expect([author, refused.status]).toEqual([author, 400])
    }
    for (const books of ['x', {}, [{}], [[]], [null], ['nothing'], 5, true]) {
      const refused = await send('PATCH', '/v1/authors/ada', { books })
      expect([books, refused.status]).toEqual([books, 400])
    }
    const { body } = await send('GET', `/v1/books/${book}`)
    expect((await send('PATCH', `/v1/books/${book}`, { author: body['author'] })).status).toBe(200)
    expect((await send('GET', '/v1/authors/ada')).body['books']?.length).toBeGreaterThan(0)
  })

  it('relates a model to itself', async () => {
    await create('/categories', { number: 1, label: 'root' })
    const child = await send('POST', '/v1/categories/1/children', { number: 2, label: 'leaf' })
    expect(child.status, JSON.stringify(child.body)).toBe(201)
    expect(child.body['parent']).toBe(1)
    expect((await send('GET', '/v1/categories/1/children')).body).toMatchObject({
      total: 1,
      data: [{ number: 2 }],
    })
    expect((await send('GET', '/v1/categories/1')).body['children']).toEqual([2])
  })

  it('finds nested items only below their own parent', async () => {
    const book = await create('/books', { title: 'Mine', author: 'ada' })
    expect((await send('GET', `/v1/authors/ada/books/${book}`)).status).toBe(200)
    expect((await send('GET', `/v1/authors/bob/books/${book}`)).status).toBe(404)
    expect((await send('GET', `/v1/authors/nobody/books`)).status).toBe(404)
    const other = await send('POST', '/v1/authors/ada/books', { title: 'Not mine', author: 'bob' })
    expect(other.status).toBe(400)
  })

  it('changes lists and dicts through their attribute sub-resources', async () => {
    await create('/authors', { name: 'attr', tags: ['poet'] })
    expect((await send('GET', '/v1/authors/attr/links')).body).toEqual({})
    expect((await send('POST', '/v1/authors/attr/links', { home: 'h', blog: { url: 'b' } })).body).toEqual({
      blog: { url: 'b' },
      home: 'h',
    })
    expect((await send('POST', '/v1/authors/attr/links', { '-home': '' })).body).toEqual({
      blog: { url: 'b' },
    })
    expect((await send('POST', '/v1/authors/attr/tags', ['critic', 'poet'])).body).toEqual({
      count: 2,
      data: ['poet', 'critic'],
    })
    expect((await send('POST', '/v1/authors/attr/tags', { '-poet': '' })).body).toEqual({
      count: 1,
      data: ['critic'],
    })
    expect((await send('POST', '/v1/authors/attr/tags', ['dancer'])).status).toBe(400)
  })
})
