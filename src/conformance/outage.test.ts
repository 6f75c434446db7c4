import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testEngines } from './engines.js'
import { ServerProxy } from './server-proxy.js'
import { startProcess, type ServiceProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'

/** More requests than the pool has connections, so that some have to wait. */
const MORE_THAN_CONNECTIONS = 150

/** Routes that read with the driver's cursors. */
const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  const names = () => app.models.$collection('Author').find({ _id: { $exists: true } }).sort({ _id: 1 })
  app.get('/own/list', async () => (await names().toArray()).length)
  app.get('/own/loop', async () => {
    let count = 0
    for await (const _author of names()) count += 1
    return count
  })
  await app.ready()
  return app
}
`

const engine = testEngines().find(({ name }) => name === 'MongoDB')

describe.runIf(engine !== undefined)('a service on MongoDB', () => {
  let folder = ''
  let database: TestDatabase
  let proxy: ServerProxy
  let service: ServiceProcess
  let url = ''

  beforeAll(async () => {
    if (engine === undefined) return
    folder = await buildFixture('library', engine.engine, { 'src/app.ts': APP })
    database = await engine.create()
    const server = new URL(database.settings['mongodb.url'] ?? '')
    proxy = new ServerProxy(server.hostname, Number(server.port))
    await proxy.open()
    url = `mongodb://127.0.0.1:${proxy.port}${server.pathname}`
    service = await startProcess(folder, { SVC_MONGODB_URL: url })
  })
  afterAll(async () => {
    await service.stop()
    await proxy.cut()
    await database.drop()
    removeProject(folder)
  })

  const status = async (path: string, init?: RequestInit): Promise<number> => {
    const response = await fetch(service.address + path, { ...init, signal: AbortSignal.timeout(10_000) })
    await response.text()
    return response.status
  }
  const author = (name: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

  it('returns errors within five seconds while the server is down, and recovers when it is back', async () => {
    expect(await status('/v1/authors', author('before'))).toBe(201)
    expect(await status('/readyz')).toBe(200)
    await proxy.cut()
    const refused = await fetch(`${service.address}/v1/authors`, { signal: AbortSignal.timeout(5_000) })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(
      await Promise.all([
        status('/v1/authors/before'),
        status('/v1/authors', author('meanwhile')),
        status('/v1/authors/before', { method: 'DELETE' }),
        status('/own/list'),
        status('/own/loop'),
        status('/readyz'),
        status('/healthz'),
      ]),
    ).toEqual([503, 503, 503, 503, 503, 503, 200])
    await proxy.open()
    expect(await status('/v1/authors', author('after'))).toBe(201)
    expect(await status('/readyz')).toBe(200)
    expect(await status('/v1/authors/meanwhile')).toBe(404)
    expect(await Promise.all(['/own/list', '/own/loop'].map((path) => status(path)))).toEqual([200, 200])
  })

  it('returns errors within seconds while the server hangs, and recovers when it responds again', async () => {
    expect(await status('/v1/authors', author('before hanging'))).toBe(201)
    proxy.hang()
    const more = Array.from({ length: MORE_THAN_CONNECTIONS }, () => status('/v1/authors/before'))
    const asked = Promise.all([
      status('/v1/authors/before'),
      status('/v1/authors?_limit=1'),
      status('/v1/authors', author('hanging')),
      status('/v1/authors/before', { method: 'DELETE' }),
    ])
    expect(await status('/readyz')).toBe(503)
    expect(await asked).toEqual([503, 503, 503, 503])
    expect(new Set(await Promise.all(more))).toEqual(new Set([503]))
    expect(await status('/healthz')).toBe(200)
    proxy.resume()
    expect(await status('/v1/authors', author('after hanging'))).toBe(201)
    expect(await status('/readyz')).toBe(200)
    expect(await status('/v1/authors/before')).toBe(200)
  })

  it('does not start if the server hangs, and reports why', async () => {
    proxy.hang()
    const { exitCode, stderr } = await execa('node', ['dist/src/main.js'], {
      cwd: folder,
      reject: false,
      env: { SVC_MONGODB_URL: url, PORT: '0' },
      timeout: 10_000,
    })
    proxy.resume()
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`no MongoDB server responds at mongodb://127.0.0.1:${proxy.port}/`)
  })

  it('does not start if the server is down, and reports why', async () => {
    const { exitCode, stderr } = await execa('node', ['dist/src/main.js'], {
      cwd: folder,
      reject: false,
      env: { SVC_MONGODB_URL: 'mongodb://someone:secret@127.0.0.1:1/library', PORT: '0' },
    })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('no MongoDB server responds at mongodb://127.0.0.1:1/library')
    expect(stderr).not.toContain('secret')
  })

  it('warns once at startup that a standalone server has no transactions', async () => {
    const script = `import { buildApp } from './dist/src/app.js'; const app = await buildApp(); await app.close()`
    const { stdout } = await execa('node', ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { SVC_MONGODB_URL: url },
    })
    expect(stdout.match(/no transactions/g)).toHaveLength(1)
  })

  it('applies and reverts migrations on demand', async () => {
    const migrate = async (...words: string[]): Promise<string> =>
      (
        await execa('node', ['dist/src/generated/migrate.js', ...words], {
          cwd: folder,
          env: { SVC_MONGODB_URL: `${url}_other` },
        })
      ).stdout
    try {
      expect(await migrate('status')).toBe('pending  0001_initial')
      expect(await migrate()).toBe('applied 0001_initial')
      expect(await migrate()).toBe('no pending migrations')
      expect(await migrate('status')).toBe('applied  0001_initial')
    } finally {
      expect(await migrate('down')).toBe('reverted 0001_initial')
    }
  })

  it('contains no code for relational databases', async () => {
    const { stdout } = await execa(
      'grep',
      [
        '-rliE',
        '--exclude-dir=dist',
        '--exclude-dir=.svcgen',
        'better-sqlite3|["\']pg["\']|runtime/sql|migrate:up',
        '.',
      ],
      { cwd: folder, reject: false },
    )
    expect(stdout.split('\n').filter((file) => file !== '')).toEqual([])
  })
})
