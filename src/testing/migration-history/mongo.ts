import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BSON, type Db, type Document } from 'mongodb'
import { ALL_ROWS } from '../../../templates/runtime/repository/items.js'
import { EVERYTHING } from '../../../templates/runtime/store.js'
import type { Models } from '../../../templates/runtime/model.js'
import { openDatabase } from '../../../templates/runtime/mongo/database.js'
import { migrateDown, migrateUp } from '../../../templates/runtime/mongo/migrations.js'
import type { Service } from '../../ir/index.js'
import { migrationFiles } from '../migrations.js'
import { modelSpecs } from '../stored-service.js'
import { temporaryFolder } from '../temporary-folder.js'
import type { Rows } from './engines.js'

/** The outcome: no migration was needed, the migration was applied, or it was applied after allowing data loss. */
export type Outcome = 'none' | 'applied' | 'lossy'

/** A document store and the migrations in its history. */
export interface HistoryStore {
  /** Writes the migration between two services and applies it, or continues a failed migration. */
  up(before: Service | null, after: Service): Promise<Outcome>
  down(): Promise<void>
  insert(service: Service, rows: Rows): Promise<void>
  rows(service: Service): Promise<Rows>
  /** Deletes all documents. */
  clear(): Promise<void>
  /** Returns the collections, indexes and stored documents. */
  state(): Promise<State>
  /** Returns the contents that a new database with these rows would have. */
  freshState(service: Service, rows: Rows): Promise<State>
  end(): Promise<void>
}

export interface State {
  readonly shape: readonly string[]
  readonly documents: readonly string[]
}

/** Opens an empty database for a migration history on a server, and a second database for comparison. */
export async function openMongo(server: string): Promise<HistoryStore> {
  const name = `history_${randomBytes(6).toString('hex')}`
  const home = urlOf(server, name)
  const spare = urlOf(server, `${name}_spare`)
  const { db, close } = await openDatabase({ url: home }, {})
  const { db: spareDb, close: closeSpare } = await openDatabase({ url: spare }, {})
  const root = temporaryFolder()
  const folder = join(root, 'migrations')
  let applied = 0
  return {
    async up(before, after) {
      const files = migrationFiles(before, after, applied + 1)
      write(root, files)
      const untouched = await stateOf(db)
      const isDone = await migrateUp({ db }, { folder }).then(
        () => true,
        (error: unknown) => {
          if (!String(error).includes('might lose data')) throw error
          return false
        },
      )
      if (!isDone) {
        expectSame(await stateOf(db), untouched)
        await migrateUp({ db }, { folder, allowDestructive: true })
      }
      applied += files.length
      if (files.length === 0) return 'none'
      return isDone ? 'applied' : 'lossy'
    },
    async down() {
      await migrateDown({ db }, { folder, allowDestructive: true })
      applied -= 1
    },
    insert: (service, rows) => insert(home, service, rows),
    async rows(service) {
      const database = await openDatabase({ url: home }, specsOf(service))
      const orderBy = [{ field: 'key', direction: 'asc' }] as const
      const found = await Promise.all(
        service.models.map(
          async ({ id }) =>
            [id, await database.store(id, ALL_ROWS).find({ where: EVERYTHING, orderBy })] as const,
        ),
      )
      await database.close()
      return Object.fromEntries(found)
    },
    async clear() {
      for (const collection of await collectionsIn(db)) await db.collection(collection).deleteMany({})
    },
    state: () => stateOf(db),
    async freshState(service, rows) {
      const fresh = temporaryFolder()
      write(fresh, migrationFiles(null, service, 1))
      await spareDb.dropDatabase()
      await migrateUp({ db: spareDb }, { folder: join(fresh, 'migrations') })
      await insert(spare, service, rows)
      return stateOf(spareDb)
    },
    async end() {
      await db.dropDatabase()
      await spareDb.dropDatabase()
      await close()
      await closeSpare()
    },
  }
}

function urlOf(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Returns the models as declared in the emitted project, where generated keys are ObjectIds. */
function specsOf(service: Service): Models {
  const text = JSON.stringify(modelSpecs(service)).replaceAll('"id_field"', '"object_id"')
  return JSON.parse(text)
}

async function insert(url: string, service: Service, rows: Rows): Promise<void> {
  const database = await openDatabase({ url }, specsOf(service))
  for (const [model, some] of Object.entries(rows)) await database.store(model, ALL_ROWS).insert(some)
  await database.close()
}

function write(root: string, files: ReturnType<typeof migrationFiles>): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function collectionsIn(db: Db): Promise<readonly string[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  return collections
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_svc_') && !name.startsWith('svc_auth_'))
    .sort()
}

async function stateOf(db: Db): Promise<State> {
  const shape: string[] = []
  const documents: string[] = []
  for (const name of await collectionsIn(db)) {
    const indexes = await db.collection(name).indexes()
    shape.push(name, ...indexes.map((index) => `${name} ${indexText(index)}`).sort())
    const found = await db.collection(name).find({}, { promoteValues: false }).sort({ _id: 1 }).toArray()
    documents.push(...found.map((document) => `${name} ${documentText(document)}`))
  }
  return { shape, documents }
}

function indexText({ v: _version, ns: _namespace, ...index }: Document): string {
  return JSON.stringify(index)
}

/** Returns a document as text that includes the types of its values but does not depend on the order of its fields. */
function documentText(document: Document): string {
  const sorted = Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1))
  return BSON.EJSON.stringify(Object.fromEntries(sorted), { relaxed: false })
}

function expectSame(now: State, before: State): void {
  if (JSON.stringify(now) !== JSON.stringify(before))
    throw new Error(`a rejected migration changed ${JSON.stringify(before)} to ${JSON.stringify(now)}`)
}
