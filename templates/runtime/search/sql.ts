import type { Models } from '../model.js'
import { clockOf } from '../sql/clock.js'
import type { SqlDatabase } from '../sql/connection.js'
import { createTables } from '../sql/internal-tables.js'
import { type Searching, addSearch } from './search.js'
import type { SearchSettings } from './settings.js'

export type { Searching } from './search.js'

/** Adds the search engine if `search.url` is set. */
export function withSearch(
  settings: SearchSettings,
  database: SqlDatabase,
  models: Models,
): Promise<Searching> {
  return addSearch(settings, database, models, {
    isAtomic: true,
    clock: clockOf(database),
    prepare: (internal) => createTables(database, internal),
  })
}
