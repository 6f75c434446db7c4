import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'
import { processorTime } from '../testing/processor-time.js'

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const make = async (collection: string, body: object) => {
    const { status, body: created } = await send('POST', `/v1/${collection}`, body)
    expect(status, JSON.stringify(created)).toBe(201)
    return { created, at: `/v1/${collection}/${encodeURIComponent(String(created['_pk']))}` }
  }

  it("merges dicts, and validates the result against the field's schema", async () => {
    const { at } = await make('samples', { a_dict: { size: 1, color: { hue: 'red', depth: 2 } } })
    const patched = await send('PATCH', at, { a_dict: { color: { depth: null, tone: 'x' }, more: [1] } })
    expect(patched.body['a_dict']).toEqual({ size: 1, color: { hue: 'red', tone: 'x' }, more: [1] })
    const refused = await send('PATCH', at, { a_dict: { size: 'big' } })
    expect([refused.status, JSON.stringify(refused.body['errors'])]).toEqual([
      400,
      expect.stringContaining('/a_dict/size'),
    ])
    expect((await send('PATCH', at, { a_dict: { size: null } })).body['a_dict']).toEqual({
      color: { hue: 'red', tone: 'x' },
      more: [1],
    })
    expect((await send('PATCH', at, { a_dict: null })).body['a_dict']).toBe(null)
    expect((await send('PATCH', at, { a_dict: { a: null, b: 1 } })).body['a_dict']).toEqual({ b: 1 })
  })

  it('merges dicts item by item in a PATCH on a collection', async () => {
    const kept = await make('samples', {
      a_string: 'dicts',
      a_dict: { size: 1, b: { c: 1, d: 2 } },
      a_pickle: { a: 1 },
    })
    const empty = await make('samples', { a_string: 'dicts' })
    const query = '/v1/samples?a_string=dicts'
    const patched = await send('PATCH', query, {
      a_dict: { b: { c: null, e: 3 }, more: [1] },
      a_pickle: { b: 2 },
      a_text: 'x',
    })
    expect(patched.body).toEqual({ message: 'Updated 2 Sample(s) objects', count: 2 })
    expect((await send('GET', kept.at)).body).toMatchObject({
      a_dict: { size: 1, b: { d: 2, e: 3 }, more: [1] },
      a_text: 'x',
    })
    expect((await send('GET', kept.at)).body['a_pickle']).toEqual({ b: 2 })
    expect((await send('GET', empty.at)).body['a_dict']).toEqual({ b: { e: 3 }, more: [1] })
    const before = (await send('GET', query)).body['data']
    for (const body of [{ a_dict: { size: 'big' } }, { a_dict: { size: 2.5 }, a_text: 'y' }]) {
      const { status, body: problem } = await send('PATCH', query, body)
      expect([status, JSON.stringify(problem['errors'])]).toEqual([
        400,
        expect.stringContaining('/a_dict/size'),
      ])
    }
    expect((await send('GET', query)).body['data']).toEqual(before)
    expect((await send('PATCH', query, { a_dict: null })).body['count']).toBe(2)
    expect((await send('GET', kept.at)).body['a_dict']).toBeNull()
  })

  it('does not change any items if the merged dict in one of them is invalid', async () => {
    const first = await make('samples', { a_string: 'fits', a_dict: { b: 1 } })
    const second = await make('samples', { a_string: 'fits', a_dict: { size: 3 } })
    expect((await send('PATCH', '/v1/samples?a_string=fits', { a_dict: { size: null, c: 1 } })).status).toBe(
      200,
    )
    expect((await send('PATCH', '/v1/samples?a_string=fits', { a_dict: { size: [] } })).status).toBe(400)
    expect((await send('GET', first.at)).body['a_dict']).toEqual({ b: 1, c: 1 })
    expect((await send('GET', second.at)).body['a_dict']).toEqual({ c: 1 })
  })

  it('replaces dicts in a PUT on a collection, and validates them as a whole', async () => {
    const { at } = await make('samples', { a_string: 'whole', a_dict: { size: 1, b: 2 } })
    const query = '/v1/samples?a_string=whole'
    expect((await send('PUT', query, { a_dict: { size: 'big' } })).status).toBe(400)
    expect((await send('GET', at)).body['a_dict']).toEqual({ size: 1, b: 2 })
    expect((await send('PUT', query, { a_dict: { b: 3 } })).body['count']).toBe(1)
    expect((await send('GET', at)).body['a_dict']).toEqual({ b: 3 })
  })

  it('lists errors inside and outside a dict together', async () => {
    const { at } = await make('samples', {})
    const refused = await send('PATCH', at, { a_dict: { size: 'big' }, a_boolean: 'yes' })
    expect(refused.status).toBe(400)
    for (const path of ['/a_boolean', '/a_dict/size'])
      expect(JSON.stringify(refused.body['errors'])).toContain(path)
  })

  it('lists the first 100 errors in a body, and reports their total number', async () => {
    const start = processorTime()
    const { status, body } = await send(
      'POST',
      '/v1/books',
      Array.from({ length: 50_000 }, () => ({ title: 1, x: 2 })),
    )
    expect([status, body['errors']?.length]).toEqual([400, 100])
    expect(body['detail']).toContain('100000 errors')
    expect(processorTime() - start).toBeLessThan(3000)
  })

  it('changes all of the selected items or none', async () => {
    const numbers = [501, 502, 503]
    for (const a_unique of numbers) await make('samples', { a_string: 'atomic', a_unique })
    const query = '/v1/samples?a_string=atomic'
    for (const method of ['PATCH', 'PUT'])
      expect((await send(method, query, { a_unique: 599 })).status).toBe(409)
    const { body } = await send('GET', `${query}&_sort=a_unique`)
    expect(body['data']).toMatchObject(numbers.map((a_unique) => ({ a_unique })))
  })

  it('stores names that have a special meaning in a database', async () => {
    const names = {
      'a.b': 1,
      $set: { $where: [{ 'x.y': 1, '.': 2 }] },
      _bsontype: 'Code',
      '%2E': 1,
      '\uFDD0a%.': 2,
      '': 3,
    }
    const { at } = await make('samples', { a_dict: names, a_pickle: [names] })
    expect((await send('GET', at)).body).toMatchObject({ a_dict: names, a_pickle: [names] })
    const patched = await send('PATCH', at, { a_dict: { $set: { $where: null, 'c.d': 1 }, _bsontype: null } })
    const { _bsontype: _removed, ...others } = names
    expect(patched.body['a_dict']).toEqual({ ...others, $set: { 'c.d': 1 } })
    const author = await make('authors', { name: 'names', links: names })
    expect((await send('POST', `${author.at}/links`, { 'e.f': 1, '-a.b': '' })).body).toMatchObject({
      'e.f': 1,
      $set: names.$set,
    })
    expect((await send('PATCH', '/v1/authors?name=names', { links: { 'e.f': null, $inc: 1 } })).status).toBe(
      200,
    )
    const { 'a.b': _gone, ...left } = names
    expect((await send('GET', `${author.at}/links`)).body).toEqual({ ...left, $inc: 1 })
  })

  it('replaces whole lists, and keeps fields omitted from a PATCH', async () => {
    const { at } = await make('samples', { a_list: [1, 2], a_string: 'kept', a_pickle: { a: 1, b: 2 } })
    const { body } = await send('PATCH', at, { a_list: [3], a_pickle: { c: 3 } })
    expect(body).toMatchObject({ a_list: [3], a_string: 'kept' })
    expect((await send('PATCH', at, {})).body).toEqual(body)
  })

  it('clears any optional field with null, regardless of its JSON type', async () => {
    const { created, at } = await make('books', { title: 'a', pages: 3, in_print: true, keywords: ['x'] })
    const cleared = {
      pages: null,
      in_print: null,
      keywords: null,
      genre: null,
      price: null,
      created_at: null,
    }
    const { status, body } = await send('PATCH', at, cleared)
    expect([status, body]).toEqual([200, expect.objectContaining(cleared)])
    const refused = await send('PATCH', at, { title: null })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('/title')])
    expect(created['title']).toBe('a')
  })

  it('replaces an item by PUT: omitted fields get their default or null, and relations are unlinked', async () => {
    await make('authors', { name: 'put' })
    const { at } = await make('books', { title: 'a', pages: 3, in_print: false, genre: null, author: 'put' })
    const { status, body } = await send('PUT', at, { title: 'b' })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ title: 'b', pages: null, in_print: true, genre: 'prose', author: null }),
    ])
    expect((await send('GET', '/v1/authors/put')).body['books']).toEqual([])
    const refused = await send('PUT', at, { pages: 1 })
    expect([refused.status, JSON.stringify(refused.body['errors'])]).toEqual([
      400,
      expect.stringContaining('/title'),
    ])
  })

  it('unlinks items omitted from a PUT on the "one" side', async () => {
    const author = await make('authors', { name: 'one side' })
    const book = await make('books', { title: 'linked', author: 'one side' })
    const kept = await send('PUT', author.at, { name: 'one side', books: [book.created['id']] })
    expect(kept.body['books']).toMatchObject([{ title: 'linked' }])
    expect((await send('PUT', author.at, { name: 'one side' })).body['books']).toEqual([])
    expect((await send('GET', book.at)).body['author']).toBe(null)
  })

  it('accepts its own documents unmodified, including nested ones and totals', async () => {
    const author = await make('authors', { name: 'sent back', tags: ['poet'], links: { a: 1 } })
    const book = await make('books', { title: 'again', author: 'sent back', price: '1.5', keywords: ['k'] })
    await make('reviews', { writer: 'sent back', book: book.created['id'], stars: 4 })
    for (const at of [author.at, book.at]) {
      const { body } = await send('GET', at)
      const { changed_at: _before, ...same } = body
      const put = await send('PUT', at, body)
      expect(put.status, JSON.stringify(put.body)).toBe(200)
      expect(put.body).toMatchObject(same)
      const patched = await send('PATCH', at, body)
      expect([patched.status, patched.body]).toEqual([200, expect.objectContaining(same)])
    }
  })

  it('rejects the _pk of a different item and a changed key', async () => {
    const { created, at } = await make('authors', { name: 'fixed' })
    for (const method of ['PUT', 'PATCH']) {
      for (const _pk of ['other', null, ['fixed'], { toString: 1 }])
        expect([_pk, (await send(method, at, { ...created, _pk })).status]).toEqual([_pk, 400])
      const renamed = await send(method, at, { ...created, _pk: 'fixed', name: 'other' })
      expect([renamed.status, JSON.stringify(renamed.body)]).toEqual([400, expect.stringContaining('/name')])
      expect((await send(method, at, { ...created, name: 'fixed' })).status).toBe(200)
    }
    expect((await send('PATCH', '/v1/authors?name=fixed', { name: 'other' })).status).toBe(400)
    const sample = await make('samples', {})
    expect((await send('PATCH', sample.at, { id: sample.created['id'] })).status).toBe(200)
    expect((await send('PATCH', sample.at, { id: 4711 })).status).toBe(400)
  })

  it('reports an unknown field with the nearest name, and all errors in a body at once', async () => {
    const { status, body } = await send('POST', '/v1/books', {
      tittle: 'x',
      pages: 0,
      price: 'dear',
      genre: 'drama',
      author_name: 'ada',
    })
    expect(status).toBe(400)
    const errors: { path: string; message: string }[] = JSON.parse(JSON.stringify(body['errors']))
    expect(errors.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining(['/author_name', '/genre', '/pages', '/price', '/tittle', '/title']),
    )
    expect(errors.find(({ path }) => path === '/tittle')?.message).toContain('"title"')
    expect(errors.find(({ path }) => path === '/author_name')?.message).toContain('author')
  })

  it('validates virtual fields, and does not store them', async () => {
    expect((await send('POST', '/v1/books', { title: 'v', note_to_staff: 5 })).status).toBe(400)
    const { created } = await make('books', { title: 'v', note_to_staff: 'psst' })
    expect(created).not.toHaveProperty('note_to_staff')
    expect((await send('GET', '/v1/books?note_to_staff=psst')).status).toBe(400)
  })

  it('changes every item selected by a query, not only the default page', async () => {
    const rows = Array.from({ length: 45 }, (_, index) => ({ number: 1000 + index, label: 'many' }))
    expect((await send('POST', '/v1/categories', rows)).status).toBe(201)
    const patched = await send('PATCH', '/v1/categories?label=many&number__lt=1040', { label: 'changed' })
    expect(patched.body).toEqual({ message: 'Updated 40 Category(s) objects', count: 40 })
    const put = await send('PUT', '/v1/categories?label=many', { label: 'put' })
    expect(put.body).toEqual({ message: 'Updated 5 Category(s) objects', count: 5 })
    const linked = await send('PATCH', '/v1/categories?label=put', { parent: 1000 })
    expect(linked.body['count']).toBe(5)
    expect((await send('GET', '/v1/categories/1000')).body['children']).toEqual([
      1040, 1041, 1042, 1043, 1044,
    ])
    expect((await send('PATCH', '/v1/categories?label=put', { parent: 7 })).status).toBe(400)
    expect((await send('PATCH', '/v1/categories?label=put', { label: 5 })).status).toBe(400)
    expect((await send('PATCH', '/v1/categories?label=none', { label: 'x' })).body['count']).toBe(0)
    for (const name of ['_limit=5', '_start=1', '_page=0', '_sort=label']) {
      expect((await send('PATCH', `/v1/categories?${name}`, { label: 'x' })).status, name).toBe(400)
      expect((await send('DELETE', `/v1/categories?${name}`)).status, name).toBe(400)
    }
    expect((await send('DELETE', '/v1/categories?label=changed&nonsense=1')).status).toBe(400)
    const deleted = await send('DELETE', '/v1/categories?label=changed')
    expect(deleted.body).toEqual({ message: 'Deleted 40 Category(s) objects', count: 40 })
    expect((await send('GET', '/v1/categories?_count')).body).toEqual({ total: 5 })
    expect((await send('GET', '/v1/categories?_missing_=parent&_count')).body).toEqual({ total: 5 })
    expect((await send('DELETE', '/v1/categories')).body['count']).toBe(5)
  })

  it('creates a thousand items at once, in the order of the request', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ an_integer: index, a_string: `n${index}` }))
    const { status, body } = await send('POST', '/v1/samples', rows)
    expect([status, body['count']]).toEqual([201, 1000])
    const data: { an_integer: number; id: unknown }[] = JSON.parse(JSON.stringify(body['data']))
    expect(data.map((item) => item.an_integer)).toEqual(rows.map((row) => row.an_integer))
    expect((await send('GET', '/v1/samples?an_integer__exists=true&_count')).body['total']).toBe(1000)
    const last = { a_unique: 5 }
    const clash = await send('POST', '/v1/samples', [...rows.slice(0, 999), last, last])
    expect(clash.status).toBe(409)
    expect((await send('GET', '/v1/samples?an_integer__exists=true&_count')).body['total']).toBe(1000)
  })

  it('does not create any items if a relation in one of them refers to a missing item', async () => {
    const before = (await send('GET', '/v1/books?_count')).body
    const { status, body } = await send('POST', '/v1/books', [
      { title: 'fine' },
      { title: 'bad', author: 'nobody at all' },
    ])
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('nobody at all')])
    expect(JSON.stringify(body['errors'])).toContain('"/1/author"')
    expect((await send('GET', '/v1/books?_count')).body).toEqual(before)
  })

  it('reports the index of an invalid item, even in a list of one', async () => {
    const nobody = service().engine.engine === 'svc_mongodb' ? '0'.repeat(24) : 99_999_999
    await make('samples', { a_unique: 300 })
    for (const [path, body, place] of [
      ['books', [{ title: 'bad', author: 'nobody at all' }], '/0/author'],
      ['books', { title: 'bad', author: 'nobody at all' }, '/author'],
      ['authors', [{ name: 'a1' }, { name: 'a2', books: [nobody] }], '/1/books/0'],
      ['samples', [{ a_unique: 301 }, { a_unique: 300 }], '/1/a_unique'],
      ['samples', [{ a_unique: 302 }, { a_unique: 303 }, { a_unique: 303 }], '/2/a_unique'],
      ['samples', [{ a_unique: 300 }], '/0/a_unique'],
      ['samples', { a_unique: 300 }, '/a_unique'],
    ] as const) {
      const response = await send('POST', `/v1/${path}`, body)
      const errors: readonly { path: string }[] = JSON.parse(JSON.stringify(response.body['errors'] ?? []))
      expect([body, errors.map((error) => error.path)]).toEqual([body, [place]])
    }
  })

  it('returns 409 and names the field if a unique value is a duplicate, in every kind of write', async () => {
    await make('samples', { a_unique: 100 })
    const other = await make('samples', { a_unique: 101 })
    for (const response of [
      await send('POST', '/v1/samples', { a_unique: 100 }),
      await send('POST', '/v1/samples', [{ a_unique: 102 }, { a_unique: 102 }]),
      await send('PATCH', other.at, { a_unique: 100 }),
      await send('PUT', other.at, { a_unique: 100 }),
      await send('PATCH', '/v1/samples?a_unique__in=100,101', { a_unique: 100 }),
    ]) {
      expect([response.status, JSON.stringify(response.body)]).toEqual([
        409,
        expect.stringContaining('a_unique'),
      ])
    }
    expect((await send('GET', other.at)).body['a_unique']).toBe(101)
    await make('samples', { a_unique: null })
    await make('samples', { a_unique: null })
  })
})
