import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { ALL_ROWS } from '../../../templates/runtime/repository/items.js'
import { EVERYTHING } from '../../../templates/runtime/store.js'
import type { Row } from '../../../templates/runtime/model.js'
import { migrateDown, migrateUp } from '../../../templates/runtime/sql/migrations.js'
import { openDatabase } from '../../../templates/runtime/sql/database.js'
import type { Service } from '../../ir/index.js'
import { databaseShape } from '../database-shape.js'
import { emptyDatabase, type TestDatabase } from '../stored-database.js'
import { modelSpecs } from '../stored-service.js'
import { runOnRows } from '../../../templates/runtime/sql/existing-rows.js'
import { temporaryFolder } from '../temporary-folder.js'
import { migrationFiles } from '../migrations.js'
import type { Dialect } from '../../migrate/sql/dialects.js'
import { registerConversions } from '../../../templates/runtime/sql/sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

/** The rows of each model, keyed by model name and sorted by key. */
export type Rows = Readonly<Record<string, readonly Row[]>>

/** A database and the migrations in its history. */
export interface HistoryDatabase {
  readonly name: string
  /**
   * Writes the migration between two services and applies it. If it fails, removes the migration's files. Returns
   * whether there was a migration.
   */
  up(before: Service | null, after: Service): Promise<boolean>
  down(): Promise<void>
  insert(service: Service, rows: Rows): Promise<void>
  rows(service: Service): Promise<Rows>
  shape(): Promise<readonly string[]>
  empty(service: Service): Promise<void>
  /** Returns the schema of a new database for the service. */
  freshShape(service: Service): Promise<readonly string[]>
  end(): Promise<void>
}

/** Opens an empty database for a history. */
export async function openSql(engine: Dialect): Promise<HistoryDatabase> {
  const home = await emptyDatabase(engine)
  const spare = await emptyDatabase(engine)
  const root = temporaryFolder()
  let count = 0
  return {
    name: engine,
    async up(before, after) {
      const files = migrationFiles(before, after, count + 1)
      write(root, files)
      try {
        await migrate(home, (database) =>
          migrateUp(database, {
            runOnRows,
            folder: join(root, 'migrations'),
            allowDestructive: true,
          }),
        )
        count += files.length === 0 ? 0 : 1
        return files.length > 0
      } catch (error) {
        for (const { path } of files) rmSync(join(root, path))
        throw error
      }
    },
    async down() {
      await migrate(home, (database) =>
        migrateDown(database, {
          runOnRows,
          folder: join(root, 'migrations'),
          allowDestructive: true,
        }),
      )
    },
    async insert(service, rows) {
      const database = await openDatabase(
        { url: home.url, synchronous: 'normal' },
        modelSpecs(service),
        CONVERSIONS,
      )
      for (const [name, some] of Object.entries(rows)) await database.store(name, ALL_ROWS).insert(some)
      await database.close()
    },
    async rows(service) {
      const database = await openDatabase(
        { url: home.url, synchronous: 'normal' },
        modelSpecs(service),
        CONVERSIONS,
      )
      const found: [string, readonly Row[]][] = []
      for (const { id } of service.models) {
        const orderBy = [{ field: 'key', direction: 'asc' }] as const
        found.push([id, await database.store(id, ALL_ROWS).find({ where: EVERYTHING, orderBy })])
      }
      await database.close()
      return Object.fromEntries(found)
    },
    async empty(service) {
      const database = await openDatabase(
        { url: home.url, synchronous: 'normal' },
        modelSpecs(service),
        CONVERSIONS,
      )
      for (const { to, backref } of service.relations)
        await database.store(to, ALL_ROWS).updateMany(EVERYTHING, { [backref]: null })
      for (const { id } of service.models) await database.store(id, ALL_ROWS).deleteMany(EVERYTHING)
      await database.close()
    },
    shape: () => databaseShape(home.url),
    async freshShape(service) {
      const folder = temporaryFolder()
      write(folder, migrationFiles(null, service, 1))
      await empty(spare, engine)
      await migrate(spare, (database) =>
        migrateUp(database, { runOnRows, folder: join(folder, 'migrations') }),
      )
      return databaseShape(spare.url)
    },
    async end() {
      await home.dispose()
      await spare.dispose()
    },
  }
}

function write(root: string, files: ReturnType<typeof migrationFiles>): void {
  mkdirSync(join(root, 'migrations'), { recursive: true })
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function migrate<T>(
  { url }: TestDatabase,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ url }, {}, CONVERSIONS)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function empty({ url }: TestDatabase, engine: Dialect): Promise<void> {
  if (engine === 'sqlite') {
    for (const end of ['', '-wal', '-shm']) rmSync(url.slice('sqlite:'.length) + end, { force: true })
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.end()
}
