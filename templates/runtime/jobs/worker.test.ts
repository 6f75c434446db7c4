import { afterEach, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import type { Row } from '../model.js'
import {
  type Database,
  EVERYTHING,
  type Selection,
  type Session,
  type Store,
  Unavailable,
  type Access,
} from '../store.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { BY_ID, FAILED, StoredJobs, jobModel, jobModels, newJob, scheduleModel } from './jobs.js'
import { JobFunctions } from './registry.js'
import { JobWorker } from './worker.js'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Calls hooks around the operations of a database, at moments that a test could not hit by chance. */
class Interrupted extends MemoryDatabase {
  afterFind: () => Promise<void> = async () => undefined
  beforeTransaction: () => void = () => undefined
  #isHooked = false

  override store(model: string, access: Access): Store {
    const store = super.store(model, access)
    if (model !== jobModel.name || this.#isHooked) return store
    this.#isHooked = true
    const find = store.find.bind(store)
    return Object.assign(store, {
      find: async (selection: Selection) => {
        const rows = await find(selection)
        await this.afterFind()
        return rows
      },
    })
  }

  override async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.beforeTransaction()
    return super.transaction(work)
  }
}

const workers: JobWorker<object>[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

function run(database: Database, functions: JobFunctions<object>, clock = () => Date.now()): void {
  const worker = new JobWorker<object>({
    functions,
    database,
    clock: async () => clock(),
    models: () => ({}),
    transaction: (work) => work({}),
    log: SILENT,
    concurrency: 2,
  })
  workers.push(worker)
  worker.start()
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('it has not happened in time')
}

describe('a worker', () => {
  it('runs a job with the payload that replaced the one it has read', async () => {
    const database = new Interrupted(jobModels)
    const functions = new JobFunctions<object>()
    const seen: unknown[] = []
    functions.job<string, unknown>('index', ({ payload }) => void seen.push(payload))
    const jobs = new StoredJobs(database, functions)
    await jobs.add('index', 'old', { key: 'k' })
    let isReplaced = false
    database.afterFind = async () => {
      if (isReplaced) return
      isReplaced = true
      await jobs.add('index', 'new', { key: 'k' })
    }
    run(database, functions)
    await until(
      async () => (await database.store(jobModel.name, ALL_ROWS).count({ kind: 'and', of: [] })) === 0,
    )
    expect(seen).toEqual(['new'])
  })

  it('adds the job of a cron expression although the database fails at its time', async () => {
    const database = new Interrupted(jobModels)
    const functions = new JobFunctions<object>()
    const dates: unknown[] = []
    const cron = { cron: '0 9 * * *' }
    functions.job<string, { date: string }>('remind', cron, ({ payload }) => void dates.push(payload.date))
    let now = Date.parse('2030-01-01T08:59:59Z')
    let failures = 0
    database.beforeTransaction = () => {
      failures += 1
      if (failures === 1) throw new Error('the database is not available')
    }
    run(database, functions, () => now)
    await until(
      async () => (await database.store(scheduleModel.name, ALL_ROWS).findByKey('remind')) !== undefined,
    )
    now += 2000
    await until(() => dates.length > 0)
    expect(dates).toEqual(['2030-01-01T09:00:00.000Z'])
  })
})

it('processes with different versions of a cron expression do not skip its time', async () => {
  const database = new MemoryDatabase(jobModels)
  const dates: string[] = []
  let now = Date.parse('2030-01-01T08:59:59Z')
  for (const timezone of ['UTC', 'Europe/London']) {
    const functions = new JobFunctions<object>()
    functions.job<string, { date: string }>(
      'remind',
      { cron: '0 9 * * *', timezone },
      ({ payload }) => void dates.push(payload.date),
    )
    run(database, functions, () => now)
    const schedules = database.store(scheduleModel.name, ALL_ROWS)
    await until(async () => String((await schedules.findByKey('remind'))?.['expression']).endsWith(timezone))
  }
  now += 2000
  await until(() => dates.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(dates).toEqual(['2030-01-01T09:00:00.000Z'])
})

/** A database that is unavailable for some time. */
class Unreliable extends MemoryDatabase {
  isDown = false

  override store(model: string, access: Access): Store {
    if (this.isDown) throw new Unavailable('the database does not respond')
    return super.store(model, access)
  }
}

describe('a job', () => {
  const count = (database: Database) => database.store(jobModel.name, ALL_ROWS).count(EVERYTHING)
  const stored = (name: string, changes: Row = {}) => ({ ...newJob(name, null, {}, [name]), ...changes })

  it('runs once although the database goes away before and after its call', async () => {
    const database = new Unreliable(jobModels)
    const functions = new JobFunctions<object>()
    const attempts: number[] = []
    functions.job('work', async ({ attempt }) => {
      attempts.push(attempt)
      database.isDown = true
      setTimeout(() => (database.isDown = false), 300)
    })
    await new StoredJobs(database, functions).add('work', null)
    database.isDown = true
    run(database, functions)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(attempts).toEqual([])
    database.isDown = false
    await until(async () => attempts.length > 0 && !database.isDown && (await count(database)) === 0)
    expect(attempts).toEqual([1])
  })

  it('with a payload that cannot be read fails, and does not stop the others', async () => {
    const database = new MemoryDatabase(jobModels)
    const functions = new JobFunctions<object>()
    const seen: unknown[] = []
    functions.job('work', { retries: 0 }, ({ payload }) => void seen.push(payload))
    await database.store(jobModel.name, ALL_ROWS).insert([stored('work', { payload: '{', due: 0 })])
    await new StoredJobs(database, functions).add('work', 'good')
    run(database, functions)
    await until(async () => seen.length > 0 && (await count(database)) === 1)
    const [failed] = await database.store(jobModel.name, ALL_ROWS).find({ where: FAILED, orderBy: BY_ID })
    expect([seen, failed]).toMatchObject([['good'], { payload: '{', attempt: 1, holder: null }])
  })

  it('whose process ends at each attempt fails without another call', async () => {
    const database = new MemoryDatabase(jobModels)
    const functions = new JobFunctions<object>()
    let calls = 0
    functions.job('work', { retries: 2 }, () => void (calls += 1))
    await database
      .store(jobModel.name, ALL_ROWS)
      .insert([stored('work', { attempt: 3, holder: 'dead', due: Date.now() })])
    run(database, functions)
    const failed = () => database.store(jobModel.name, ALL_ROWS).find({ where: FAILED, orderBy: BY_ID })
    await until(async () => (await failed()).length > 0)
    expect([calls, await failed()]).toMatchObject([0, [{ error: 'The process ended while it ran the job.' }]])
  })

  it('is not lost if the clock jumps', async () => {
    const database = new MemoryDatabase(jobModels)
    let now = Date.parse('2030-01-01T09:30:00Z')
    const attempts: number[] = []
    const ends: (() => void)[] = []
    const work = async ({ attempt }: { readonly attempt: number }): Promise<void> => {
      attempts.push(attempt)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    const processes = [new JobFunctions<object>(), new JobFunctions<object>()]
    const [functions] = processes
    if (functions === undefined) throw new Error('no process')
    for (const each of processes) each.job('work', work)
    const jobs = new StoredJobs(database, functions)
    await jobs.add('work', null)
    for (const each of processes) run(database, each, () => now)
    await until(() => attempts.length === 1)
    // The lease seems to have ended, so the other process, too, runs the job.
    now += 3_600_000
    await until(() => attempts.length === 2)
    expect(attempts).toEqual([1, 2])
    // A clock that is set back delays neither new jobs nor the outcome of those that run.
    now -= 7_200_000
    await jobs.add('work', null)
    await until(() => attempts.length === 3)
    for (const end of ends) end()
    await until(async () => (await count(database)) === 0)
    expect(attempts).toEqual([1, 2, 1])
  })
})

describe('a timeout', () => {
  it.each([0, -1, Number.NaN, 2_147_484, Infinity])('of %d seconds is rejected', (timeout) => {
    const functions = new JobFunctions<object>()
    expect(() => functions.job('slow', { timeout }, () => undefined)).toThrow('invalid timeout')
  })
})
