import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)

  it('creates an item and returns it with its URL', async () => {
    const { status, headers, body } = await send('POST', '/v1/authors', { name: 'ada' })
    expect(status).toBe(201)
    expect(headers['location']).toBe('http://localhost/v1/authors/ada')
    expect(body).toEqual({
      _type: 'Author',
      _pk: 'ada',
      _self: 'http://localhost/v1/authors/ada',
      name: 'ada',
      email: null,
      links: null,
      tags: null,
      books: [],
      written_reviews: [],
      edited_reviews: [],
    })
    expect((await send('GET', '/v1/authors/ada')).body).toEqual(body)
  })

  it('rejects a second item with the same key and names the field', async () => {
    const { status, body } = await send('POST', '/v1/authors', { name: 'ada' })
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain('name')
  })

  it('creates all items in a list or none, and reports the index of each error', async () => {
    const refused = await send('POST', '/v1/authors', [{ name: 'bob' }, { name: 3 }, { nome: 'eve' }])
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body['errors'])).toContain('"/1/name"')
    expect(JSON.stringify(refused.body['errors'])).toContain('"/2/nome"')
    expect((await send('GET', '/v1/authors?_count')).body).toEqual({ total: 1 })
    const taken = await send('POST', '/v1/authors', [{ name: 'bob' }, { name: 'ada' }])
    expect(taken.status).toBe(409)
    expect((await send('GET', '/v1/authors?_count')).body).toEqual({ total: 1 })
    const created = await send('POST', '/v1/authors', [{ name: 'bob' }, { name: 'eve' }])
    expect([created.status, created.body['count']]).toEqual([201, 2])
    expect((await send('POST', '/v1/authors', [])).body).toEqual({ count: 0, data: [] })
  })
})
