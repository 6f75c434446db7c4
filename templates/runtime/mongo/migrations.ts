import { type Collection, type Db, type Document, MongoServerError, ObjectId } from 'mongodb'
import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../json.js'
import { runMigrationCommand } from '../migration-command.js'
import type { FieldType, Models } from '../model.js'
import type { Settings } from '../settings/settings.js'
import { Unavailable } from '../store.js'
import { type Index, codecOf, converted, indexOf, withItems } from './codec.js'
import { openDatabase } from './database.js'
import { DUPLICATE_KEY, isUnreachable } from './transaction.js'

/** The value for existing documents: a JSON value, or one that is generated for each document. */
export type Fill =
  { readonly value: Json } | { readonly builtin: 'now' | 'today' | 'timestamp' | 'uuid' | 'object_id' }

/** The types of list items before and after a conversion; `pickle` is any JSON. */
export interface ItemTypes {
  readonly from: FieldType
  readonly to: FieldType
}

/** One command of a migration. The path of a primary key is `_id`. */
export type Command = { readonly collection: string } & (
  | { readonly do: 'create-collection' | 'drop-collection' }
  | { readonly do: 'rename-collection'; readonly to: string }
  | { readonly do: 'rename-field'; readonly path: string; readonly to: string }
  | { readonly do: 'drop-field' | 'require-field'; readonly path: string }
  | {
      readonly do: 'convert-field'
      readonly path: string
      readonly from: FieldType
      readonly to: FieldType
      /** For decimals. */
      readonly precision: number | null
      readonly scale: number | null
      /** For lists whose items are converted. */
      readonly items?: ItemTypes
    }
  | {
      readonly do: 'fill-field'
      readonly path: string
      readonly type: FieldType
      readonly itemType?: FieldType
      readonly fill: Fill
    }
  /** Takes the new key from a field, or generates it, and moves the old key to a field, or drops it. */
  | { readonly do: 'change-key'; readonly from: string | null; readonly to: string | null }
  | { readonly do: 'create-index' | 'drop-index'; readonly path: string; readonly unique: boolean }
)

/** Data that a migration would lose, by the names before the migration. */
export interface Loss {
  readonly collection: string
  /** Null for the whole collection. */
  readonly path: string | null
  readonly what: string
}

/** A migration file. */
export interface MigrationFile {
  /** `0001_initial` */
  readonly name: string
  readonly losses: readonly Loss[]
  readonly up: readonly Command[]
  readonly down: readonly Command[]
}

const ENDING = '.mongodb.json'

/** Returns the migrations in order; none if the folder does not exist. */
export function readMigrations(folder: string): MigrationFile[] {
  return filesOf(folder)
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => {
      const content: Omit<MigrationFile, 'name'> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return { name: file.slice(0, -ENDING.length), ...content }
    })
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const LOCKS = '_svc_locks'
const NAME = 'migrations'
/** The lock expires if its owner does not renew it for this long. */
const LEASE_MS = 15_000
const RENEWAL_MS = 3_000
const PAUSE_MS = 50

interface Lock {
  readonly _id: string
  readonly owner: string
  readonly until: Date
}

/** Runs work with a lock against other processes that migrate this database. The lock of a process that dies expires after some seconds. */
export async function whileLocked<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const locks = db.collection<Lock>(LOCKS)
  const owner = randomUUID()
  while (!(await take(locks, owner))) await sleep(PAUSE_MS)
  const renewal = setInterval(() => {
    // A failed renewal is harmless, since the lease is several times as long as the interval.
    locks.updateOne({ _id: NAME, owner }, { $set: { until: leaseEnd() } }).catch(() => undefined)
  }, RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await locks.deleteOne({ _id: NAME, owner })
  }
}

/** Tries to take the lock. If another process has it, the upsert fails with a duplicate key. */
async function take(locks: Collection<Lock>, owner: string): Promise<boolean> {
  try {
    await locks.updateOne(
      { _id: NAME, until: { $lt: new Date() } },
      { $set: { owner, until: leaseEnd() } },
      { upsert: true },
    )
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
    throw error
  }
}

function leaseEnd(): Date {
  return new Date(Date.now() + LEASE_MS)
}

const BATCH = 1000
const NAMESPACE_EXISTS = 48
/** Codes for a missing collection and a missing index. */
const NOT_FOUND: ReadonlySet<unknown> = new Set([26, 27])

/**
 * Runs one command of a migration. Running it again has no effect.
 * @throws Error if existing documents violate it; MongoServerError
 */
export async function runCommand(db: Db, command: Command): Promise<void> {
  const collection = db.collection(command.collection)
  switch (command.do) {
    case 'create-collection':
      return unless((code) => code === NAMESPACE_EXISTS, db.createCollection(command.collection))
    case 'drop-collection':
      return drop(db, command.collection)
    case 'rename-collection':
      if (await exists(db, command.collection)) await collection.rename(command.to)
      return
    case 'rename-field':
      await collection.updateMany(
        { [command.path]: { $exists: true } },
        { $rename: { [command.path]: command.to } },
      )
      return
    case 'drop-field':
      await collection.updateMany({ [command.path]: { $exists: true } }, { $unset: { [command.path]: '' } })
      return
    case 'require-field':
      return requireValues(collection, command.path)
    case 'convert-field':
      return command.path === '_id'
        ? replaceKeys(db, command.collection, (document) => convertedKey(document, command))
        : changeEach(collection, command.path, { $exists: true }, (value) => changedValue(value, command))
    case 'fill-field': {
      const make = filler(command)
      return changeEach(collection, command.path, null, make)
    }
    case 'change-key':
      return replaceKeys(db, command.collection, (document) => withOtherKey(document, command))
    case 'create-index': {
      const { key, options } = indexOf(command)
      await collection.createIndex(key, options)
      return
    }
    case 'drop-index':
      return unless((code) => NOT_FOUND.has(code), collection.dropIndex(nameOf(indexOf(command))))
  }
}

async function unless(isFine: (code: unknown) => boolean, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof MongoServerError) || !isFine(error.code)) throw error
  }
}

async function exists(db: Db, name: string): Promise<boolean> {
  const collections = await db.listCollections({ name }, { nameOnly: true }).toArray()
  return collections.some((each) => each.name === name)
}

async function drop(db: Db, name: string): Promise<void> {
  if (await exists(db, name)) await db.collection(name).drop()
}

/** Returns the default name of an index. */
function nameOf({ key }: Index): string {
  return Object.keys(key)
    .map((path) => `${path}_1`)
    .join('_')
}

async function requireValues(collection: Collection, path: string): Promise<void> {
  const lacking = await collection.countDocuments({ [path]: null })
  if (lacking > 0)
    throw new Error(
      `${lacking} documents in ${collection.collectionName} have no value for ${path}, which is now required; add values and run the migration again`,
    )
}

function changedValue(
  value: unknown,
  { from, to, items, ...room }: Extract<Command, { do: 'convert-field' }>,
): unknown {
  return items === undefined ? converted(value, from, to, room) : withItems(value, items)
}

/** Changes a field in all documents that the test selects; undefined removes it. */
async function changeEach(
  collection: Collection,
  path: string,
  test: unknown,
  change: (value: unknown) => unknown,
): Promise<void> {
  const found = collection.find({ [path]: test }, { projection: { [path]: 1 }, promoteLongs: false })
  for await (const batch of batches(found)) {
    await collection.bulkWrite(
      batch.map(({ _id, [path]: value }) => {
        const changed = change(value)
        const update = changed === undefined ? { $unset: path } : { $set: { [path]: { $literal: changed } } }
        return { updateOne: { filter: { _id }, update: [update] } }
      }),
    )
  }
}

async function* batches(found: AsyncIterable<Document>): AsyncIterable<Document[]> {
  let batch: Document[] = []
  for await (const document of found) {
    batch.push(document)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Replaces keys. Since keys cannot be changed, copies of the documents replace the collection, with its indexes. */
async function replaceKeys(db: Db, name: string, copy: (document: Document) => Document): Promise<void> {
  const collection = db.collection(name)
  const copies = db.collection(`_svc_copy_${name}`.slice(0, 100))
  await drop(db, copies.collectionName)
  await db.createCollection(copies.collectionName)
  for await (const batch of batches(collection.find())) await copies.insertMany(batch.map(copy))
  for (const { key, name: index, v: _version, ns: _namespace, ...options } of await collection.indexes())
    if (index !== '_id_') await copies.createIndex(key, options)
  await copies.rename(name, { dropTarget: true })
}

function convertedKey(document: Document, command: Extract<Command, { do: 'convert-field' }>): Document {
  const { from, to } = command
  const key = converted(document['_id'], from, to, command)
  if (key === undefined)
    throw new Error(`the key ${JSON.stringify(document['_id'])} cannot be converted to ${to}`)
  return { ...document, _id: key }
}

function withOtherKey(document: Document, { from, to }: Extract<Command, { do: 'change-key' }>): Document {
  const { _id: former, ...values } = document
  const key: unknown = from === null ? new ObjectId() : values[from]
  if (key === undefined)
    throw new Error(`the document ${JSON.stringify(former)} has no value for ${from}, its new key`)
  if (from !== null) delete values[from]
  return { ...values, ...(to === null ? {} : { [to]: former }), _id: key }
}

/** Returns a function that returns the value for each document. */
function filler({ fill, type, itemType }: Extract<Command, { do: 'fill-field' }>): () => unknown {
  const codec = codecOf({ type, ...(itemType === undefined ? {} : { itemType }) })
  if ('value' in fill) return () => codec.toBson(fill.value)
  return () => MAKERS[fill.builtin]()
}

const MAKERS: Readonly<Record<Extract<Fill, { builtin: string }>['builtin'], () => unknown>> = {
  now: () => new Date(),
  today: () => new Date(new Date().setUTCHours(0, 0, 0, 0)),
  timestamp: () => Math.floor(Date.now() / 1000),
  uuid: () => randomUUID(),
  object_id: () => new ObjectId(),
}

/** A database that can be migrated. */
export interface Migratable {
  readonly db: Db
}

export interface MigrateOptions {
  /** The folder with the migration files. */
  readonly folder: string
  /** Whether migrations may lose data. */
  readonly allowDestructive?: boolean | undefined
}

export interface MigrationStatus {
  readonly name: string
  readonly applied: boolean
}

/** Thrown if a migration cannot be applied or reverted. The message is shown to the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** The stored state of a migration: its direction, the number of commands that are done, and whether it is complete. */
interface Entry {
  readonly _id: string
  readonly direction: 'up' | 'down'
  readonly done: number
  readonly appliedAt?: Date
}

const MIGRATIONS = '_svc_migrations'

/**
 * Applies pending migrations with a lock, so that processes that start at the same time apply each only once. Migrations are not transactions: after a
 * failure, the next run resumes with the failed command.
 * @returns the names of the migrations that this call applied
 * @throws MigrationError; Unavailable
 */
export function migrateUp({ db }: Migratable, options: MigrateOptions): Promise<string[]> {
  return migrating(db, async () => {
    const entries = await entriesOf(db)
    const done: string[] = []
    for (const file of readMigrations(options.folder)) {
      const entry = entries.get(file.name)
      if (entry?.appliedAt !== undefined && entry.direction === 'up') continue
      if (entry?.direction === 'down')
        throw new MigrationError(
          `migration ${file.name} is partially reverted; run "npm run migrate -- down"`,
        )
      if (entry === undefined && options.allowDestructive !== true) await refuseLosses(db, file)
      await run(db, file.name, 'up', file.up, entry?.done ?? 0)
      await db
        .collection<Entry>(MIGRATIONS)
        .updateOne(
          { _id: file.name },
          { $set: { direction: 'up', done: file.up.length, appliedAt: new Date() } },
          { upsert: true },
        )
      done.push(file.name)
    }
    return done
  })
}

/**
 * Reverts the last applied migration, and loses the data of what it created.
 * @returns its name; null if none is applied
 * @throws MigrationError; Unavailable
 */
export function migrateDown({ db }: Migratable, options: MigrateOptions): Promise<string | null> {
  return migrating(db, async () => {
    const entry = [...(await entriesOf(db)).values()].at(-1)
    if (entry === undefined) return null
    const name = entry._id
    if (entry.appliedAt === undefined)
      throw new MigrationError(`migration ${name} is partially applied; run "npm run migrate"`)
    const file = readMigrations(options.folder).find((each) => each.name === name)
    if (file === undefined) throw new MigrationError(`migration ${name} is applied, but its file is missing`)
    await run(db, name, 'down', file.down, entry.direction === 'down' ? entry.done : 0)
    await db.collection<Entry>(MIGRATIONS).deleteOne({ _id: name })
    return name
  })
}

/** Returns all migrations and whether they are applied. */
export function migrationStatus({ db }: Migratable, options: MigrateOptions): Promise<MigrationStatus[]> {
  return translatingErrors(async () => {
    const entries = await entriesOf(db)
    return readMigrations(options.folder).map(({ name }) => ({
      name,
      applied: entries.get(name)?.appliedAt !== undefined,
    }))
  })
}

function migrating<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return translatingErrors(() => whileLocked(db, work))
}

async function translatingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error)
      ? new Unavailable('the MongoDB server does not respond', { cause: error })
      : error
  }
}

async function entriesOf(db: Db): Promise<ReadonlyMap<string, Entry>> {
  const entries = await db.collection<Entry>(MIGRATIONS).find().sort({ _id: 1 }).toArray()
  return new Map(entries.map((entry) => [entry._id, entry]))
}

async function run(
  db: Db,
  name: string,
  direction: Entry['direction'],
  commands: readonly Command[],
  from: number,
): Promise<void> {
  const entries = db.collection<Entry>(MIGRATIONS)
  for (const [index, command] of commands.entries()) {
    if (index < from) continue
    try {
      await runCommand(db, command)
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof Error)) throw error
      throw new MigrationError(`migration ${name} failed: ${error.message}`, { cause: error })
    }
    await entries.updateOne({ _id: name }, { $set: { direction, done: index + 1 } }, { upsert: true })
  }
}

/** Throws if a migration would lose data: if there are documents, or documents with a value in the field. */
async function refuseLosses(db: Db, { name, losses }: MigrationFile): Promise<void> {
  const refused: string[] = []
  for (const { collection, path, what } of losses) {
    const count = await db
      .collection(collection)
      .countDocuments(path === null ? {} : { [path]: { $ne: null } })
    const place = path === null ? collection : `${collection}.${path}`
    if (count > 0) refused.push(`${place} (${count} documents): ${what}`)
  }
  if (refused.length === 0) return
  throw new MigrationError(
    `migration ${name} would lose data and was not applied; to apply it, run "npm run migrate -- --allow-destructive":\n${refused.join('\n')}`,
  )
}

export interface CommandOptions {
  readonly settings: () => Settings
  readonly models: Models
}

/** Runs `npm run migrate`. */
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
