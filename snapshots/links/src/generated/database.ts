import { models } from './models/index.js'
import { registry } from './registry.js'
import { type Repositories, repositories } from './repositories/index.js'
import { type ManyToMany, linkedDatabase } from './runtime/links/linked-database.js'
import { MigrationGate, migrationsFolder } from './runtime/migration-command.js'
import type { Models } from './runtime/model.js'
import type { SettingValues } from './runtime/settings/reader.js'
import type { SqlDatabase } from './runtime/sql/connection.js'
import { openDatabase } from './runtime/sql/database.js'
import { migrateUp, migrationStatus } from './runtime/sql/migrations.js'
import { type Database, rejectInTransaction } from './runtime/store.js'
import { type Settings, loadSettings } from './settings.js'

/** The many-to-many relations of the models. */
export const manyToMany: ManyToMany = {
  Category: { events: { model: 'EventCategoryLink', links: 'events_links', near: 'category', far: 'event' } },
  Event: {
    categories: { model: 'EventCategoryLink', links: 'categories_links', near: 'event', far: 'category' },
    guests: { model: 'Ticket', links: 'tickets', near: 'event', far: 'person' },
  },
  Person: {
    events: { model: 'Ticket', links: 'tickets', near: 'person', far: 'event' },
    followers: { model: 'PersonFollowLink', links: 'followers_links', near: 'other_person', far: 'person' },
    follows: { model: 'PersonFollowLink', links: 'follows_links', near: 'person', far: 'other_person' },
  },
}

/** An open database, the models whose items it contains, and whether migrations are pending. */
export interface OpenDatabase {
  readonly database: Database
  readonly models: Models
  readonly gate: MigrationGate
  /** The database as it was opened. Writes made directly to it do not know many-to-many relations. */
  readonly source: SqlDatabase
}

/**
 * Opens the service's database. If `migrate` is `auto`, first applies pending migrations.
 * @throws Unavailable if the database cannot be reached
 */
export async function openServiceDatabase(settings: Settings): Promise<OpenDatabase> {
  const source = await openDatabase(settings.database, models)
  const migrations = { folder: migrationsFolder(settings) }
  if (settings.migrate === 'auto') await migrateUp(source, migrations)
  const gate = new MigrationGate(() => migrationStatus(source, migrations))
  const opened = { database: source, models }
  const linked = linkedDatabase(opened.database, opened.models, manyToMany)
  return { ...opened, database: linked, gate, source }
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
