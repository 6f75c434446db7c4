import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { searchUrl } from './engines.js'
import { type TestResponse, type Body, type TestService } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const ALL = { 'search.models': 'all' }

/** Returns the values of a property in the documents on a page. */
function listed({ body }: TestResponse, name: string): readonly unknown[] {
  return Object.values(body['data'] ?? {}).map((document: Body) => document[name])
}

function sender(service: () => TestService) {
  return (method: string, path: string, body?: unknown) => service().send(method, `/v1${path}`, body)
}

onEveryEngine(
  'full-text',
  (service) => {
    const send = sender(service)
    const titles = async (query: string) =>
      listed(await send('GET', `/articles?${query}&_fields=title`), 'title')

    it('sorts by relevance, unless the query specifies an order', async () => {
      await send('POST', '/articles', [
        { title: 'otter and other animals of the river', number: 1 },
        { title: 'otter otter', number: 2 },
        { title: 'otter lake', number: 3 },
      ])
      expect(await titles('q=otter')).toEqual([
        'otter otter',
        'otter lake',
        'otter and other animals of the river',
      ])
      expect(await titles('q=otter&_sort=-number')).toEqual([
        'otter lake',
        'otter otter',
        'otter and other animals of the river',
      ])
      expect(await titles('q=otter&_sort=title')).toEqual([
        'otter and other animals of the river',
        'otter lake',
        'otter otter',
      ])
    })

    it('ranks each item by its own text, so that others, which the caller might not see, do not change the order', async () => {
      await send('POST', '/articles', [{ title: 'merger' }, { title: 'quarter' }])
      await send(
        'POST',
        '/articles',
        Array.from({ length: 5 }, () => ({ title: 'merger' })),
      )
      expect(await titles('q=merger OR quarter')).toEqual([
        'merger',
        'quarter',
        ...Array.from({ length: 5 }, () => 'merger'),
      ])
    })

    it('returns every item exactly once to a client that follows the Link header, in any sort order', async () => {
      const rows = Array.from({ length: 25 }, (_, n) => ({
        title: `heron ${'heron '.repeat(n % 4)}`.trim(),
        rank: n % 3 === 0 ? null : `r${n % 5}`,
        number: n % 7,
      }))
      await send('POST', '/articles', rows)
      for (const order of [
        '',
        '&_sort=rank',
        '&_sort=-rank',
        '&_sort=number,-title',
        '&_sort=-number,rank',
      ]) {
        const whole = await send('GET', `/articles?q=heron&_limit=100${order}`)
        const pages: unknown[] = []
        let next: string | undefined = `/v1/articles?q=heron&_limit=4${order}`
        while (next !== undefined) {
          const response: TestResponse = await service().send('GET', next)
          expect([response.status, response.body['total']]).toEqual([200, 25])
          pages.push(...listed(response, '_pk'))
          next = /<([^>]+)>/.exec(String(response.headers['link'] ?? ''))?.[1]
        }
        expect([order, pages]).toEqual([order, listed(whole, '_pk')])
        expect(new Set(pages).size).toBe(25)
      }
      expect((await send('GET', '/articles?q=heron&_limit=0')).body).toMatchObject({ total: 25, count: 0 })
      expect((await send('GET', '/articles?q=heron&_count')).body).toEqual({ total: 25 })
      expect(listed(await send('GET', '/articles?q=heron&_start=20&_limit=10'), '_pk')).toHaveLength(5)
    })

    it('combines the search with filters on fields and related items, and aggregates the results', async () => {
      const { body: ann } = await send('POST', '/authors', { name: 'ann' })
      const { body: bea } = await send('POST', '/authors', { name: 'bea' })
      await send('POST', '/articles', [
        { title: 'falcon one', number: 10, tags: ['a', 'b'], author: ann['id'], status: 'draft' },
        { title: 'falcon two', number: 20, tags: ['b'], author: bea['id'] },
        { title: 'falcon three', number: 30, author: ann['id'], body: 'text' },
      ])
      const found = async (filter: string) => (await titles(`q=falcon&_sort=number&${filter}`)).map(String)
      expect(await found('author.name=ann')).toEqual(['falcon one', 'falcon three'])
      expect(await found(`author__ne=${String(ann['id'])}`)).toEqual(['falcon two'])
      expect(await found('number=[15 TO *]')).toEqual(['falcon two', 'falcon three'])
      expect(await found('tags=b')).toEqual(['falcon one', 'falcon two'])
      expect(await found('tags__all=a,b')).toEqual(['falcon one'])
      expect(await found('_missing_=tags')).toEqual(['falcon three'])
      expect(await found('title__icontains=LCON T')).toEqual(['falcon two', 'falcon three'])
      expect(await found('title__endswith=e&status__nin=draft')).toEqual(['falcon three'])
      expect(await titles('q=falcon AND number:<20')).toEqual(['falcon one'])
      expect(await titles('q=author.name:bea AND falcon')).toEqual(['falcon two'])
      expect((await send('GET', '/articles?q=falcon&_aggs.n.sum.field=number')).body['aggregations']).toEqual(
        {
          n: { value: 60 },
        },
      )
    })

    it('reflects changes that the database makes itself', async () => {
      const { body: author } = await send('POST', '/authors', { name: 'cascading' })
      await send('POST', '/articles', [{ title: 'puffin', author: author['id'] }, { title: 'puffin' }])
      expect((await send('GET', '/articles?q=puffin')).body['total']).toBe(2)
      expect((await send('DELETE', `/authors/${String(author['_pk'])}`)).status).toBe(200)
      expect((await send('GET', '/articles?q=puffin')).body['total']).toBe(1)
    })

    it('does not reflect a failed write', async () => {
      await send('POST', '/pages', { slug: 'walrus', body: 'walrus' })
      const { status } = await send('POST', '/pages', [
        { slug: 'seal', body: 'walrus' },
        { slug: 'walrus', body: 'x' },
      ])
      expect(status).toBe(409)
      await send('POST', '/pages', { slug: 'after', body: 'something else' })
      expect(listed(await send('GET', '/pages?q=walrus'), 'slug')).toEqual(['walrus'])
    })

    it('supports keys of any length and form', async () => {
      const slugs = ['a b/c?d', 'ä'.repeat(300), 'x'.repeat(600), '%', '"quoted"']
      await send(
        'POST',
        '/pages',
        slugs.map((slug) => ({ slug, body: 'badger' })),
      )
      expect(listed(await send('GET', '/pages?q=badger&_sort=slug'), 'slug')).toEqual(slugs.toSorted())
      expect((await send('DELETE', '/pages?q=badger')).body['count']).toBe(slugs.length)
      expect((await send('GET', '/pages?q=badger')).body['total']).toBe(0)
    })

    it('does not let an item replace the document of another one by its key', async () => {
      const slugs = ['y'.repeat(600), createHash('sha256').update('y'.repeat(600)).digest('hex')]
      for (const slug of slugs) await send('POST', '/pages', { slug, body: 'ferret' })
      expect(listed(await send('GET', '/pages?q=ferret&_sort=-slug'), 'slug')).toEqual(slugs)
    })

    it('supports queries with more clauses than the search engine accepts', async () => {
      await send('POST', '/articles', { title: 'gecko' })
      const many = Array.from({ length: 99 }, (_, n) => `w${n}`).join(' OR ')
      const parts = ['title', 'body', 'rank', 'status'].map((name) => `${name}:(${many})`)
      for (const query of [`(${many}) OR gecko`, `${parts[0]} OR gecko`])
        expect((await send('GET', `/articles?q=${encodeURIComponent(query)}`)).body['total']).toBe(1)
    })

    it('finds fuzzy words among many similar ones', async () => {
      const words = Array.from({ length: 3_000 }, (_, n) => `zq${n.toString(36).padStart(4, 'y')}`)
      await send('POST', '/articles', { body: words.join(' '), title: 'many words' })
      for (const n of [0, 1_234, 2_999])
        expect(await titles(`q=${words[n]?.slice(0, -1)}x~1`)).toEqual(['many words'])
    })
  },
  { search: 'only' },
)

onEveryEngine(
  'library',
  (service) => {
    const send = sender(service)
    const found = async (q: string) => listed(await send('GET', `/authors?q=${q}`), 'name')

    it('finds an item by its remaining values if the search engine rejects some of them', async () => {
      const name = 'poisoned words'
      expect((await send('POST', '/authors', { name, links: { long: 'x'.repeat(40_000) } })).status).toBe(201)
      await send('POST', '/authors', { name: 'healthy words' })
      expect(await found('healthy')).toEqual(['healthy words'])
      expect(await found('poisoned')).toEqual([name])
    })

    it('reflects links changed from the other side', async () => {
      await send('POST', '/authors', [{ name: 'one' }, { name: 'two' }])
      const { body: book } = await send('POST', '/books', { title: 'linked', author: 'one' })
      const titles = async (author: string) =>
        listed(await send('GET', `/books?q=linked AND author:${author}`), 'title')
      expect([await titles('one'), await titles('two')]).toEqual([['linked'], []])
      await send('PATCH', '/authors/two', { books: [book['id']] })
      expect([await titles('one'), await titles('two')]).toEqual([[], ['linked']])
      await send('PATCH', '/authors/two', { books: [] })
      expect(listed(await send('GET', '/books?q=linked&_missing_=author'), 'title')).toEqual(['linked'])
    })
  },
  { search: 'only', settings: ALL },
)

/** A handler that runs the search named in the `do` request header, and stores the result in the new story's title. */
const SEARCHES = `
import { registry } from '../generated/index.js'

registry.add('note_first', async (event) => {
  if (event.model !== 'Story' || event.tag !== 'after_create') return
  switch (event.view.request.headers['do']) {
    case 'raw': {
      const { hits } = await event.search('Story', { query: { match: { title: 'needle' } }, sort: ['words'] })
      return event.setFieldValue('title', hits.hits.map(({ _source }) => _source.title).join(', '))
    }
    case 'foreign': {
      const others = [
        { query: { terms: { title: { index: 'other', id: '1', path: 'x' } } } },
        { query: { terms: { title: { index: 'other', path: 'x', query: { match_all: {} } } } } },
        { runtime_mappings: { x: { type: 'lookup', target_index: 'other', target_field: 'x' } } },
        { query: { wrapper: { query: btoa('{"terms":{"title":{"index":"other","id":"1","path":"x"}}}') } } },
      ]
      const results = await Promise.allSettled(others.map(async (query) => event.search('Story', query)))
      if (results.every((each) => each.status === 'rejected' && each.reason instanceof TypeError))
        throw new TypeError('all refused')
      return
    }
    case 'ordered': {
      const found = await event.search('Story', 'needle', { take: 2, orderBy: [{ words: 'desc' }] })
      return event.setFieldValue('title', found.map(({ title }) => title).join(', '))
    }
    case 'ranked': {
      const found = await event.search('Story', 'needle', { take: 2 })
      return event.setFieldValue('title', found.map(({ title }) => title).join(', '))
    }
    case 'none': {
      const found = await event.search('Story', 'needle', { take: 0 })
      return event.setFieldValue('title', String(found.length))
    }
  }
})
`

onEveryEngine(
  'events',
  (service) => {
    const send = (what: string, body: object) => service().send('POST', '/v1/stories', body, { do: what })

    it('lets handlers search with expressions and raw queries', async () => {
      for (const [title, words] of [
        ['a needle in a large heap of hay', 1],
        ['needle needle', 3],
        ['a needle', 2],
      ] as const)
        expect((await send('', { title, words })).status).toBe(201)
      const asked = async (what: string) => (await send(what, { title: 'other' })).body['title']
      expect(await asked('raw')).toBe('a needle in a large heap of hay, a needle, needle needle')
      expect(await asked('ordered')).toBe('needle needle, a needle')
      expect(await asked('ranked')).toBe('needle needle, a needle')
      expect(await asked('none')).toBe('0')
      expect((await send('foreign', { title: 'other' })).status).toBe(500)
    })
  },
  {
    search: 'only',
    settings: { auth: false, ...ALL },
    code: { ...userCode('events'), 'src/handlers/note-first.ts': SEARCHES },
  },
)

describe('_refresh without a search engine', () => {
  onEveryEngine('full-text', (service) => {
    const send = sender(service)

    it('has no effect on writes, and is rejected on other requests and with other values', async () => {
      const created = await send('POST', '/articles?_refresh=wait', { title: 'x' })
      expect(created.status).toBe(201)
      const at = `/articles/${String(created.body['_pk'])}`
      expect((await send('PATCH', `${at}?_refresh_index=true`, { title: 'y' })).status).toBe(200)
      expect(
        (await send('PATCH', `/articles?title=y&_refresh_index=wait`, { title: 'z' })).body['count'],
      ).toBe(1)
      for (const [method, path] of [
        ['GET', '/articles?_refresh=wait'],
        ['GET', `${at}?_refresh_index=true`],
        ['POST', '/articles?_refresh=true'],
        ['POST', '/articles?_refresh='],
        ['DELETE', `${at}?_refresh_index=false`],
        ['DELETE', `${at}?_refresh=wait&_refresh=wait`],
      ] as const) {
        const { status, body } = await send(method, path, method === 'POST' ? { title: 'x' } : undefined)
        expect([method, path, status]).toEqual([method, path, 400])
        expect(body['errors']?.[0]?.['path']).toMatch(/^_refresh/)
      }
      expect((await send('DELETE', `${at}?_refresh=wait`)).status).toBe(200)
    })
  })
})

describe.runIf(searchUrl() === undefined)('the search engine', () => {
  it.skip('is not tested, because TEST_OPENSEARCH_URL is not set')
})
