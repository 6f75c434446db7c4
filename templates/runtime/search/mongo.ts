import type { Models } from '../model.js'
import { clockOf } from '../mongo/clock.js'
import type { MongoDatabase } from '../mongo/database.js'
import { createIndexes } from '../mongo/internal-indexes.js'
import { type Searching, addSearch } from './search.js'
import type { SearchSettings } from './settings.js'

export type { Searching } from './search.js'

/** Adds the search engine if `search.url` is set. */
export function withSearch(
  settings: SearchSettings,
  database: MongoDatabase,
  models: Models,
): Promise<Searching> {
  return addSearch(settings, database, models, {
    isAtomic: database.hasTransactions,
    clock: clockOf(database),
    prepare: (internal) => createIndexes(database, internal),
  })
}
