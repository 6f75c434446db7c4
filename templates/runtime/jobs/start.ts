import type { FastifyInstance } from 'fastify'
import { ALL_ROWS } from '../repository/items.js'
import type { Clock } from '../loop.js'
import { type Condition, type Database, both } from '../store.js'
import { FAILED, RUNNING, WAITING, jobModel } from './jobs.js'
import type { JobCall, JobFunctions } from './registry.js'
import type { JobSettings } from './settings.js'
import { JobWorker } from './worker.js'

/** A number that monitoring can read. */
interface Gauge {
  readonly name: string
  readonly help: string
  readonly value: () => Promise<number>
}

/** An app whose own code can use the repositories. */
export type AppWithModels<Models> = FastifyInstance & {
  readonly models: Models
  transaction: JobCall<never, Models>['transaction']
}

/** The worker of a service, and what monitoring reads about its jobs. */
export interface ServiceJobs {
  readonly start: () => void
  readonly gauges: readonly Gauge[]
}

/**
 * Returns the worker that runs the jobs of a service. It stops before the database is closed.
 * @param database the database as it was opened
 */
export function prepareWorker<Models>(
  app: AppWithModels<Models>,
  functions: JobFunctions<Models>,
  { jobs: { concurrency } }: JobSettings,
  database: Database,
  clock: Clock,
): ServiceJobs {
  const worker = new JobWorker({
    functions,
    database,
    clock,
    models: () => app.models,
    transaction: (work) => app.transaction(work),
    log: app.log,
    concurrency,
  })
  app.addHook('onClose', () => worker.stop())
  return { start: () => worker.start(), gauges: jobGauges(database) }
}

function jobGauges(database: Database): readonly Gauge[] {
  const count = (state: Condition): Promise<number> => database.store(jobModel.name, ALL_ROWS).count(state)
  return [
    { name: 'jobs_waiting', help: 'Number of jobs that wait', value: () => count(WAITING) },
    { name: 'jobs_running', help: 'Number of jobs that run', value: () => count(RUNNING) },
    {
      name: 'jobs_failed',
      help: 'Number of jobs that have failed and are not called again',
      value: () => count(FAILED),
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'Age of the oldest job that is due, in seconds',
      value: () => ageOfOldest(database),
    },
  ]
}

/** Returns the age of the oldest job that is due, in seconds; 0 if there is none. */
async function ageOfOldest(database: Database): Promise<number> {
  const [oldest] = await database.store(jobModel.name, ALL_ROWS).find({
    where: both(WAITING, { kind: 'compare', field: 'due', op: 'lte', value: Date.now() }),
    orderBy: [
      { field: 'added', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
    take: 1,
  })
  return oldest === undefined ? 0 : Math.max(0, Date.now() - Number(oldest['added'])) / 1000
}
