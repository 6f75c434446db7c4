import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

const MB = 1024 * 1024

onEveryEngine(
  'library',
  (service) => {
    const isDocumentStore = (): boolean => service().engine.engine === 'svc_mongodb'
    const post = (path: string, body: unknown) => service().send('POST', path, body)
    const total = async (): Promise<unknown> =>
      (await service().send('GET', '/v1/authors?_count')).body['total']
    const refused = { status: 400, headers: { 'content-type': expect.stringMatching('problem\\+json') } }

    it('stores values larger than the maximum document size, or reports that it cannot', async () => {
      const large = { name: 'large', links: { text: 'x'.repeat(17 * MB) } }
      const before = await total()
      if (!isDocumentStore()) {
        expect((await post('/v1/authors', large)).status).toBe(201)
        return
      }
      expect(await post('/v1/authors', large)).toMatchObject(refused)
      expect(await post('/v1/authors', [{ name: 'small' }, large, { name: 'other' }])).toMatchObject(refused)
      expect(await total()).toBe(before)
      expect((await post('/v1/authors', { name: 'growing', links: { a: 'x'.repeat(9 * MB) } })).status).toBe(
        201,
      )
      expect(await post('/v1/authors/growing/links', { b: 'x'.repeat(9 * MB) })).toMatchObject(refused)
      expect(
        await service().send('PATCH', '/v1/authors/growing', { links: { b: 'x'.repeat(9 * MB) } }),
      ).toMatchObject(refused)
      const { body } = await service().send('GET', '/v1/authors/growing/links')
      expect(Object.keys(body)).toEqual(['a'])
      expect((await service().send('GET', '/readyz')).status).toBe(200)
    })

    it('does not interpret values as operators, in bodies or queries', async () => {
      await post('/v1/authors', { name: 'victim', email: 'v@example.com' })
      const book = await post('/v1/books', { title: 'theirs', author: 'victim' })
      const operators: readonly (readonly [string, string, unknown])[] = [
        ['POST', '/v1/authors', { name: { $gt: '' } }],
        ['POST', '/v1/authors', { name: 'x', email: { $ne: null } }],
        ['POST', '/v1/authors', { name: 'x', tags: { $each: ['poet'] } }],
        ['POST', '/v1/authors', { name: 'x', $set: { name: 'y' } }],
        ['POST', '/v1/books', { title: 'x', author: { $ne: null } }],
        ['POST', '/v1/books', { title: 'x', author: ['victim'] }],
        ['PATCH', '/v1/authors/victim', { email: { $unset: '' } }],
        ['PATCH', '/v1/authors/victim', { books: [{ $oid: String(book.body['_pk']) }] }],
        ['PATCH', '/v1/authors/victim', { $unset: { email: '' } }],
        ['GET', '/v1/authors?name[$ne]=x', undefined],
        ['GET', '/v1/authors?$where=sleep(1)', undefined],
        ['GET', '/v1/authors?email__$gt=a', undefined],
        ['GET', '/v1/authors?_sort=$where', undefined],
        ['GET', '/v1/authors?_fields=$where', undefined],
        ['GET', '/v1/authors?_aggs.a.terms.field=$name', undefined],
        ['GET', '/v1/books?author.$where=1', undefined],
        ['DELETE', '/v1/authors?name[$ne]=x', undefined],
      ]
      for (const [method, path, body] of operators)
        expect([path, body, (await service().send(method, path, body)).status]).toEqual([path, body, 400])
      expect((await service().send('GET', '/v1/authors?name={"$gt":""}')).status).toBe(400)
      expect((await service().send('GET', '/v1/authors/{"$gt":""}')).status).toBe(404)
      expect((await service().send('GET', '/v1/books/[object Object]')).status).toBe(404)
      expect((await service().send('GET', '/v1/authors/victim')).body).toMatchObject({
        email: 'v@example.com',
        books: [{ title: 'theirs' }],
      })
    })
  },
  { settings: { body_limit: 64 * MB } },
)
