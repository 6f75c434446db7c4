import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { onDocument } from './documents.js'

const document = readFileSync(
  fileURLToPath(new URL('../../fixtures/marketplace/api.yaml', import.meta.url)),
  'utf8',
)

const product = {
  title: 'Lamp',
  price: 19.99,
  weight: 1.5,
  stock: 3,
  views: 9_007_199_254_740_991,
  hidden: true,
  condition: 'used',
  released: '2024-02-29',
  fairs: ['2024-05-01', '2024-05-02'],
  added: '2024-02-01T10:00:00.000Z',
  opens: '08:30:00+02:00',
  thumbnail: 'aGVsbG8=',
  size: { width: 4, unit: 'cm' },
  variants: [{ width: 1 }, { width: 2, unit: 'in' }],
  labels: ['new', 'red'],
}

onDocument(
  'components that are stored as their schemas say',
  document,
  (service) => {
    const post = async (path: string, body: object) => {
      const { status, body: created } = await service().send('POST', path, body)
      return { status, body: created }
    }
    const seller = async (): Promise<string> => String((await post('/sellers', { name: 'Ann' })).body['id'])

    it('keep and return values of each type', async () => {
      const seller_id = await seller()
      const created = await post('/catalog/articles', { ...product, seller_id })
      expect(created).toMatchObject({ status: 201, body: { ...product, seller_id, object: 'product' } })
      const path = `/catalog/articles/${created.body['id']}`
      expect((await service().send('GET', path)).body).toEqual(created.body)
      const list = (await service().send('GET', '/catalog/articles?limit=100')).body
      expect(list['data']).toContainEqual(created.body)
    })

    it('have defaults, and constants in each response', async () => {
      const { body } = await post('/catalog/articles', { title: 'Desk', price: 1, seller_id: await seller() })
      expect(body).toMatchObject({ object: 'product', stock: 0, hidden: false })
    })

    it('refuse what their schemas do not allow', async () => {
      const valid = { title: 'Desk', price: 1, seller_id: await seller() }
      for (const wrong of [
        { title: '' },
        { title: 'x'.repeat(121) },
        { price: 1.234 },
        { price: -1 },
        { stock: 2 ** 31 },
        { stock: 1.5 },
        { condition: 'broken' },
        { object: 'other' },
        { released: '2024-02-30' },
        { fairs: ['tomorrow'] },
        { size: { unit: 'm' } },
        { variants: [{ width: 'x' }] },
        { seller_id: null },
        { seller_id: '3f3e3e1a-c824-4d63-b37a-d8d698862f1d' },
        { replaces: 'none' },
      ])
        expect([wrong, (await post('/catalog/articles', { ...valid, ...wrong })).status]).toEqual([
          wrong,
          400,
        ])
      const { seller_id: _, ...without } = valid
      expect((await post('/catalog/articles', without)).status).toBe(400)
    })

    it('have relationships whose foreign keys nobody declared', async () => {
      const seller_id = await seller()
      const first = await post('/catalog/articles', { title: 'Old', price: 1, seller_id })
      const second = await post('/catalog/articles', {
        title: 'New',
        price: 1,
        seller_id,
        replaces: first.body['id'],
      })
      expect(second.status).toBe(201)
      expect((await service().send('DELETE', `/sellers/${seller_id}`)).status).toBe(409)
      expect((await service().send('DELETE', `/catalog/articles/${first.body['id']}`)).status).toBe(204)
      const left = (await service().send('GET', `/catalog/articles/${second.body['id']}`)).body
      expect(left['replaces'] ?? null).toBeNull()
      for (const path of [`/catalog/articles/${second.body['id']}`, `/sellers/${seller_id}`])
        expect((await service().send('DELETE', path)).status).toBe(204)
    })

    it('are found by the key that the path names, which the client sets if the body has it', async () => {
      const coupon = { code: 'SPRING', percent: 10, secret: 'x' }
      expect((await post('/coupons', coupon)).status).toBe(201)
      expect((await service().send('GET', '/coupons/SPRING')).body).toEqual(
        expect.objectContaining({ code: 'SPRING', percent: 10 }),
      )
      expect(JSON.stringify((await service().send('GET', '/coupons')).body)).not.toContain('secret')
      expect((await post('/coupons', coupon)).status).toBe(409)
      expect((await post('/coupons', { percent: 10 })).status).toBe(400)
    })
  },
  { everyEngine: true },
)
