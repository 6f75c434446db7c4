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

/** What existing documents get: a value in JSON form, or one that is made for each. */
export type Fill =
  { readonly value: Json } | { readonly builtin: 'now' | 'today' | 'timestamp' | 'uuid' | 'object_id' }

/** What the items of lists are before and after; `pickle` is any JSON. */
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
      /** Of a decimal. */
      readonly precision: number | null
      readonly scale: number | null
      /** Of lists whose items change. */
      readonly items?: ItemTypes
    }
  | {
      readonly do: 'fill-field'
      readonly path: string
      readonly type: FieldType
      readonly itemType?: FieldType
      readonly fill: Fill
    }
  /** The key comes from one field, or is made, and goes to another, or is lost. */
  | { readonly do: 'change-key'; readonly from: string | null; readonly to: string | null }
  | { readonly do: 'create-index' | 'drop-index'; readonly path: string; readonly unique: boolean }
)

/** What a migration would lose, by the names that are there before it. */
export interface Loss {
  readonly collection: string
  /** Null where it is about the whole collection. */
  readonly path: string | null
  readonly what: string
}

/** A file of `migrations/`. */
export interface MigrationFile {
  /** `0001_initial` */
  readonly name: string
  readonly losses: readonly Loss[]
  readonly up: readonly Command[]
  readonly down: readonly Command[]
}

const ENDING = '.mongodb.json'

/** Reads the migrations in their order. A folder that is not there has none. */
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
/** After so long without a sign of life the holder counts as dead. */
const LEASE_MS = 15_000
const RENEWAL_MS = 3_000
const PAUSE_MS = 50

interface Lock {
  readonly _id: string
  readonly owner: string
  readonly until: Date
}

/** Does the work while no other process migrates this database. One that dies lets the lock go after some seconds. */
export async function whileLocked<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const locks = db.collection<Lock>(LOCKS)
  const owner = randomUUID()
  while (!(await take(locks, owner))) await sleep(PAUSE_MS)
  const renewal = setInterval(() => {
    // A renewal that fails is made up for by the next; the lease is several times as long.
    locks.updateOne({ _id: NAME, owner }, { $set: { until: leaseEnd() } }).catch(() => undefined)
  }, RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await locks.deleteOne({ _id: NAME, owner })
  }
}

/** Whether the lock is this owner's now. Where another holds it the upsert meets its key. */
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
/** Of a collection, of an index. */
const NOT_FOUND: ReadonlySet<unknown> = new Set([26, 27])

/**
 * Carries out one command of a migration. It may be done twice: the second time changes nothing.
 * @throws Error where documents stand in its way; MongoServerError
 */
export async function carryOut(db: Db, command: Command): Promise<void> {
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

/** The name that a server gives an index. */
function nameOf({ key }: Index): string {
  return Object.keys(key)
    .map((path) => `${path}_1`)
    .join('_')
}

async function requireValues(collection: Collection, path: string): Promise<void> {
  const lacking = await collection.countDocuments({ [path]: null })
  if (lacking > 0)
    throw new Error(
      `${lacking} documents of ${collection.collectionName} have no ${path}, which is required now; give them one first`,
    )
}

function changedValue(
  value: unknown,
  { from, to, items, ...room }: Extract<Command, { do: 'convert-field' }>,
): unknown {
  return items === undefined ? converted(value, from, to, room) : withItems(value, items)
}

/** Gives a field of each document that the test selects a new value; undefined takes it away. */
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

/** A key cannot be changed: documents are copied under new ones, and the copies take the place of the collection, with its indexes. */
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
    throw new Error(`the key ${JSON.stringify(document['_id'])} cannot become one of type ${to}`)
  return { ...document, _id: key }
}

function withOtherKey(document: Document, { from, to }: Extract<Command, { do: 'change-key' }>): Document {
  const { _id: former, ...values } = document
  const key: unknown = from === null ? new ObjectId() : values[from]
  if (key === undefined)
    throw new Error(`the document ${JSON.stringify(former)} has no ${from} to be its key`)
  if (from !== null) delete values[from]
  return { ...values, ...(to === null ? {} : { [to]: former }), _id: key }
}

/** What makes the value for each document. */
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
  /** Where the files are. */
  readonly folder: string
  /** Whether values may be lost. */
  readonly allowDestructive?: boolean | undefined
}

export interface MigrationStatus {
  readonly name: string
  readonly applied: boolean
}

/** A migration that cannot be applied or taken back. The message is for people. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** What is remembered of a migration: how many commands of a direction are done, and whether all are. */
interface Entry {
  readonly _id: string
  readonly direction: 'up' | 'down'
  readonly done: number
  readonly appliedAt?: Date
}

const MIGRATIONS = '_svc_migrations'

/**
 * Applies what is pending, under a lock, so that processes that start at once migrate once. The server has no transactions for this: a migration
 * that fails goes on, the next time, with the command that failed.
 * @returns the names of what was applied by this call
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
        throw new MigrationError(`migration ${file.name} is taken back in part; run "npm run migrate down"`)
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
 * Takes the last migration back; what it made is lost.
 * @returns its name, null where there is none
 * @throws MigrationError; Unavailable
 */
export function migrateDown({ db }: Migratable, options: MigrateOptions): Promise<string | null> {
  return migrating(db, async () => {
    const entry = [...(await entriesOf(db)).values()].at(-1)
    if (entry === undefined) return null
    const name = entry._id
    if (entry.appliedAt === undefined)
      throw new MigrationError(`migration ${name} is applied in part; run "npm run migrate up"`)
    const file = readMigrations(options.folder).find((each) => each.name === name)
    if (file === undefined) throw new MigrationError(`${name} is applied, but its file is not there`)
    await run(db, name, 'down', file.down, entry.direction === 'down' ? entry.done : 0)
    await db.collection<Entry>(MIGRATIONS).deleteOne({ _id: name })
    return name
  })
}

/** Which migrations there are, and which of them are applied. */
export function migrationStatus({ db }: Migratable, options: MigrateOptions): Promise<MigrationStatus[]> {
  return telling(async () => {
    const entries = await entriesOf(db)
    return readMigrations(options.folder).map(({ name }) => ({
      name,
      applied: entries.get(name)?.appliedAt !== undefined,
    }))
  })
}

function migrating<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return telling(() => whileLocked(db, work))
}

async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? new Unavailable('the database does not answer', { cause: error }) : error
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
      await carryOut(db, command)
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof Error)) throw error
      throw new MigrationError(`migration ${name}: ${error.message}`, { cause: error })
    }
    await entries.updateOne({ _id: name }, { $set: { direction, done: index + 1 } }, { upsert: true })
  }
}

/** Nothing is lost where there are no documents, or none with a value in the field. */
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
    `migration ${name} would lose data and is not applied; allow it by "npm run migrate -- --allow-destructive":\n${refused.join('\n')}`,
  )
}

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
