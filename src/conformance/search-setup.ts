import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { expect } from 'vitest'
import { type TestEngine, testSearch } from './engines.js'
import { ServerProxy } from './server-proxy.js'
import { type ServiceProcess, startProcess } from './process.js'
import type { Body } from './service.js'

/** A database, a search engine behind a proxy that can be interrupted, and the service processes that use them. */
export class SearchSetup {
  readonly #processes: ServiceProcess[] = []
  readonly #drops: (() => Promise<void>)[] = []
  readonly project: string
  readonly prefix: string
  readonly proxy: ServerProxy
  readonly env: Readonly<Record<string, string>>

  private constructor(
    project: string,
    prefix: string,
    proxy: ServerProxy,
    env: Readonly<Record<string, string>>,
  ) {
    this.project = project
    this.prefix = prefix
    this.proxy = proxy
    this.env = env
  }

  /** @param project folder of the built project */
  static async open(project: string, engine: TestEngine, url: string): Promise<SearchSetup> {
    const database = await engine.create()
    const temporary = mkdtempSync(join(tmpdir(), 'search-'))
    const search = testSearch(url, 'declared')
    const { hostname, port } = new URL(url)
    const proxy = new ServerProxy(hostname, Number(port))
    await proxy.open()
    const settings = {
      ...database.settings,
      ...search.settings,
      'search.url': `http://127.0.0.1:${proxy.port}`,
      metrics: 'true',
      ...(engine.name === 'SQLite'
        ? { 'database.url': `sqlite:${join(temporary, `${String(search.settings['search.prefix'])}.db`)}` }
        : {}),
    }
    const env = Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`SVC_${key.toUpperCase().replace('.', '_')}`, value]),
    )
    const setup = new SearchSetup(project, search.settings['search.prefix'] ?? '', proxy, env)
    setup.#drops.push(
      () => proxy.cut(),
      database.drop,
      search.drop,
      async () => rmSync(temporary, { recursive: true, force: true }),
    )
    return setup
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<Client> {
    const process = await startProcess(this.project, { ...this.env, ...env })
    this.#processes.push(process)
    return new Client(process)
  }

  async run(file: string, ...words: readonly string[]): Promise<{ code: number | undefined; text: string }> {
    const { exitCode, all } = await execa('node', [`dist/src/generated/${file}.js`, ...words], {
      cwd: this.project,
      env: this.env,
      reject: false,
      all: true,
    })
    return { code: exitCode, text: all }
  }

  async close(): Promise<void> {
    for (const process of this.#processes) if (!process.hasEnded()) await process.stop()
    for (const drop of this.#drops) await drop()
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export class Client {
  readonly process: ServiceProcess

  constructor(process: ServiceProcess) {
    this.process = process
  }

  async send(method: string, path: string, body?: unknown): Promise<Reply> {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${this.process.address}${path}`, {
      method,
      ...init,
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    const isJson = String(response.headers.get('content-type')).includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }

  async total(query: string): Promise<unknown> {
    const { status, body } = await this.send('GET', `/v1/articles?_count&${query}`)
    return status === 200 ? body['total'] : status
  }

  async gauge(name: string): Promise<number> {
    const { body } = await this.send('GET', '/metrics')
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(String(body['text']))?.[1])
  }

  /** Waits until the outbox is empty and searches find all changes. */
  async settled(): Promise<void> {
    await eventually(async () => (await this.gauge('search_outbox_entries')) === 0)
    expect(
      (await this.send('POST', '/v1/pages?_refresh=wait', { slug: `settled-${Math.random()}` })).status,
    ).toBe(201)
    await sleep(1_100)
  }
}

export async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await isTrue()) return
    await sleep(100)
  }
  throw new Error('the condition is still false after 30 seconds')
}
