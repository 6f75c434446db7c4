import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { type TestDatabase, testEngines } from './engines.js'
import { type ServiceProcess, startProcess } from './process.js'
import { removeProject } from './service.js'
import { buildVersions, type Edit, environmentOf, migrate, startFailing } from './versions.js'

const STATE: Edit = [
  '"properties": {',
  `"properties": {
    "state": { "type": "string", "_db_settings": { "type": "string", "required": true } },`,
]
const BACKFILL: Edit = ['"required": true } },', '"required": true }, "_backfill": "draft" },', ' --amend']

const OWNER: Edit = [
  '"owner_id": {\n      "_db_settings": {',
  '"owner_id": {\n      "_backfill": "amy",\n      "_db_settings": {\n        "required": true,',
]

describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
  'migrations on %s',
  (_, engine) => {
    let database: TestDatabase
    let env: Record<string, string>
    let first = ''
    let second = ''
    let third = ''
    let fourth = ''
    let service: ServiceProcess

    beforeAll(async () => {
      ;[first = '', second = '', third = '', fourth = ''] = await buildVersions(engine.engine, [
        STATE,
        BACKFILL,
        OWNER,
      ])
      database = await engine.create()
      const file = join(temporaryFolder(), 'service.db')
      env = {
        ...environmentOf(database.settings),
        ...(engine.name === 'SQLite' ? { SVC_DATABASE_URL: `sqlite:${file}` } : {}),
        SVC_MIGRATE: 'manual',
      }
    }, 120_000)
    afterAll(async () => {
      await service?.stop()
      await database.drop()
      for (const folder of [first, second, third, fourth]) removeProject(folder)
    })

    const ready = async (): Promise<{ status: number; text: string }> => {
      const response = await fetch(`${service.address}/readyz`)
      return { status: response.status, text: await response.text() }
    }
    const post = (body: object, path = 'stories'): Promise<Response> =>
      fetch(`${service.address}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    it('are reported by /readyz while they are pending, and do not require a restart after they are applied', async () => {
      service = await startProcess(first, env)
      const before = await ready()
      expect(before.status).toBe(503)
      expect(JSON.parse(before.text).detail).toBe('pending migrations: 0001_initial; run "npm run migrate"')
      expect(await migrate(first, env, 'status')).toEqual({ exit: 0, printed: 'pending  0001_initial' })
      expect(await migrate(first, env)).toEqual({ exit: 0, printed: 'applied 0001_initial' })
      await sleep(5000)
      expect(await ready()).toEqual({ status: 200, text: '{"status":"ready"}' })
      for (const title of ['One', 'Two']) expect((await post({ title })).status).toBe(201)
    }, 30_000)

    it('are rejected if rows have no value, with an error that names the field and the number of rows', async () => {
      const { exit, printed } = await migrate(second, env)
      expect(exit).toBe(1)
      expect(printed).toContain('Story.state becomes required, but 2 rows have no value')
      expect(printed).toContain('"_backfill"')
      expect(printed).not.toMatch(/^ +at /m)
    })

    it('give existing rows the backfill value while the old version keeps running', async () => {
      expect((await migrate(third, env)).printed).toMatch(/^applied 0002_/)
      const response = await fetch(`${service.address}/v1/stories`)
      expect(response.status).toBe(200)
      expect(await ready()).toEqual({ status: 200, text: '{"status":"ready"}' })
      const { printed } = await migrate(first, env, 'status')
      expect(printed).toMatch(/applied {2}0001_initial\nunknown {2}0002_/)
      await service.stop()
      service = await startProcess(third, env)
      const { data } = JSON.parse(await (await fetch(`${service.address}/v1/stories`)).text())
      expect(data.map(({ state }: { state: string }) => state)).toEqual(['draft', 'draft'])
    }, 30_000)

    it('give existing rows the backfill key of a relationship that becomes required', async () => {
      expect((await post({ username: 'amy' }, 'users')).status).toBe(201)
      expect((await migrate(fourth, env)).printed).toMatch(/^applied 0003_/)
      const { data } = JSON.parse(await (await fetch(`${service.address}/v1/stories`)).text())
      expect(data.map(({ owner }: { owner: string }) => owner)).toEqual(['amy', 'amy'])
      expect((await migrate(fourth, env, 'down')).printed).toMatch(/^reverted 0003_/)
    })

    it('are not reverted while the fields they added have values', async () => {
      const { exit, printed } = await migrate(third, env, 'down')
      expect(exit).toBe(1)
      expect(printed).toMatch(/story\.state \(2 rows have a value\)/)
      expect((await migrate(third, env, 'down', '--allow-destructive')).printed).toMatch(/^reverted 0002_/)
    })
  },
)

describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
  'on %s, problems that an operator can fix',
  (_, engine) => {
    let folder = ''
    beforeAll(async () => {
      ;[folder = ''] = await buildVersions(engine.engine, [])
    }, 60_000)
    afterAll(() => removeProject(folder))

    it('are reported without a stack trace', async () => {
      const database = await engine.create()
      await database.drop()
      const settings = environmentOf(database.settings)
      const env: Record<string, string> =
        engine.name === 'SQLite'
          ? { SVC_DATABASE_URL: 'sqlite:/dev/null/data/service.db' }
          : engine.name === 'PostgreSQL'
            ? settings
            : { SVC_MONGODB_URL: 'mongodb://someone:secret@127.0.0.1:1/library' }
      const runs = [
        await startFailing(folder, env),
        await startFailing(folder, { ...env, SVC_MIGRATE: 'manual' }),
        await migrate(folder, env),
        await migrate(folder, env, 'status'),
        await migrate(folder, env, 'down'),
      ]
      for (const { exit, printed } of runs) {
        expect(exit).toBe(1)
        expect(printed).toMatch(/^database unavailable: .*(write access|CREATE DATABASE|start a server)/)
        expect(printed.split('\n')).toHaveLength(1)
      }
    }, 60_000)
  },
)
