import { runMigrationCommand } from '../migration-command.js'
import type { Models } from '../model.js'
import type { Settings } from '../settings/index.js'
import { migrateDown, migrateUp, migrationStatus } from './migrate.js'
import { openDatabase } from './open.js'

export interface CommandOptions {
  readonly settings: () => Settings
  readonly models: Models
}

/** What `npm run migrate` does on SQLite and PostgreSQL. */
export function runMigrations(words: readonly string[], { settings, models }: CommandOptions): Promise<void> {
  return runMigrationCommand(words, async () => {
    const database = await openDatabase(settings().database, models)
    return {
      up: (options) => migrateUp(database, options),
      down: (options) => migrateDown(database, options),
      status: (options) => migrationStatus(database, options),
      close: () => database.close(),
    }
  })
}
