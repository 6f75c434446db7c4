import { beforeAll, expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

onEveryEngine(
  'library',
  (service) => {
    const page = async (query: string): Promise<unknown> => {
      const { status, body } = await service().send('GET', `/v1/authors?${query}`)
      expect(status).toBe(200)
      return { total: body['total'], total_exceeded: body['total_exceeded'], count: body['count'] }
    }

    beforeAll(async () => {
      const authors = Array.from({ length: 8 }, (_, index) => ({ name: `author ${index}` }))
      await service().send('POST', '/v1/authors', authors)
    })

    it('stops counting at the limit, and indicates this in the response', async () => {
      expect(await page('_limit=2')).toEqual({ total: 5, total_exceeded: true, count: 2 })
      expect(await page('_limit=2&_start=7')).toEqual({ total: 5, total_exceeded: true, count: 1 })
      expect(await page('_limit=0')).toEqual({ total: 5, total_exceeded: true, count: 0 })
      expect(await page('_count')).toEqual({ total: 5, total_exceeded: true, count: undefined })
      expect(await page('q=author&_limit=1')).toMatchObject({ total: 5, total_exceeded: true })
    })

    it('counts smaller selections exactly', async () => {
      expect(await page('name__in=author 1,author 2&_limit=1')).toEqual({ total: 2, count: 1 })
      expect(await page('name__lt=author 5&_limit=1')).toEqual({ total: 5, count: 1 })
      expect(await page('name__lt=author 6&_limit=1')).toEqual({ total: 5, total_exceeded: true, count: 1 })
    })

    it('returns the items on later pages of several collections', async () => {
      const { body } = await service().send('GET', '/v1/authors,books?_start=7&_limit=5')
      expect(body).toMatchObject({ total: 5, total_exceeded: true, start: 7, count: 1 })
    })
  },
  { settings: { max_total: 5, enable_polymorphic_query: true }, search: 'also' },
)
