import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse, Body } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

onEveryEngine(
  'parameters',
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body)
    /** Returns the status of a response, and the parameters named in its error. */
    const refused = async (path: string, method = 'GET', body?: unknown) => {
      const response = await send(method, path, body)
      return [response.status, ...Object.values(response.body['errors'] ?? {}).map((error) => error['path'])]
    }
    const books = async (query: string): Promise<readonly Body[]> =>
      Object.values((await send('GET', `/books${query}`)).body['data'] ?? {})
    const titles = async (query: string) => (await books(`${query}&_sort=title`)).map(({ title }) => title)

    beforeAll(async () => {
      await send('POST', '/shelves', { code: 'A1' })
      for (const [title, status] of [
        ['Ada', 'new'],
        ['Bea', 'used'],
        ['C', 'new'],
      ])
        await send('POST', '/books?notify=false', { title, status, shelf: 'A1' })
    })

    it('enforces declared parameters in a request for several collections', async () => {
      expect(await refused('/books,shelves?_limit=4')).toEqual([400, '_limit'])
      const { body } = await send('GET', '/books,shelves')
      expect(body).toMatchObject({ total: 4, count: 2 })
      const [book] = await books('')
      expect(body['data']?.[0]).toEqual(book)
      expect((await send('GET', '/shelves,books?_start=1')).body['data']?.[0]).toMatchObject(book ?? {})
    })

    describe('a declared parameter from the query language', () => {
      it('is enforced, including its default', async () => {
        expect(await titles('?_limit=3')).toEqual(['Ada', 'Bea', 'C'])
        expect(await titles('?_start=0')).toEqual(['Ada', 'Bea'])
        expect(await refused('/books?_limit=4')).toEqual([400, '_limit'])
        expect(await refused('/books?_limit=0')).toEqual([400, '_limit'])
        expect(await titles('?status=used')).toEqual(['Bea'])
        expect(await titles('?_limit=3&status=used&status=new')).toEqual(['Ada', 'Bea', 'C'])
        expect(await refused('/books?status=old')).toEqual([400, 'status'])
        expect(await titles('?title__contains=Bea')).toEqual(['Bea'])
        expect(await refused('/books?title__contains=Be')).toEqual([400, 'title__contains'])
        expect(await titles('?shelf.code=A1')).toEqual(['Ada', 'Bea'])
        expect(await refused('/books?shelf.code=a1&rate=x&unknown=1')).toEqual([400, 'shelf.code', 'rate'])
        expect(await refused('/books?_limit=2&_limit=3')).toEqual([400, '_limit'])
        expect(await titles('?title=C')).toEqual(['C'])
      })

      it('applies only to its method and path', async () => {
        expect((await send('GET', '/shelves/A1/books?_limit=4')).body['count']).toBe(3)
        expect(await refused('/books', 'DELETE')).toEqual([400, 'status'])
        expect(await refused('/books?status=old', 'DELETE')).toEqual([400, 'status'])
      })
    })

    describe('any other declared parameter', () => {
      it('is not a filter, and handlers receive its typed value', async () => {
        const [first] = await books('?rate=1.5&since=2020-05-31&wide=true&ids=1&ids=2')
        expect(JSON.parse(String(first?.['note']))).toEqual(['eur', 3, 2020, true, 3, '2'])
        const [second] = await books('?currency=usd')
        expect(JSON.parse(String(second?.['note']))).toEqual(['usd', 2, null, false, 0, '2'])
        for (const name of ['currency=gbp', 'rate=0.1', 'since=May', 'wide=1', 'ids=x'])
          expect(await refused(`/books?${name}`)).toEqual([400, name.split('=', 1).join()])
        expect(await refused('/shelves/A1/books?currency=eur')).toEqual([400, 'currency'])
        expect(await refused('/shelves/A1/books?rate=1')).toEqual([400, 'rate'])
      })

      it('is validated on POST and on item routes', async () => {
        expect(await refused('/books', 'POST', { title: 'x' })).toEqual([400, 'notify'])
        expect(await refused('/books?notify=x', 'POST', { title: 'x' })).toEqual([400, 'notify'])
        expect(await refused('/books?notify=true&other=1', 'POST', { title: 'x' })).toEqual([400, 'other'])
        const [book] = await books('')
        const path = `/books/${String(book?.['_pk'])}`
        expect((await send('GET', `${path}?currency=usd`)).body['note']).toBe('"usd"')
        expect((await send('GET', path)).body['note']).toBe('null')
        expect(await refused(`${path}?currency=gbp`)).toEqual([400, 'currency'])
        expect(await refused(`${path}?status=new`)).toEqual([400, 'status'])
      })

      it('does not change what a request selects', async () => {
        expect(await refused('/books?status=new&reason=longer', 'DELETE')).toEqual([400, 'reason'])
        expect((await send('DELETE', '/books?status=new&reason=none')).body['detail']).toBe('No reason.')
        expect((await send('DELETE', '/books?status=new&reason=old')).body['count']).toBe(1)
        expect(await titles('?_limit=3')).toEqual(['Ada', 'Bea'])
      })
    })
  },
  { code: userCode('parameters'), settings: { enable_polymorphic_query: true } },
)
