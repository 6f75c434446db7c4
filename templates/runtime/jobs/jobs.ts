import { randomUUID } from 'node:crypto'
import { ALL_ROWS } from '../repository/items.js'
import type { Json } from '../json.js'
import { internalModel } from '../internal-model.js'
import type { Models, Row } from '../model.js'
import { guarded } from '../repository/repository.js'
import { type Condition, type Session, type Store, both, equal } from '../store.js'
import { didYouMean } from '../values/scalars.js'

/**
 * Jobs: calls of your functions, stored until they succeed.
 * - `payload`: JSON text
 * - `due`: when a process may call the function, in milliseconds since 1970. While a process runs the job, the time when
 *   other processes may take it over. Null for a failed job, which is not called again.
 * - `attempt`: number of calls so far
 * - `holder`: the process that runs the job; null while the job waits
 * - `added`: when the job was added, in milliseconds since 1970
 */
export const jobModel = internalModel('_svc_jobs', 'id', {
  id: { type: 'string', column: 'id', required: true },
  name: { type: 'string', column: 'name' },
  key: { type: 'string', column: 'key' },
  payload: { type: 'string', column: 'payload' },
  due: { type: 'big_integer', column: 'due', index: true },
  attempt: { type: 'big_integer', column: 'attempt' },
  holder: { type: 'string', column: 'holder' },
  error: { type: 'string', column: 'error' },
  added: { type: 'big_integer', column: 'added' },
})

/**
 * The cron expressions of jobs.
 * - `expression`: the cron expression and its time zone
 * - `next`: the next time, in milliseconds since 1970; null if there is none
 */
export const scheduleModel = internalModel('_svc_job_schedules', 'name', {
  name: { type: 'string', column: 'name', required: true },
  expression: { type: 'string', column: 'expression' },
  next: { type: 'big_integer', column: 'next' },
})

/** The internal models for jobs. Their tables are created at startup. */
export const jobModels: Models = { [jobModel.name]: jobModel, [scheduleModel.name]: scheduleModel }

function hasValue(field: string, value: boolean): Condition {
  return { kind: 'compare', field, op: 'exists', value }
}

/** Selects jobs that no process runs. */
export const FREE: Condition = hasValue('holder', false)

/** Selects jobs that wait: no process runs them, and they have not failed. */
export const WAITING: Condition = both(FREE, hasValue('due', true))

/** Selects jobs that a process runs. */
export const RUNNING: Condition = both(hasValue('holder', true), hasValue('due', true))

/** Selects jobs that have failed and are not called again. */
export const FAILED: Condition = hasValue('due', false)

/** When and how a job is added. */
export interface JobAddition {
  /** When to call the function at the earliest. By default, immediately after the commit. */
  readonly at?: Date | string
  /** Replaces the job with the same name and key, if one is waiting. */
  readonly key?: string
}

/**
 * The payloads of jobs, keyed by name. Declare those of your jobs, so that the compiler checks them:
 * `declare module '../generated/index.js' { interface JobPayloads { send_webhook: { story: number } } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- Your code adds properties.
export interface JobPayloads {}

/** The names of jobs whose payloads are declared, or all names if none is. */
export type JobName = [keyof JobPayloads] extends [never] ? string : keyof JobPayloads & string

/** The payload of a job: as declared, or any JSON value. */
export type PayloadOf<Name> = Name extends keyof JobPayloads ? JobPayloads[Name] : unknown

/** A job that is waiting. */
export interface WaitingJob {
  readonly id: string
  readonly name: string
  readonly payload: Json
  readonly key: string | null
  /** When the function is called at the earliest; null for immediately. */
  readonly at: Date | null
}

/** Adds jobs in a session. */
export interface Jobs {
  /**
   * Adds a job: a call of the function registered under this name, after the commit. The job is lost only if the
   * transaction is rolled back.
   * @param payload a JSON value
   * @returns the job's ID
   * @throws TypeError for an unknown name, a payload that is not JSON, or an invalid date
   */
  add<Name extends JobName>(name: Name, payload: PayloadOf<Name>, addition?: JobAddition): Promise<string>
  /** Returns the waiting jobs with this name, in the order in which they were added. */
  waiting(name: JobName): Promise<WaitingJob[]>
}

/** What adding jobs requires from the registered functions. */
export interface KnownJobs {
  readonly names: readonly string[]
  /** Called after a commit that added jobs. */
  readonly added: () => void
}

/** Adds jobs to the table of jobs. */
export class StoredJobs implements Jobs {
  readonly #session: Session
  readonly #known: KnownJobs

  constructor(session: Session, known: KnownJobs) {
    this.#session = session
    this.#known = known
  }

  add<Name extends JobName>(name: Name, payload: PayloadOf<Name>, addition?: JobAddition): Promise<string> {
    return this.addNamed(name, payload, addition)
  }

  /** Like {@link add}, for a job of the service itself, whose payload is not declared. */
  addNamed(name: string, payload: unknown, addition: JobAddition = {}): Promise<string> {
    return guarded(this.#session, 'write', async () => {
      const row = newJob(name, payload, addition, this.#known.names)
      if (row.key !== null && (await this.#replace(name, row))) return this.#committed(row.id)
      await this.#store.insert([row])
      return this.#committed(row.id)
    })
  }

  async waiting(name: JobName): Promise<WaitingJob[]> {
    const rows = await this.#store.find({ where: both(equal('name', name), WAITING), orderBy: BY_ID })
    return rows.map(waitingJob)
  }

  /** Changes the waiting job with the same name and key. Returns whether there is one. */
  async #replace(name: string, { key, payload, due, added }: NewJob): Promise<boolean> {
    const same = both(both(equal('name', name), equal('key', key)), WAITING)
    return (await this.#store.updateMany(same, { payload, due, added, attempt: 0, error: null })) > 0
  }

  #committed(id: string): string {
    this.#session.afterCommit(this.#known.added)
    return id
  }

  get #store(): Store {
    return this.#session.store(jobModel.name, ALL_ROWS)
  }
}

export const BY_ID = [{ field: 'id', direction: 'asc' }] as const

type NewJob = Row & {
  readonly id: string
  readonly key: string | null
  readonly payload: string
  readonly due: number
  readonly added: number
}

/** Returns the row for a new job. @throws TypeError */
export function newJob(
  name: string,
  payload: unknown,
  { at, key = null }: { readonly at?: Date | string; readonly key?: string | null },
  names: readonly string[],
): NewJob {
  if (!names.includes(name))
    throw new TypeError(
      `The job "${name}" is not registered${didYouMean(name, names)}. A file in src/jobs/ must call registry.job('${name}', …).`,
    )
  const text = JSON.stringify(payload ?? null)
  if (typeof text !== 'string') throw new TypeError(`The payload of the job "${name}" is not a JSON value`)
  // An object in its place could be an operator of the database, which selects the jobs of others.
  if (key !== null && typeof key !== 'string')
    throw new TypeError(`The job "${name}" has a key that is not text`)
  const due = at === undefined ? 0 : new Date(at).getTime()
  if (Number.isNaN(due)) throw new TypeError(`The job "${name}" has an invalid date: ${String(at)}`)
  const added = Date.now()
  return { id: jobId(added), name, key, payload: text, due, attempt: 0, holder: null, error: null, added }
}

const TIME_LENGTH = 9

/** Returns an ID that sorts by time. */
function jobId(time: number): string {
  return `${time.toString(36).padStart(TIME_LENGTH, '0')}-${randomUUID()}`
}

function waitingJob({ id, name, payload, key = null, due }: Row): WaitingJob {
  return {
    id: String(id),
    name: String(name),
    payload: JSON.parse(String(payload)),
    key: key === null ? null : String(key),
    at: Number(due) === 0 ? null : new Date(Number(due)),
  }
}

/** Jobs that a test has recorded instead of storing them. */
export class RecordedJobs implements Jobs {
  readonly added: WaitingJob[] = []

  async add<Name extends JobName>(
    name: Name,
    payload: PayloadOf<Name>,
    addition: JobAddition = {},
  ): Promise<string> {
    const job = waitingJob(newJob(name, payload, addition, [name]))
    this.added.push(job)
    return job.id
  }

  async waiting(name: JobName): Promise<WaitingJob[]> {
    return this.added.filter((job) => job.name === name)
  }
}
