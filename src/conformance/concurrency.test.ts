import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

const MANY = 50

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const all = <T>(work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: MANY }, (_, n) => work(n)))
  const counted = (responses: readonly { status: number }[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  it('lets only one of several concurrent requests use a unique value', async () => {
    const responses = await all(() => send('POST', '/v1/samples', { a_unique: 1 }))
    expect(counted(responses)).toEqual({ 201: 1, 409: MANY - 1 })
    expect((await send('GET', '/v1/samples?a_unique=1&_count')).body).toEqual({ total: 1 })
  })

  it('lets only one of several concurrent requests use a key', async () => {
    const responses = await all((n) => send('POST', '/v1/authors', { name: 'same', links: { n } }))
    expect(counted(responses)).toEqual({ 201: 1, 409: MANY - 1 })
  })

  it('links only one item to the other end of a one-to-one relationship', async () => {
    const book = await send('POST', '/v1/books', { title: 'one cover' })
    const responses = await all(() => send('POST', '/v1/covers', { book: book.body['id'] }))
    expect(counted(responses)).toEqual({ 201: 1, 409: MANY - 1 })
    const covers = await Promise.all([
      send('POST', '/v1/covers', { color: 'red' }),
      send('POST', '/v1/covers', { color: 'blue' }),
    ])
    const other = await send('POST', '/v1/books', { title: 'other cover' })
    const links = await Promise.all(
      covers.map(({ body }) =>
        send('PATCH', `/v1/covers/${String(body['_pk'])}`, { book: other.body['id'] }),
      ),
    )
    expect(counted(links)).toEqual({ 200: 1, 409: 1 })
  })

  it('writes lists of the same items in any order', async () => {
    for (const name of ['left', 'right']) await send('POST', '/v1/authors', { name })
    const books = await send(
      'POST',
      '/v1/books',
      Array.from({ length: 20 }, (_, n) => ({ title: `shuffled ${n}` })),
    )
    const keys = Object.values(books.body['data'] ?? {}).map(
      (book) => Number(book['id'] ?? 0) || String(book['_pk']),
    )
    const responses = await all((n) => {
      const order = keys.toSorted(() => Math.random() - 0.5)
      return send('PATCH', `/v1/authors/${n % 2 === 0 ? 'left' : 'right'}`, { books: order })
    })
    expect(counted(responses)).toEqual({ 200: MANY })
  }, 60_000)

  it('creates only one singular sub-resource for a parent', async () => {
    await send('POST', '/v1/authors', { name: 'singular' })
    const book = await send('POST', '/v1/authors/singular/books', { title: 'covered' })
    const at = `/v1/authors/singular/books/${String(book.body['_pk'])}/cover`
    const responses = await all((n) => send('POST', at, { color: `c${n}` }))
    expect(counted(responses)).toEqual({ 201: 1, 409: MANY - 1 })
  })

  it('does not lose concurrent changes to a dict', async () => {
    await send('POST', '/v1/authors', { name: 'dict' })
    const responses = await all((n) => send('POST', '/v1/authors/dict/links', { [`k${n}`]: n }))
    expect(counted(responses)).toEqual({ 200: MANY })
    expect(Object.keys((await send('GET', '/v1/authors/dict/links')).body)).toHaveLength(MANY)
    await all((n) => send('POST', '/v1/authors/dict/links', { [`-k${n}`]: '' }))
    expect((await send('GET', '/v1/authors/dict/links')).body).toEqual({})
  })

  it('does not lose concurrent additions to or removals from a list', async () => {
    await send('POST', '/v1/authors', { name: 'list', tags: ['poet'] })
    const responses = await Promise.all([
      send('POST', '/v1/authors/list/tags', ['critic']),
      send('POST', '/v1/authors/list/tags', { '-poet': '' }),
      send('POST', '/v1/authors/list/tags', ['novelist']),
    ])
    expect(counted(responses)).toEqual({ 200: 3 })
    const { body } = await send('GET', '/v1/authors/list/tags')
    expect(JSON.parse(JSON.stringify(body['data'])).sort()).toEqual(['critic', 'novelist'])
  })

  it('does not lose concurrent patches to a dict', async () => {
    await send('POST', '/v1/authors', { name: 'patched' })
    const responses = await all((n) => send('PATCH', '/v1/authors/patched', { links: { [`k${n}`]: n } }))
    expect(counted(responses)).toEqual({ 200: MANY })
    expect(Object.keys((await send('GET', '/v1/authors/patched')).body['links'] ?? {})).toHaveLength(MANY)
  })

  it('does not lose patches to a dict sent concurrently to the item and to the collection', async () => {
    await send('POST', '/v1/authors', [
      { name: 'both 1', tags: ['critic'] },
      { name: 'both 2', tags: ['critic'] },
    ])
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send('PATCH', n % 2 === 0 ? '/v1/authors?tags=critic' : '/v1/authors/both%201', {
          links: { [`k${n}`]: n },
        }),
      ),
    )
    expect(counted(responses)).toEqual({ 200: 20 })
    const { body } = await send('GET', '/v1/authors/both%201')
    expect(Object.keys(body['links'] ?? {})).toHaveLength(20)
  })

  it('deletes an item only once', async () => {
    await send('POST', '/v1/authors', { name: 'deleted' })
    const responses = await all(() => send('DELETE', '/v1/authors/deleted'))
    expect(counted(responses)).toEqual({ 200: 1, 404: MANY - 1 })
  })

  it('creates either all items in a list or none, even if several lists are sent concurrently', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        send('POST', '/v1/categories', [
          { number: 1, label: 'list' },
          { number: 2, label: 'list' },
          { number: 3, label: 'list' },
        ]),
      ),
    )
    expect(counted(responses)).toEqual({ 201: 1, 409: 9 })
    expect((await send('GET', '/v1/categories?label=list&_count')).body).toEqual({ total: 3 })
  })
})
