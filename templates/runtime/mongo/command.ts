import { runMigrationCommand } from '../migration-command.js'
import type { Models } from '../model.js'
import type { Settings } from '../settings/index.js'
import { openDatabase } from './database.js'
import { migrateDown, migrateUp, migrationStatus } from './migrate.js'

export interface CommandOptions {
  readonly settings: () => Settings
  readonly models: Models
}

/** What `npm run migrate` does on MongoDB. */
export function runMigrations(words: readonly string[], { settings, models }: CommandOptions): Promise<void> {
  return runMigrationCommand(words, async () => {
    const database = await openDatabase(settings().mongodb.url, models)
    return {
      up: (options) => migrateUp(database, options),
      down: (options) => migrateDown(database, options),
      status: (options) => migrationStatus(database, options),
      close: () => database.close(),
    }
  })
}
