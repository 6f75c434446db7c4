import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pick, random } from '../testing/random.js'
import { searchUrl, testEngines } from './engines.js'
import { type Client, SearchSetup, eventually } from './search-setup.js'
import { type Body, buildFixture, removeProject } from './service.js'

/** How many times the search engine is stopped and restarted. `bench/search-soak.js` runs more rounds. */
const ROUNDS = Number(process.env['SEARCH_SOAK_ROUNDS'] ?? 2)
const WRITERS = 4

const server = searchUrl()
const engine = testEngines().find(({ name }) => name === 'PostgreSQL') ?? testEngines()[0]
const WORDS = ['ash', 'birch', 'cedar', 'elm', 'fir', 'oak', 'pine', 'yew']

describe.runIf(server !== undefined)(
  `two processes on ${engine?.name}, while the search engine stops and starts`,
  () => {
    let setup: SearchSetup
    let project = ''

    beforeAll(async () => {
      if (engine === undefined) return
      project = await buildFixture('full-text', engine.engine)
      setup = await SearchSetup.open(project, engine, server ?? '')
    }, 120_000)
    afterAll(async () => {
      await setup.close()
      removeProject(project)
    })

    it(
      'end with an index that matches the database',
      async () => {
        const clients = [await setup.start(), await setup.start()]
        const done = new AbortController()
        let writes = 0
        const writer = async (seed: number): Promise<void> => {
          const next = random(seed)
          const keys: string[] = []
          while (!done.signal.aborted) {
            writes += 1
            await write(pick(next, clients), next, keys)
          }
        }
        const writing = Promise.all(Array.from({ length: WRITERS }, (_, seed) => writer(seed + 1)))
        for (let round = 0; round < ROUNDS; round += 1) {
          await sleep(1_500)
          await setup.proxy.cut()
          await sleep(1_500)
          await setup.proxy.open()
        }
        done.abort()
        await writing
        const [client] = clients
        if (client === undefined) throw new Error('no service has started')
        await eventually(async () => (await client.total('q=ash')) !== 503)
        await client.settled()
        expect((await setup.run('search', 'status')).code).toBe(0)
        for (const word of WORDS) {
          const [found, expected] = [await all(client, `q=title:${word}`), await all(client, `title=${word}`)]
          expect([word, found]).toEqual([word, expected])
        }
        console.log(`${writes} writes, ${ROUNDS} outages`)
      },
      120_000 + ROUNDS * 10_000,
    )
  },
)

async function write(client: Client, next: () => number, keys: string[]): Promise<void> {
  const title = pick(next, WORDS)
  const key = pick(next, keys.length === 0 ? [''] : keys)
  const choice = keys.length === 0 ? 0 : next()
  if (choice < 0.4) {
    const { status, body } = await client.send('POST', '/v1/articles', {
      title,
      number: Math.floor(next() * 100),
    })
    expect(status).toBe(201)
    keys.push(String(body['_pk']))
  } else if (choice < 0.7) {
    expect((await client.send('PATCH', `/v1/articles/${key}`, { title })).status).toBe(200)
  } else if (choice < 0.8) {
    expect((await client.send('DELETE', `/v1/articles/${key}`)).status).toBe(200)
    keys.splice(keys.indexOf(key), 1)
  } else if (choice < 0.9) {
    const number = Math.floor(next() * 100)
    expect((await client.send('PATCH', `/v1/articles?number=${number}`, { title })).status).toBe(200)
  } else {
    expect([200, 503]).toContain((await client.send('GET', `/v1/articles?q=${title}`)).status)
  }
}

/** Returns the keys of all articles selected by a query. */
async function all(client: Client, query: string): Promise<readonly string[]> {
  const keys: string[] = []
  for (let start = 0; ; start += 1_000) {
    const { body } = await client.send(
      'GET',
      `/v1/articles?${query}&_sort=id&_fields=id&_limit=1000&_start=${start}`,
    )
    const page = Object.values(body['data'] ?? {}).map((item: Body) => String(item['_pk']))
    keys.push(...page)
    if (page.length < 1_000) return keys
  }
}
