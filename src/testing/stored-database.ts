import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import type { SqlDatabase } from '../../templates/runtime/sql/connection.js'
import { runOnRows } from '../../templates/runtime/sql/existing-rows.js'
import { migrateUp, type SqlUpOptions } from '../../templates/runtime/sql/migrations.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import type { Service } from '../ir/index.js'
import { migrationFiles } from './migrations.js'
import type { Dialect } from '../migrate/sql/dialects.js'
import { modelSpecs } from './stored-service.js'
import { temporaryFolder } from './temporary-folder.js'
import { registerConversions } from '../../templates/runtime/sql/sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

/** The URL of the PostgreSQL test server. If it is not set, PostgreSQL tests are skipped with a warning. */
export const postgresUrl = process.env['TEST_POSTGRES_URL']

/** Returns the available engines. */
export function testedEngines(): Dialect[] {
  if (postgresUrl !== undefined) return ['sqlite', 'postgres']
  console.warn('Skipping tests on PostgreSQL: TEST_POSTGRES_URL is not set')
  return ['sqlite']
}

/** A database for one test. */
export interface TestDatabase {
  readonly url: string
  dispose(): Promise<void>
}

let count = 0

/** Creates an empty database. */
export async function emptyDatabase(engine: Dialect): Promise<TestDatabase> {
  if (engine === 'sqlite' || postgresUrl === undefined) {
    const folder = temporaryFolder()
    return {
      url: `sqlite:${join(folder, 'test.db')}`,
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  count += 1
  const name = `test_${process.pid}_${count}_${Date.now()}`
  await administer(`CREATE DATABASE "${name}"`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return { url: url.href, dispose: () => administer(`DROP DATABASE "${name}" WITH (FORCE)`) }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Creates a folder with the migrations from each of these services to the next. */
export function migrationsFolder(...services: readonly Service[]): SqlUpOptions {
  const root = temporaryFolder()
  services.forEach((service, index) => {
    for (const { path, text } of migrationFiles(services[index - 1] ?? null, service, index + 1)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  })
  return { folder: join(root, 'migrations'), runOnRows }
}

/** Opens a database and creates the tables of a service. */
export async function openMigrated(url: string, service: Service): Promise<SqlDatabase> {
  const database = await openDatabase({ url }, modelSpecs(service), CONVERSIONS)
  await migrateUp(database, migrationsFolder(service))
  return database
}
