import { Cron } from 'croner'
import { StartError } from '../server/start.js'
import type { PayloadOf } from './jobs.js'

/** The argument of a job's function. */
export interface JobCall<Payload, Models> {
  readonly payload: Payload
  /** Number of this call: 1, and more if earlier calls failed. */
  readonly attempt: number
  /** The repositories, outside any transaction. */
  readonly models: Models
  /** Runs `work` in one transaction, which is rolled back if `work` throws. */
  readonly transaction: <T>(work: (models: Models) => Promise<T>) => Promise<T>
  /** Aborted if the job takes too long, if another process takes it over, or if the service stops. */
  readonly signal: AbortSignal
}

/** Called for each job. If the function throws, it is called again later. */
export type JobFunction<Payload, Models> = (call: JobCall<Payload, Models>) => unknown

/** Options of a job. */
export interface JobOptions {
  /** Maximum number of further calls after the first one fails; 10 by default. */
  readonly retries?: number
  /** Maximum duration of a call in seconds; 900 by default, 2,147,483 (24 days) at most. A call that takes longer has failed. */
  readonly timeout?: number
  /** Adds the job at these times: five fields for minute, hour, day, month and weekday, such as `0 9 * * *`. */
  readonly cron?: string
  /** The time zone of `cron`, such as `Europe/Berlin`; UTC by default. */
  readonly timezone?: string
}

/** The payload of jobs that are added at the times of a cron expression. */
export interface CronPayload {
  /** The time for which the job was added, in ISO 8601. */
  readonly date: string
}

/** A registered function and its options. */
export interface JobDefinition<Models> {
  readonly run: JobFunction<never, Models>
  readonly retries: number
  /** In milliseconds. */
  readonly timeout: number
  /** Null for jobs that only your code adds. */
  readonly schedule: Schedule | null
}

/** The times of a cron expression. */
export interface Schedule {
  /** Identifies the expression and its time zone. */
  readonly text: string
  /** Returns the first time after another one, both in milliseconds since 1970, or null if there is none. */
  readonly next: (after: number) => number | null
}

const RETRIES = 10
const TIMEOUT = 900

/** Longest timeout in seconds, because a timer for more than 2^31 - 1 milliseconds would end immediately. */
const MAX_TIMEOUT = 2_147_483

/** The functions of jobs, keyed by name. */
export class JobFunctions<Models> {
  readonly definitions = new Map<string, JobDefinition<Models>>()
  /** Called after a commit that added jobs. The worker of this process replaces it. */
  added: () => void = () => undefined

  get names(): readonly string[] {
    return [...this.definitions.keys()]
  }

  /**
   * Registers the function of a job. Call this once for each job, in a file in `src/jobs/`.
   * @throws StartError if the name is taken or an option is invalid
   */
  readonly job: JobRegistration<Models> = <Payload>(
    name: string,
    ...args: [JobFunction<Payload, Models>] | [JobOptions, JobFunction<Payload, Models>]
  ): void => {
    const [options, run] = args.length === 1 ? [{}, args[0]] : args
    if (this.definitions.has(name)) throw new StartError(`the job "${name}" is registered twice`)
    this.definitions.set(name, { run, ...checked(name, options) })
  }
}

/** Returns what the registry needs for jobs: the method that registers a function, and the registered functions. */
export function jobRegistration<Models>(): {
  readonly job: JobRegistration<Models>
  readonly jobs: JobFunctions<Models>
} {
  const jobs = new JobFunctions<Models>()
  return { job: jobs.job, jobs }
}

/** Registers the function of a job: `registry.job('send_webhook', async ({ payload }) => …)`. */
export interface JobRegistration<Models> {
  <Name extends string, Payload = PayloadOf<Name>>(name: Name, run: JobFunction<Payload, Models>): void
  <Name extends string, Payload = PayloadOf<Name>>(
    name: Name,
    options: JobOptions,
    run: JobFunction<Payload, Models>,
  ): void
}

function checked(
  name: string,
  { retries = RETRIES, timeout = TIMEOUT, cron, timezone = 'UTC' }: JobOptions,
): Omit<JobDefinition<never>, 'run'> {
  if (!Number.isInteger(retries) || retries < 0)
    throw new StartError(`the job "${name}" has invalid retries: ${retries}`)
  if (!(timeout > 0 && timeout <= MAX_TIMEOUT))
    throw new StartError(`the job "${name}" has an invalid timeout: ${timeout}`)
  const schedule = cron === undefined ? null : scheduleOf(name, cron, timezone)
  return { retries, timeout: timeout * 1000, schedule }
}

function scheduleOf(name: string, cron: string, timezone: string): Schedule {
  try {
    const times = new Cron(cron, { timezone, paused: true, mode: '5-part' })
    times.nextRun()
    return {
      text: `${cron} ${timezone}`,
      next: (after) => times.nextRun(new Date(after))?.getTime() ?? null,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`the job "${name}" has an invalid cron expression or time zone: ${reason}`)
  }
}
