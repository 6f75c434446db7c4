import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ROWS } from '../repository/items.js'
import { UniqueViolation } from '../errors.js'
import type { Json } from '../json.js'
import { type Clock, IDLE_PAUSE, LEASE, Loop } from '../loop.js'
import type { Row } from '../model.js'
import { type Condition, type Database, type Session, both, equal } from '../store.js'
import { WAITING, jobModel, newJob, scheduleModel } from './jobs.js'
import { oneLine } from '../values/one-line.js'
import type { JobCall, JobDefinition, JobFunctions, Schedule } from './registry.js'

/** Interval between renewals of a lease, in milliseconds. */
const RENEWAL = 10_000

/** How long running jobs may continue after the service has begun to stop, in milliseconds. */
const GRACE = 30_000

const MINUTE = 60_000
const MAX_ERROR_LENGTH = 1_000

/** The dependencies of the worker. */
export interface WorkerOptions<Models> {
  readonly functions: JobFunctions<Models>
  /** The database as it was opened. */
  readonly database: Database
  readonly clock: Clock
  readonly models: () => Models
  readonly transaction: JobCall<never, Models>['transaction']
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly concurrency: number
}

/** A job that this process runs. */
interface Running {
  readonly id: string
  readonly name: string
  readonly attempt: number
  readonly stop: AbortController
}

/** Runs jobs: calls their functions when they are due. Any number of processes can share the table of jobs. */
export class JobWorker<Models> {
  readonly #options: WorkerOptions<Models>
  readonly #holder = randomUUID()
  readonly #running = new Map<Running, Promise<void>>()
  /** When to read the next time of each cron expression. */
  readonly #checks = new Map<string, number>()
  readonly #loop: Loop

  constructor(options: WorkerOptions<Models>) {
    const { log } = options
    this.#options = options
    this.#loop = new Loop({
      round: () => this.#round(),
      failed: (error) => log.error({ err: error }, 'cannot read the jobs; retrying'),
      resumed: () => log.info('jobs have resumed'),
    })
    options.functions.added = () => this.#loop.wake()
  }

  start(): void {
    if (this.#options.concurrency > 0) this.#loop.start()
  }

  /**
   * Starts no more jobs, and waits until the running ones end, for at most 30 seconds. Jobs that have not ended by then
   * run again in another process.
   */
  async stop(): Promise<void> {
    await this.#loop.stop()
    const isDone = Promise.all(this.#running.values())
    await Promise.race([isDone, sleep(GRACE, undefined, { ref: false })])
    for (const { stop } of this.#running.keys()) stop.abort(new Error('The service has stopped'))
  }

  /** Starts the jobs that are due. Returns the length of the next pause, in milliseconds. */
  async #round(): Promise<number> {
    const { clock, concurrency } = this.#options
    const now = await clock()
    for (const [name, { schedule }] of this.#options.functions.definitions)
      if (schedule !== null && now >= (this.#checks.get(name) ?? 0))
        await this.#addScheduled(name, schedule, now)
    for (const row of await this.#due(now, concurrency - this.#running.size)) await this.#claim(row, now)
    return IDLE_PAUSE
  }

  /** Returns the oldest jobs that are due and that this process knows. */
  async #due(now: number, take: number): Promise<Row[]> {
    const names = [...this.#options.functions.names]
    if (take <= 0 || names.length === 0) return []
    return this.#options.database.store(jobModel.name, ALL_ROWS).find({
      where: both(
        { kind: 'compare', field: 'due', op: 'lte', value: now },
        { kind: 'compare', field: 'name', op: 'in', value: names },
      ),
      orderBy: [
        { field: 'due', direction: 'asc' },
        { field: 'id', direction: 'asc' },
      ],
      take,
    })
  }

  /** Starts a job, unless another process has taken it in the meantime. */
  async #claim(row: Row, now: number): Promise<void> {
    const store = this.#options.database.store(jobModel.name, ALL_ROWS)
    const [id, attempt] = [String(row['id']), Number(row['attempt'])]
    // A job with the same key can have replaced the payload since the row was read.
    const unchanged: Condition = {
      kind: 'and',
      of: ['id', 'attempt', 'due', 'payload'].map((name) => equal(name, row[name] ?? null)),
    }
    const lease = { due: now + LEASE, holder: this.#holder, attempt: attempt + 1 }
    if ((await store.updateMany(unchanged, lease)) === 0) return
    const job = { id, name: String(row['name']), attempt: attempt + 1, stop: new AbortController() }
    if (await this.#isReplaced(row)) return void (await store.deleteMany(this.#mine(job)))
    const run = this.#work(job, String(row['payload'])).finally(() => {
      this.#running.delete(job)
      this.#loop.wake()
    })
    this.#running.set(job, run)
  }

  /** Returns whether a newer job with the same name and key is waiting. Two were added at the same time. */
  async #isReplaced({ id, name, key = null }: Row): Promise<boolean> {
    if (key === null) return false
    const same = both(equal('name', name ?? null), equal('key', key))
    const newer: Condition = { kind: 'compare', field: 'id', op: 'gt', value: id ?? null }
    return (
      (await this.#options.database
        .store(jobModel.name, ALL_ROWS)
        .count(both(both(same, newer), WAITING), 1)) > 0
    )
  }

  /** Calls the function of a job, and stores the outcome. */
  async #work(job: Running, payload: string): Promise<void> {
    const definition = this.#options.functions.definitions.get(job.name)
    if (definition === undefined) return
    const renewal = setInterval(() => void this.#renew(job), RENEWAL)
    try {
      await this.#call(job, definition, payload)
      await this.#store(job, (store) => store.deleteMany(this.#mine(job)))
    } catch (error) {
      const { failure, wait } = this.#failed(job, definition, error)
      await this.#store(job, async (store) => {
        const due = wait === null ? null : (await this.#options.clock()) + wait
        return store.updateMany(this.#mine(job), { due, holder: null, error: failure })
      })
    } finally {
      clearInterval(renewal)
    }
  }

  async #call(
    job: Running,
    { run, retries, timeout }: JobDefinition<Models>,
    payload: string,
  ): Promise<void> {
    // A job that ends its process never reports a failure.
    if (job.attempt > retries + 1) throw new Error('The process ended while it ran the job.')
    const { models, transaction } = this.#options
    const { signal } = job.stop
    const call = { payload: JSON.parse(payload), attempt: job.attempt, models: models(), transaction, signal }
    const late = setTimeout(
      () => job.stop.abort(new Error(`The job did not finish within ${timeout / 1000} s.`)),
      timeout,
    )
    try {
      await Promise.race([run(Object(call)), aborted(signal)])
    } finally {
      clearTimeout(late)
    }
  }

  /** Keeps the job for this process. */
  async #renew(job: Running): Promise<void> {
    try {
      const due = (await this.#options.clock()) + LEASE
      const count = await this.#options.database
        .store(jobModel.name, ALL_ROWS)
        .updateMany(this.#mine(job), { due })
      if (count === 0) job.stop.abort(new Error('Another process has taken over the job.'))
    } catch {
      // The next renewal tries again.
    }
  }

  /** Stores the outcome of a job. While the database is unavailable, retries for as long as this process holds the job. */
  async #store(job: Running, work: (store: ReturnType<Session['store']>) => Promise<number>): Promise<void> {
    const deadline = Date.now() + LEASE
    for (;;) {
      try {
        await work(this.#options.database.store(jobModel.name, ALL_ROWS))
        return
      } catch (error) {
        if (Date.now() >= deadline || this.#loop.isStopped)
          return this.#options.log.error({ err: error, job: job.name }, 'cannot store the outcome of a job')
        await sleep(IDLE_PAUSE)
      }
    }
  }

  /**
   * Logs why a job has failed. Returns the reason, and the time until the next call in milliseconds, or null if there is
   * none.
   */
  #failed(
    { id, name, attempt }: Running,
    { retries }: JobDefinition<Models>,
    thrown: unknown,
  ): { readonly failure: string; readonly wait: number | null } {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    // The response of a receiver can contain U+0000, which not every database stores.
    const failure = oneLine(String(error.message)).slice(0, MAX_ERROR_LENGTH)
    const context = { err: error, job: name, id, attempt }
    if (attempt > retries) {
      this.#options.log.error(context, 'a job has failed and is not called again')
      return { failure, wait: null }
    }
    const wait = MINUTE * 2 ** (attempt - 1)
    this.#options.log.warn(context, `a job has failed; it is called again in ${wait / MINUTE} min`)
    return { failure, wait }
  }

  #mine({ id, attempt }: Running): Condition {
    return both(both(equal('id', id), equal('holder', this.#holder)), equal('attempt', attempt))
  }

  /** Adds the job for a time of a cron expression, once for all processes. Times that all processes missed count once. */
  async #addScheduled(name: string, schedule: Schedule, now: number): Promise<void> {
    const { database, functions } = this.#options
    const store = database.store(scheduleModel.name, ALL_ROWS)
    const row = await store.findByKey(name)
    const next = schedule.next(now)
    const changed = { expression: schedule.text, next }
    // Set only after the database has stored the time, so that a failure does not skip it.
    const check = (time: Json): void => void this.#checks.set(name, Number(time ?? Infinity))
    if (row === undefined) {
      await store.insert([{ name, ...changed }]).catch((error: unknown) => {
        if (!(error instanceof UniqueViolation)) throw error
      })
      return check(next)
    }
    const planned = row['next'] ?? null
    const isNew = row['expression'] !== schedule.text
    if (planned === null || Number(planned) > now) {
      if (isNew) await store.updateMany(equal('name', name), changed)
      return check(isNew ? next : planned)
    }
    // A time that has come also counts if another version of the service has stored it.
    const date = new Date(Number(planned)).toISOString()
    await database.transaction(async (session) => {
      const isFirst = both(equal('name', name), equal('next', planned))
      if ((await session.store(scheduleModel.name, ALL_ROWS).updateMany(isFirst, changed)) === 0) return
      await session.store(jobModel.name, ALL_ROWS).insert([newJob(name, { date }, {}, functions.names)])
    })
    check(next)
  }
}

/** Rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
