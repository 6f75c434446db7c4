import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { type TestEngine, testEngines } from './engines.js'
import { type ServiceProcess, startProcess } from './process.js'
import { buildFixture, removeProject, type TestService } from './service.js'
import { onEveryEngine } from './suite.js'

/** Jobs that create stories, and jobs that fail. */
const JOBS = {
  'src/jobs/add-story.ts': `
import { registry } from '../generated/index.js'

declare module '../generated/index.js' {
  interface JobPayloads {
    add_story: { title: string }
    fail: { times: number }
    fail_once: null
    slow: null
    tick: null
  }
}

registry.job('add_story', async ({ payload, models }) => {
  await models.story.create({ data: { title: payload.title } })
})
`,
  'src/jobs/failing.ts': `
import { registry } from '../generated/index.js'

registry.job<'fail', { times: number }>('fail', async ({ payload, attempt, models }) => {
  await models.story.create({ data: { title: 'attempt ' + attempt } })
  if (attempt <= payload.times) throw new Error('on purpose, with a response\\u0000')
})

registry.job('fail_once', { retries: 0 }, async () => {
  throw new Error('no\\n::add-mask::more\\u001b[31m')
})

registry.job('slow', { timeout: 0.2, retries: 0 }, async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  return new Promise(() => undefined)
})

registry.job('tick', { cron: '* * * * *', timezone: 'Europe/Berlin' }, async ({ models }) => {
  await models.story.create({ data: { title: 'tick' } })
})
`,
  'src/app.ts': `
import type { FastifyInstance } from 'fastify'
import { BadRequest, createService, type SettingValues } from './generated/index.js'

interface Added {
  readonly name: 'add_story' | 'fail' | 'fail_once' | 'slow'
  readonly payload: { title: string } & { times: number } & null
  readonly count?: number
  readonly at?: string
  readonly key?: string
  readonly rollback?: boolean
}

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post<{ Body: Added }>('/jobs', async ({ body: { name, payload, count = 1, at, key, rollback } }) => {
    const ids: string[] = []
    await app.transaction(async (models) => {
      for (let index = 0; index < count; index += 1) {
        const numbered = count === 1 ? payload : Object.assign({}, payload, { title: String(index) })
        ids.push(await models.$jobs.add(name, numbered, { ...(at && { at }), ...(key && { key }) }))
      }
      if (rollback) throw new BadRequest('rolled back')
    })
    return { ids }
  })
  app.get<{ Params: { name: 'add_story' } }>('/jobs/:name', async ({ params }) => app.models.$jobs.waiting(params.name))
  app.post('/unknown', async () => app.models.$jobs.add(Object('add_stori'), { title: 'x' }))
  app.post('/circular', async () => {
    const payload: Record<string, unknown> = {}
    payload['self'] = payload
    return app.models.$jobs.add('add_story', Object(payload))
  })
  await app.ready()
  return app
}
`,
}

const send = (service: TestService, body: object) => service.send('POST', '/jobs', body)

/** Returns the titles of all stories. */
async function titles(service: TestService): Promise<readonly string[]> {
  const { body } = await service.send('GET', '/v1/stories?_limit=1000&_sort=title')
  return Array.from({ length: Number(body['data']?.['length']) }, (_, index) =>
    String(body['data']?.[index]?.['title']),
  )
}

async function until(check: () => Promise<boolean>, seconds = 10): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('it has not happened in time')
    await sleep(50)
  }
}

onEveryEngine(
  'quickstart',
  (service) => {
    const has = (title: string, seconds?: number) =>
      until(async () => (await titles(service())).includes(title), seconds)

    it('runs after the commit', async () => {
      await send(service(), { name: 'add_story', payload: { title: 'added by a job' } })
      await has('added by a job')
    })

    it('does not run if the transaction is rolled back', async () => {
      const { status } = await send(service(), {
        name: 'add_story',
        payload: { title: 'never' },
        rollback: true,
      })
      expect(status).toBe(400)
      await send(service(), { name: 'add_story', payload: { title: 'afterward' } })
      await has('afterward')
      expect(await titles(service())).not.toContain('never')
    })

    it('runs many jobs, each once', async () => {
      await send(service(), { name: 'add_story', payload: {}, count: 40 })
      await has('39')
      await until(async () => (await titles(service())).filter((title) => /^\d+$/.test(title)).length >= 40)
      const numbers = (await titles(service())).filter((title) => /^\d+$/.test(title))
      expect(numbers.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => String(index)).toSorted())
    })

    it('waits until its time, and is replaced by a job with the same key', async () => {
      const at = new Date(Date.now() + 3_600_000).toISOString()
      const first = await send(service(), { name: 'add_story', payload: { title: 'first' }, at, key: 'k' })
      await send(service(), { name: 'add_story', payload: { title: 'other' }, at, key: 'other' })
      await send(service(), { name: 'add_story', payload: { title: 'second' }, at, key: 'k' })
      const { body } = await service().send('GET', '/jobs/add_story')
      expect(body).toMatchObject([
        { key: 'k', payload: { title: 'second' }, at },
        { key: 'other', payload: { title: 'other' }, at },
      ])
      expect(first.body['ids']?.[0]).toBe(body[0]?.['id'])
      const soon = new Date(Date.now() + 500).toISOString()
      await send(service(), { name: 'add_story', payload: { title: 'soon' }, at: soon, key: 'k' })
      await has('soon')
      expect(await titles(service())).not.toContain('second')
    })

    it('is called again a minute after it failed, whatever text the error has', async () => {
      const before = Date.now()
      await send(service(), { name: 'fail', payload: { times: 1 } })
      await has('attempt 1')
      await until(async () => {
        const { body } = await service().send('GET', '/jobs/fail')
        return Number(new Date(String(body[0]?.['at']))) >= before + 60_000
      })
    })

    it('stays as a failed job after its last attempt', async () => {
      await send(service(), { name: 'fail_once', payload: null })
      await send(service(), { name: 'slow', payload: null })
      await until(async () => {
        const once = await service().send('GET', '/jobs/fail_once')
        const slow = await service().send('GET', '/jobs/slow')
        return Number(once.body['length']) + Number(slow.body['length']) === 0
      })
    })

    it('must be registered, and have a payload that is JSON', async () => {
      expect((await service().send('POST', '/unknown')).status).toBe(500)
      expect((await service().send('POST', '/circular')).status).toBe(500)
    })

    it('cannot be replaced with a key that is an operator of the database', async () => {
      const add = (title: string, key: unknown) =>
        send(service(), { name: 'add_story', payload: { title }, at: '2100-01-01T00:00:00Z', key })
      await add('of a victim', 'victim')
      for (const key of [{ $ne: 'x' }, { $exists: true }, ['victim'], { $regex: '.' }, 1, true])
        expect((await add('of an attacker', key)).status).toBe(500)
      const { body } = await service().send('GET', '/jobs/add_story')
      expect(JSON.stringify(body)).toMatch(/of a victim(?!.*of an attacker)/)
    })
  },
  { code: JOBS, inProcess: true },
)

/** Number of jobs in the test with processes that are killed, which `npm run bench:jobs` increases. */
const COUNT = Number(process.env['TEST_JOBS'] ?? 300)
/** Whether to kill processes until all jobs have run. */
const IS_SOAK = COUNT > 1000
const KILLS = 3
const CONCURRENCY = 5

const ENGINES = testEngines().filter(({ name }) => name !== 'MongoDB')

describe.each<Engine>([...new Set(ENGINES.map(({ engine }) => engine))])(
  'processes of %s that share jobs',
  (engine) => {
    const engines = ENGINES.filter((each) => each.engine === engine)
    let folder = ''
    beforeAll(async () => {
      folder = await buildFixture('quickstart', engine, JOBS)
    })
    afterAll(() => removeProject(folder))

    it.concurrent.each(engines.map((each) => [each.name, each] as const))(
      'run each job at least once although they are killed (%s)',
      async (_name, each) => {
        const database = await databaseOf(each)
        const processes = [await startProcess(folder, database.env), await startProcess(folder, database.env)]
        try {
          const start = Date.now()
          await post(processes[0], { name: 'add_story', payload: {}, count: COUNT })
          let kills = 0
          const isRunning = async () => IS_SOAK && (await storiesAt(processes[kills % 2])) < COUNT
          while (kills < KILLS || (await isRunning())) {
            await sleep(Math.random() * (IS_SOAK ? 3000 : 300) + 100)
            const victim = processes[kills % 2]
            if (victim !== undefined) process.kill(victim.pid, 'SIGKILL')
            processes[kills % 2] = await startProcess(folder, database.env)
            kills += 1
          }
          const counts = new Map<string, number>()
          await until(async () => {
            if ((await storiesAt(processes[0])) < COUNT) return false
            counts.clear()
            for (const title of await titlesAt(processes[0])) counts.set(title, (counts.get(title) ?? 0) + 1)
            return counts.size === COUNT
          }, 90)
          // A job whose process was killed after its work and before it was recorded runs again.
          const twice = [...counts.values()].filter((count) => count > 1).length
          expect(twice).toBeLessThanOrEqual(kills * CONCURRENCY)
          if (IS_SOAK)
            console.log(
              `${each.name}: ${COUNT} jobs, ${kills} kills, ${twice} twice, ${Date.now() - start} ms`,
            )
          expect(commandOf(folder, database.env, 'status').stdout).toContain('add_story: ')
        } finally {
          await Promise.all(processes.map((running) => running.stop()))
          await database.drop()
        }
      },
      120_000 + COUNT * 100,
    )

    it('are managed with a command', async () => {
      const [first] = engines
      if (first === undefined) throw new Error('no engine')
      const database = await databaseOf(first)
      const running = await startProcess(folder, database.env)
      try {
        await post(running, { name: 'fail_once', payload: null })
        await post(running, { name: 'add_story', payload: { title: 'x' }, at: '2100-01-01T00:00:00Z' })
        await until(async () =>
          commandOf(folder, database.env, 'status').stdout.includes(
            'fail_once: 0 waiting, 0 running, 1 failed',
          ),
        )
        const { stdout } = commandOf(folder, database.env, 'status')
        expect(stdout).toContain('add_story: 1 waiting, 0 running, 0 failed')
        const id = /failed: (\S+) fail_once, 1 call: no ::add-mask::more \[31m$/m.exec(stdout)?.[1] ?? ''
        expect(commandOf(folder, database.env, 'retry', id).stdout).toBe('1 job to be called again\n')
        await until(async () => commandOf(folder, database.env, 'status').stdout.includes('1 failed'))
        expect(commandOf(folder, database.env, 'remove', id)).toMatchObject({
          status: 0,
          stdout: `removed ${id}\n`,
        })
        expect(commandOf(folder, database.env, 'remove', id)).toMatchObject({
          status: 1,
          stderr: `No job has the ID ${id}\n`,
        })
        expect(commandOf(folder, database.env, 'retry', 'x')).toMatchObject({ status: 1 })
        expect(commandOf(folder, database.env, 'show').stderr).toContain('usage:')
        expect(commandOf(folder, database.env, 'status').stdout).toContain(
          'fail_once: 0 waiting, 0 running, 0 failed',
        )
      } finally {
        await running.stop()
        await database.drop()
      }
    })
  },
)

async function databaseOf(engine: TestEngine): Promise<{
  readonly env: Readonly<Record<string, string>>
  drop(): Promise<void>
}> {
  const { settings, drop } = await engine.create()
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  const url = settings['database.url'] ?? ''
  const env =
    settings['mongodb.url'] === undefined
      ? {
          SVC_DATABASE_URL: url === 'sqlite::memory:' ? `sqlite:${join(folder, 'jobs.db')}` : url,
          SVC_MIGRATE: 'auto',
        }
      : { SVC_MONGODB_URL: settings['mongodb.url'] }
  return {
    env: { ...env, SVC_JOBS_CONCURRENCY: String(CONCURRENCY) },
    drop: async () => {
      await drop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function post(running: ServiceProcess | undefined, body: object): Promise<void> {
  const response = await fetch(`${running?.address}/jobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

/** Returns the number of stories. */
async function storiesAt(running: ServiceProcess | undefined): Promise<number> {
  const response = await fetch(`${running?.address}/v1/stories?_count`)
  const { total }: { total: number } = JSON.parse(await response.text())
  return total
}

async function titlesAt(running: ServiceProcess | undefined): Promise<readonly string[]> {
  const all: string[] = []
  let next: string | undefined = '/v1/stories?_limit=1000'
  while (next !== undefined) {
    const response: Response = await fetch(new URL(next, running?.address))
    const { data }: { data: readonly { readonly title: string }[] } = JSON.parse(await response.text())
    all.push(...data.map(({ title }) => title))
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return all.filter((title) => title !== 'tick')
}

function commandOf(folder: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return spawnSync(process.execPath, ['dist/src/generated/jobs.js', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}
