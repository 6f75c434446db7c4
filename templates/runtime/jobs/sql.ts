import type { SqlDatabase } from '../sql/database.js'
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

/** Returns the clock of a database. SQLite uses the clock of this machine, as do all of its processes. */
function clockOf(database: SqlDatabase): () => Promise<number> {
  if (database.dialect === 'sqlite') return async () => Date.now()
  return async () => {
    const [row] = await database.query(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
    )
    return Number(row?.[0])
  }
}
