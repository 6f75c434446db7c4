import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Engine as SearchEngine } from '../../templates/runtime/search/engine.js'
import type { Engine } from '../ir/index.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { searchUrl, testEngines } from './engines.js'
import { type Reply, SearchSetup, eventually } from './search-setup.js'
import { type Body, buildFixture, removeProject } from './service.js'

const server = searchUrl()
const projects = new Map<Engine, string>()

beforeAll(async () => {
  if (server === undefined) return
  for (const engine of new Set(testEngines().map((each) => each.engine)))
    projects.set(engine, await buildFixture('full-text', engine))
}, 120_000)
afterAll(() => {
  for (const project of projects.values()) removeProject(project)
})

describe.runIf(server !== undefined)('a service with a search engine', () => {
  it('does not fail if another process has already removed an index', async () => {
    const engine = await SearchEngine.open({
      url: server,
      prefix: 'svcgen_',
      models: 'declared',
      username: undefined,
      password: undefined,
    })
    await expect(engine.remove('svcgen_removed-000000000')).resolves.toBeUndefined()
    await engine.close()
  })

  describe.each(testEngines().map((engine) => [engine.name, engine] as const))('on %s', (_name, engine) => {
    let setup: SearchSetup

    beforeAll(async () => {
      setup = await SearchSetup.open(projects.get(engine.engine) ?? '', engine, server ?? '')
    })
    afterAll(() => setup.close())

    it('builds indexes soon after an outage that interrupts it', async () => {
      await setup.proxy.cut()
      const client = await setup.start()
      for (let interruption = 0; interruption < 4; interruption += 1) {
        await setup.proxy.open()
        await sleep(50 * interruption)
        await setup.proxy.cut()
      }
      await setup.proxy.open()
      await client.settled()
      const status = await setup.run('search', 'status')
      expect(status.text).toContain('Page: 1 in the database, 1 in the index, 0 changes waiting, 0 rejected')
      await client.process.stop()
    }, 60_000)

    it('returns 503 for searches while the search engine is unavailable, and then updates the index', async () => {
      const client = await setup.start()
      const wait = '?_refresh=wait'
      await client.send('POST', `/v1/articles${wait}`, [
        { title: 'before', number: 1 },
        { title: 'other', number: 2 },
      ])
      expect(await client.total('q=before')).toBe(1)
      for (const interrupt of [() => setup.proxy.cut(), async () => setup.proxy.hang()]) {
        await interrupt()
        const start = Date.now()
        const refused = await client.send('GET', '/v1/articles?q=before')
        expect([refused.status, Date.now() - start < 5_000]).toEqual([503, true])
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
        expect((await client.send('PATCH', '/v1/articles?q=before', { number: 99 })).status).toBe(503)
        expect((await client.send('DELETE', '/v1/articles?q=before')).status).toBe(503)
        expect((await client.send('GET', '/readyz')).status).toBe(200)
        expect(await client.total('title=before')).toBe(1)
        expect(await client.total('number=99')).toBe(0)
        expect((await client.send('POST', '/v1/articles', { title: 'meanwhile', number: 3 })).status).toBe(
          201,
        )
        expect((await client.send('PATCH', '/v1/articles?title=other', { body: 'changed' })).status).toBe(200)
        expect(await client.gauge('search_outbox_entries')).toBeGreaterThan(0)
        expect(await client.gauge('search_outbox_oldest_seconds')).toBeGreaterThan(0)
        if (interrupt.toString().includes('hang')) setup.proxy.resume()
        else await setup.proxy.open()
        await eventually(async () => (await client.total('q=meanwhile')) !== 503)
        await client.settled()
      }
      expect([await client.total('q=meanwhile'), await client.total('q=changed')]).toEqual([2, 1])
      expect(await setup.run('search', 'status')).toMatchObject({ code: 0 })
      await client.process.stop()
    }, 60_000)

    // Takes the 10 seconds, and does not depend on the database.
    it.runIf(engine.name === 'SQLite')(
      'responds to a write with _refresh after at most 10 seconds',
      async () => {
        const client = await setup.start()
        await client.settled()
        await setup.proxy.cut()
        const start = Date.now()
        const { status } = await client.send('POST', '/v1/articles?_refresh=wait', { title: 'patience' })
        expect([status, Date.now() - start < 15_000]).toEqual([201, true])
        expect(await client.total('title=patience')).toBe(1)
        await setup.proxy.open()
        await client.settled()
        expect(await client.total('q=patience')).toBe(1)
        await client.process.stop()
      },
      60_000,
    )

    it('finds and counts no item by what it contained before its last change', async () => {
      const client = await setup.start()
      const rows = [501, 502, 503].map((number) => ({ title: 'layoffs', number }))
      expect((await client.send('POST', '/v1/articles?_refresh=wait', rows)).status).toBe(201)
      await client.settled()
      const accept = (isBlocked: boolean) =>
        engineSend('PUT', `${setup.prefix}article-*/_settings`, { 'index.blocks.write': isBlocked })
      await accept(true)
      await client.send('PATCH', '/v1/articles?number=501', { title: 'picnic' })
      await client.send('PATCH', '/v1/articles?number=502', { number: 602 })
      const found = async (query: string): Promise<unknown> => {
        const { body } = await client.send('GET', `/v1/articles?${query}`)
        return [body['total'], Object.values(body['data'] ?? {}).map((item: Body) => Number(item['number']))]
      }
      expect(await found('q=layoffs')).toEqual([2, expect.arrayContaining([503, 602])])
      expect(await found('q=layoffs&number__lt=600')).toEqual([1, [503]])
      expect(await client.total('q=layoffs')).toBe(2)
      expect(await client.total('q=layoffs&number=502')).toBe(0)
      expect((await client.send('PATCH', '/v1/articles?q=layoffs', { rank: 'x' })).body['count']).toBe(2)
      expect(await client.total('rank=x')).toBe(2)
      await accept(false)
      await client.settled()
      expect(await found('q=picnic')).toEqual([1, [501]])
      expect((await client.send('DELETE', '/v1/articles?number__gt=500')).body['count']).toBe(3)
      await client.process.stop()
    }, 60_000)

    it('continues a search with too many parts for the search engine', async () => {
      const client = await setup.start({ SVC_MAX_SEARCH_TERMS: '1000', SVC_MAX_FILTER_LENGTH: '10000' })
      const rows = [1, 2, 3].map((number) => ({ title: 'w999', number }))
      await client.send('POST', '/v1/articles?_refresh=wait', rows)
      await client.settled()
      const words = Array.from({ length: 1_000 }, (_, n) => `w${n}`).join(' OR ')
      let path: string | undefined = `/v1/articles?q=${encodeURIComponent(words)}&_limit=1`
      const found: unknown[] = []
      while (path !== undefined) {
        const { status, headers, body }: Reply = await client.send('GET', path)
        expect(status).toBe(200)
        found.push(...Object.values(body['data'] ?? {}).map((item: Body) => item['number']))
        path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      }
      expect(found).toEqual([1, 2, 3])
      expect((await client.send('DELETE', '/v1/articles?title=w999')).body['count']).toBe(3)
      await client.process.stop()
    }, 60_000)

    it('reports an item rejected by the search engine, and indexes the others', async () => {
      const client = await setup.start()
      await client.settled()
      await engineSend('POST', `${setup.prefix}page/_delete_by_query?refresh`, { query: { match_all: {} } })
      await client.send('DELETE', '/v1/pages?slug__ne=x')
      await acceptOnlyNumbers(setup)
      const pages = ['1', 'refused', '2'].map((slug) => ({ slug, body: 'a page' }))
      expect((await client.send('POST', '/v1/pages', pages)).status).toBe(201)
      await eventually(async () => (await client.gauge('search_outbox_entries')) === 0)
      await eventually(
        async () => String((await client.send('GET', '/v1/pages?q=body:page&_count')).body['total']) === '2',
      )
      expect(await client.gauge('search_rejected_entries')).toBe(1)
      const status = await setup.run('search', 'status')
      expect(status.code).toBe(2)
      expect(status.text).toMatch(/^Page: 3 in the database, 2 in the index, .* 1 rejected$/m)
      expect(status.text).toMatch(/^rejected: Page refused: .*slug/m)
      expect((await setup.run('search', 'reindex', 'Page')).code).toBe(0)
      expect(await client.gauge('search_rejected_entries')).toBe(0)
      expect((await client.send('GET', '/v1/pages?q=body:page&_count')).body['total']).toBe(3)
      expect(await setup.run('search', 'status')).toMatchObject({ code: 0 })
      await client.process.stop()
    }, 60_000)

    it('builds missing indexes from existing items, and indexes changes made by the data command', async () => {
      await engineSend('DELETE', `${setup.prefix}*`)
      const file = join(temporaryFolder(), 'Article.ndjson')
      const lines = Array.from({ length: 2_500 }, (_, n) =>
        JSON.stringify({ title: `imported ${n}`, number: n }),
      )
      writeFileSync(file, lines.join('\n'))
      expect((await setup.run('data', 'import', file)).code).toBe(0)
      const client = await setup.start()
      await client.settled()
      expect(await client.total('q=imported')).toBe(2_500)
      expect(await client.total('q=meanwhile')).toBe(2)
      expect(await setup.run('search', 'status')).toMatchObject({ code: 0 })
      await client.process.stop()
    }, 60_000)

    it('loses nothing while two processes write and indexes are rebuilt', async () => {
      const clients = [await setup.start(), await setup.start()]
      await clients[0]?.settled()
      const before = await liveIndex(setup)
      const done = new AbortController()
      const writers = clients.map(async (client, index) => {
        for (let n = 0; !done.signal.aborted; n += 1) {
          const { body } = await client.send('POST', '/v1/articles', {
            title: `writer${index} written`,
            number: n,
          })
          if (n % 3 === 0)
            await client.send('PATCH', `/v1/articles/${String(body['_pk'])}`, { body: 'third' })
          if (n % 5 === 0) await client.send('DELETE', `/v1/articles/${String(body['_pk'])}`)
          await clients[1 - index]?.send('PATCH', `/v1/articles?number=${n}`, { rank: `r${n}` })
        }
      })
      try {
        for (const words of [['Article'], []]) {
          const { code, text } = await setup.run('search', 'reindex', ...words)
          expect([code, text]).toEqual([0, expect.stringMatching(/^Article: \d+ items indexed$/m)])
        }
      } finally {
        done.abort()
        await Promise.all(writers)
      }
      const [client] = clients
      await client?.settled()
      const status = await setup.run('search', 'status')
      expect([status.code, status.text]).toEqual([0, expect.stringContaining(' 0 rejected')])
      for (const [field, value] of [
        ['title', 'writer0 written'],
        ['title', 'writer1 written'],
        ['body', 'third'],
        ['rank', 'r3'],
      ] as const)
        expect(await client?.total(`q=${field}:"${value}"`)).toBe(await client?.total(`${field}=${value}`))
      expect(await liveIndex(setup)).not.toBe(before)
      await client?.send('POST', '/v1/articles?_refresh=wait', { title: 'last' })
      expect(await indexes(setup)).toHaveLength(1)
      for (const each of clients) await each.process.stop()
    }, 90_000)

    // The MongoDB test servers are too slow for so many items.
    it.runIf(engine.engine === 'svc_sqla')(
      'pages through more than 10,000 hits',
      async () => {
        const client = await setup.start()
        const rows = Array.from({ length: 1_000 }, (_, n) => ({ title: 'plenty', number: n }))
        for (let batch = 0; batch < 11; batch += 1) await client.send('POST', '/v1/articles', rows)
        await client.settled()
        const { body } = await client.send('GET', '/v1/articles?q=plenty&_start=10990&_limit=20')
        expect([body['total'], body['count']]).toEqual([11_000, 10])
        const sorted = await client.send('GET', '/v1/articles?q=plenty&_start=10980&_limit=5&_sort=number')
        expect(Object.values(sorted.body['data'] ?? {}).map((item: Body) => item['number'])).toEqual([
          998, 998, 998, 998, 998,
        ])
        expect((await client.send('PATCH', '/v1/articles?q=plenty', { number: 0 })).body['count']).toBe(
          11_000,
        )
        await client.process.stop()
      },
      120_000,
    )

    it('reports invalid arguments to `npm run search`', async () => {
      expect(await setup.run('search', 'reindex', 'Artikle')).toEqual({
        code: 1,
        text: 'Unknown model "Artikle" (did you mean "Article"?). Models in the index: Article, Page',
      })
      expect((await setup.run('search', 'reindex', 'Draft')).code).toBe(1)
      expect((await setup.run('search', 'rebuild')).text).toContain('usage:')
      await setup.proxy.cut()
      const { code, text } = await setup.run('search', 'status')
      expect([code, text]).toEqual([1, expect.stringMatching(/^the search engine at .* does not respond/)])
      await setup.proxy.open()
    })
  })
})

async function engineSend(method: string, path: string, body?: object): Promise<Body> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${server}/${path}`, { method, ...init })
  expect([path, response.status]).toEqual([path, 200])
  return JSON.parse(await response.text())
}

async function indexes({ prefix }: SearchSetup): Promise<readonly string[]> {
  return Object.keys(await engineSend('GET', `${prefix}article-*`))
}

/** Returns the name of the physical index used by queries for articles. */
async function liveIndex({ prefix }: SearchSetup): Promise<string> {
  return Object.keys(await engineSend('GET', `_alias/${prefix}article`))[0] ?? ''
}

/** Replaces the `Page` index with one that accepts only numeric keys. */
async function acceptOnlyNumbers({ prefix }: SearchSetup): Promise<void> {
  const alias = `${prefix}page`
  const [[old = '', { mappings }] = ['', {}]] = Object.entries<Body>(await engineSend('GET', alias))
  const properties = { ...mappings?.['properties'], slug: { type: 'long' } }
  const name = `${alias}-000000000`
  await engineSend('PUT', name, {
    aliases: { [alias]: {}, [`${name}-write`]: {} },
    mappings: { ...mappings, properties },
    settings: {
      analysis: { analyzer: { words: { type: 'standard' } } },
      similarity: { own_text: { type: 'boolean' } },
    },
  })
  await engineSend('DELETE', old)
}
