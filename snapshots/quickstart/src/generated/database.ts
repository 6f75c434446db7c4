import { models } from './models/index.js'
import { registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { MigrationGate, migrationsFolder } from './runtime/migration-command.js'
import type { Models } from './runtime/model.js'
import type { SettingValues } from './runtime/settings/reader.js'
import type { SqlDatabase } from './runtime/sql/connection.js'
import { openDatabase } from './runtime/sql/database.js'
import { migrateUp, migrationStatus } from './runtime/sql/migrations.js'
import { rejectInTransaction } from './runtime/store.js'
import { type Settings, loadSettings } from './settings.js'

/** An open database, the models whose items it contains, and whether migrations are pending. */
export interface OpenDatabase {
  readonly database: SqlDatabase
  readonly models: Models
  readonly gate: MigrationGate
}

/**
 * Opens the service's database. If `migrate` is `auto`, first applies pending migrations.
 * @throws Unavailable if the database cannot be reached
 */
export async function openServiceDatabase(settings: Settings): Promise<OpenDatabase> {
  const database = await openDatabase(settings.database, models)
  const migrations = { folder: migrationsFolder(settings) }
  if (settings.migrate === 'auto') await migrateUp(database, migrations)
  const gate = new MigrationGate(() => migrationStatus(database, migrations))
  return { database, models, gate }
}

/** The repositories, for code that runs without the HTTP server. */
export interface OpenModels {
  /**
   * The repositories, keyed by name. Defaults and password hashing apply as in the service, but processors and handlers
   * do not run.
   */
  readonly models: Repositories
  /** Runs `work` in one transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (models: Repositories) => Promise<T>): Promise<T>
  /** Closes the database. Until then, the process does not exit. */
  close(): Promise<void>
}

/**
 * Opens the repositories without the HTTP server, for scripts, seeds and cron jobs.
 * @param values settings that override service.ini and environment variables
 * @throws SettingsError; NotRegistered if a function named in a schema or an ACL is missing; Unavailable if the
 * database cannot be reached
 */
export async function openModels(values: SettingValues = {}): Promise<OpenModels> {
  const settings = loadSettings(values)
  // Your files import index.js, which imports this file, so they are loaded when they are needed.
  await import('./functions.js')
  registry.start(settings.handlerTimeout)
  const { database } = await openServiceDatabase(settings)
  return {
    models: repositories(database),
    transaction: async (work) => {
      rejectInTransaction()
      return database.transaction((session) => work(repositories(session)))
    },
    close: () => database.close(),
  }
}
