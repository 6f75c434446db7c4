import { expect, it } from 'vitest'
import type { Body, TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'

onEveryEngine(
  'shop',
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body)
    const itemsIn = ({ data = {} }: Body): readonly Body[] => Object.values(data)
    const products = async (query: string): Promise<readonly unknown[]> =>
      itemsIn((await send('GET', `/products${query}`)).body).map(({ name }) => name)
    const idOf = async (name: string): Promise<unknown> =>
      itemsIn((await send('GET', `/products?name=${name}`)).body)[0]?.['id']

    it('creates what the request declares, and returns what the response declares', async () => {
      for (const [name, price] of [
        ['apple', 1],
        ['a*', 2],
        ['pear', 3],
      ] as const) {
        const sent = { name, price, status: name === 'pear' ? 'draft' : 'live', note: 'x', more: 1 }
        const { status, body } = await send('POST', '/products', sent)
        expect([status, body]).toEqual([201, { id: body['id'], name, price, status: sent.status }])
      }
    })

    it('pages as declared', async () => {
      const { headers, body } = await send('GET', '/products?page=2')
      expect(headers['x-total-count']).toBe('3')
      const meta = { total: 3, page: 2, per_page: 2, total_pages: 2 }
      expect([body['object'], body['meta'], itemsIn(body).length]).toEqual(['list', meta, 1])
      expect(Object.keys(body).toSorted()).toEqual(['data', 'meta', 'object'])
    })

    it('filters and sorts as declared, by values as they are', async () => {
      expect(await products('?name=a*')).toEqual(['a*'])
      expect(await products('?min_price=2&limit=9&sort=name')).toEqual(['a*', 'pear'])
      expect(await products('?status=draft')).toEqual(['pear'])
      expect(await products('?limit=9&sort=-name')).toEqual(['pear', 'apple', 'a*'])
    })

    it('rejects what is not declared, with the declared status and body', async () => {
      const { status, body } = await send('GET', '/products?limit=99&_sort=name')
      expect([status, body['code'], body['errors']]).toEqual([
        422,
        'unprocessable_entity',
        [
          { path: 'limit', message: 'must be <= 50' },
          { path: '_sort', message: 'unknown parameter (did you mean "sort"?)' },
        ],
      ])
      expect((await send('POST', '/products', { price: 1 })).status).toBe(422)
    })

    it('replaces and changes only what the request declares', async () => {
      const id = await idOf('apple')
      const replaced = await send('PUT', `/products/${id}`, { name: 'plum', note: 'not declared' })
      expect([replaced.status, replaced.body]).toEqual([200, { id, name: 'plum' }])
      const changed = await send('PATCH', `/products/${id}`, { name: 'fig' })
      expect([changed.status, changed.body]).toEqual([200, { data: { id, name: 'fig' } }])
      expect((await send('PATCH', `/products/${id}`, { price: 9 })).status).toBe(400)
      expect((await send('PATCH', '/products/987654', { price: 9 })).status).toBe(404)
    })

    it('sends no body if none is declared, and the headers of a GET for a HEAD', async () => {
      const id = await idOf('fig')
      const [head, get] = [await send('HEAD', `/products/${id}`), await send('GET', `/products/${id}`)]
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
      const deleted = await send('DELETE', `/products/${id}`)
      expect([deleted.status, deleted.headers['content-type']]).toEqual([204, undefined])
      const { status, body } = await send('GET', `/products/${id}`)
      expect([status, Object.keys(body).toSorted()]).toEqual([404, ['code', 'errors', 'message']])
    })

    it('describes operations as the document describes them', async () => {
      const { paths } = (await send('GET', '/openapi.json')).body
      const { operationId, tags, summary, responses } = paths?.['/products']?.['get'] ?? {}
      expect([operationId, tags, summary]).toEqual(['listProducts', ['Catalog'], 'List products'])
      expect(Object.keys(responses ?? {})).toEqual(['200', '422'])
    })
  },
  { settings: { validate_responses: true } },
)
