import { afterEach, describe, expect, it } from 'vitest'
import type { Database, Selection, Session, Store } from '../store.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { StoredJobs, jobModel, jobModels, scheduleModel } from './jobs.js'
import { JobFunctions } from './registry.js'
import { JobWorker } from './worker.js'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Calls hooks around the operations of a database, at moments that a test could not hit by chance. */
class Interrupted extends MemoryDatabase {
  afterFind: () => Promise<void> = async () => undefined
  beforeTransaction: () => void = () => undefined
  #isHooked = false

  override store(model: string): Store {
    const store = super.store(model)
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
    await until(async () => (await database.store(jobModel.name).count({ kind: 'and', of: [] })) === 0)
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
    await until(async () => (await database.store(scheduleModel.name).findByKey('remind')) !== undefined)
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
    const schedules = database.store(scheduleModel.name)
    await until(async () => String((await schedules.findByKey('remind'))?.['expression']).endsWith(timezone))
  }
  now += 2000
  await until(() => dates.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(dates).toEqual(['2030-01-01T09:00:00.000Z'])
})

describe('a timeout', () => {
  it.each([0, -1, Number.NaN, 2_147_484, Infinity])('of %d seconds is rejected', (timeout) => {
    const functions = new JobFunctions<object>()
    expect(() => functions.job('slow', { timeout }, () => undefined)).toThrow('invalid timeout')
  })
})
