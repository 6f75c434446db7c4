import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.js'
import { models } from '../../src/generated/models/index.js'
import { type Repositories, repositories } from '../../src/generated/repositories/index.js'
import type { SettingValues } from '../../src/generated/runtime/settings/reader.js'
import { SqliteDatabase } from '../../src/generated/runtime/sql/sqlite/database.js'
import { quoted, type Statement } from '../../src/generated/runtime/sql/table.js'

/** A service with its own database, and repositories for its items. */
export interface TestService {
  readonly app: FastifyInstance
  /** Reads and writes items directly, without handlers or access rules. */
  readonly items: Repositories
}

/**
 * Starts the service with an empty database, which is deleted after the test. Authentication is off unless turned on in
 * the settings.
 */
export async function startService(context: TestContext, settings: SettingValues = {}): Promise<TestService> {
  const { service } = await start(settings, (close) => context.after(close))
  return service
}

/**
 * Returns a function that starts one service for all tests in a file, with the settings of {@link startService}. Each
 * test calls the function, which restores the database as it was after the start.
 */
export function shareService(settings: SettingValues = {}): () => Promise<TestService> {
  let started: ReturnType<typeof start> | undefined
  const open: Close[] = []
  after(async () => {
    for (const close of open) await close()
  })
  return async () => {
    started ??= start(settings, (close) => open.push(close))
    const { service, restore } = await started
    await restore()
    return service
  }
}

type Close = () => Promise<void>

/**
 * Starts the service. `restore` gives its database the rows that it had after the start.
 * @param onOpen receives the functions that close what has been opened, in order, also if the start fails
 */
async function start(settings: SettingValues, onOpen: (close: Close) => void) {
  const { url, database, restoring, remove } = await emptyDatabase()
  const app = await buildApp({
    'database.url': url,
    'database.synchronous': 'normal',
    migrate: 'auto',
    auth: false,
    'log.level': 'error',
    'rate_limit.max': 1_000_000,
    ...settings,
  })
  onOpen(() => app.close())
  onOpen(async () => {
    await database.close()
    await remove()
  })
  const service: TestService = {
    app,
    items: repositories(database),
  }
  return { service, restore: await restoring() }
}

/** Creates an SQLite database, or one on the PostgreSQL server in `TEST_DATABASE_URL`. */
async function emptyDatabase() {
  const server = process.env['TEST_DATABASE_URL']
  if (server !== undefined) return (await import('./postgres.js')).emptyDatabase(server)
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  const url = `sqlite:${join(folder, 'test.db')}`
  const database = new SqliteDatabase(url, 'normal', models)
  const remove = async () => rmSync(folder, { recursive: true })
  return { url, database, restoring: () => restoringFile(database), remove }
}

/** Selects the tables, without those of full-text indexes, and their columns. */
const TABLES = `
  SELECT t.name, group_concat('"' || replace(c.name, '"', '""') || '"')
  FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name <> 'sqlite_schema'
  GROUP BY t.name`

/** Returns a function that gives all tables the rows that they have now. */
async function restoringFile(database: SqliteDatabase): Promise<() => Promise<void>> {
  const { executor } = database
  const read = async (text: string) => (await executor.read({ text, values: [], once: true })).rows
  const statements: Statement[] = []
  for (const [name, columns] of await read(TABLES)) {
    const table = quoted(String(name))
    statements.push({ text: `DELETE FROM ${table}`, values: [] })
    for (const values of await read(`SELECT ${columns} FROM ${table}`)) {
      const places = values.map(() => '?').join()
      statements.push({ text: `INSERT INTO ${table} (${columns}) VALUES (${places})`, values })
    }
  }
  return async () => {
    await executor.write({ text: 'PRAGMA foreign_keys = OFF', values: [] })
    await database.transaction(async (session) => {
      for (const statement of statements) await session.executor.write(statement)
    })
    await executor.write({ text: 'PRAGMA foreign_keys = ON', values: [] })
  }
}
