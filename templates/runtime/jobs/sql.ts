import { clockOf } from '../sql/clock.js'
import type { SqlDatabase } from '../sql/connection.js'
import type { JobFunctions } from './registry.js'
import type { JobSettings } from './settings.js'
import { type AppWithModels, type ServiceJobs, prepareWorker } from './start.js'

export function openJobs<Models>(
  app: AppWithModels<Models>,
  functions: JobFunctions<Models>,
  settings: JobSettings,
  database: SqlDatabase,
): ServiceJobs {
  return prepareWorker(app, functions, settings, database, clockOf(database))
}
