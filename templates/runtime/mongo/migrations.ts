import { type Collection, type Db, type Document, MongoServerError, ObjectId } from 'mongodb'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../json.js'
import {
  type AppliedMigration,
  compareMigrations,
  MigrationError,
  type MigrationStatus,
  type MigrationText,
  migrationsFolder,
  readTexts,
  rejectChanged,
  rejectLosses,
  rejectUnapplied,
  runMigrationCommand,
  type UpOptions,
} from '../migration-command.js'
import {
  type Duplicates,
  DUPLICATES_READ,
  type NeedKind,
  rejectRows,
  violationMessage,
} from '../migration-rows.js'
import type { Models } from '../model.js'
import type { Settings } from '../settings/settings.js'
import type { FieldType } from '../spec/field-types.js'
import { counted } from '../spec/wording.js'
import { Unavailable } from '../store.js'
import { type Index, codecOf, converted, groupIndex, indexOf, withItems, type ItemTypes } from './codec.js'
import { openDatabase } from './database.js'
import { DUPLICATE_KEY, isUnreachable } from './transaction.js'

/** The value for existing documents: a JSON value, or a value generated for each document. */
export type Fill =
  { readonly value: Json } | { readonly builtin: 'now' | 'today' | 'timestamp' | 'uuid' | 'object_id' }

/** A command in a migration. The path of a primary key is `_id`. */
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
      /** Precision and scale of a decimal; null for other types. */
      readonly precision: number | null
      readonly scale: number | null
      /** For a list whose items are converted: their types. */
      readonly items?: ItemTypes
    }
  | {
      readonly do: 'fill-field'
      readonly path: string
      readonly type: FieldType
      readonly itemType?: FieldType
      readonly fill: Fill
    }
  /**
   * Takes the new key from a field or, if `from` is null, generates it. Moves the old key to a field or, if `to` is
   * null, drops it.
   */
  | { readonly do: 'change-key'; readonly from: string | null; readonly to: string | null }
  | { readonly do: 'create-index' | 'drop-index'; readonly path: string; readonly unique: boolean }
  | {
      readonly do: 'create-group' | 'drop-group'
      readonly paths: readonly string[]
      readonly unique: boolean
    }
)

/** Data that commands might destroy. Names are the ones in use before the commands run. */
export interface Loss {
  readonly collection: string
  /** Null for the whole collection. */
  readonly path: string | null
  readonly what: string
}

/** What commands require of existing documents. Names are the ones in use before the commands run. */
export interface Need {
  readonly need: NeedKind
  readonly model: string
  readonly field: string
  readonly collection: string
  /** Null for a new field. */
  readonly path: string | null
  /** The field's conversion, if it might destroy values. */
  readonly convert?: Omit<Extract<Command, { do: 'convert-field' }>, 'do' | 'collection' | 'path' | 'items'>
}

/** The content of a migration file. */
export interface Content {
  readonly losses: readonly Loss[]
  readonly needs?: readonly Need[]
  readonly up: readonly Command[]
  readonly lossesDown?: readonly Loss[]
  readonly needsDown?: readonly Need[]
  readonly down: readonly Command[]
}

/** One direction of a migration. */
interface Direction {
  readonly commands: readonly Command[]
  readonly losses: readonly Loss[]
  readonly needs: readonly Need[]
}

function directionOf(text: string, direction: 'up' | 'down'): Direction {
  const content: Content = JSON.parse(text)
  return direction === 'up'
    ? { commands: content.up, losses: content.losses, needs: content.needs ?? [] }
    : { commands: content.down, losses: content.lossesDown ?? [], needs: content.needsDown ?? [] }
}

const ENDING = '.mongodb.json'

const LOCKS = '_svc_locks'
const NAME = 'migrations'
/** The time after which the lock expires if its owner does not renew it, in milliseconds. */
const LEASE_MS = 15_000
const RENEWAL_MS = 3_000
const PAUSE_MS = 50

interface Lock {
  readonly _id: string
  readonly owner: string
  readonly until: Date
}

/**
 * Runs work while holding a lock that keeps other processes from migrating this database. If the process dies, the lock
 * expires after 15 seconds.
 */
export async function whileLocked<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const locks = db.collection<Lock>(LOCKS)
  const owner = randomUUID()
  while (!(await acquire(locks, owner))) await sleep(PAUSE_MS)
  const renewal = setInterval(() => {
    // A failed renewal is harmless, because the lease is several times as long as the interval.
    locks.updateOne({ _id: NAME, owner }, { $set: { until: leaseEnd() } }).catch(() => undefined)
  }, RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await locks.deleteOne({ _id: NAME, owner })
  }
}

/**
 * Tries to acquire the lock, and returns whether it succeeded. If another process holds it, the upsert fails with a
 * duplicate key error.
 */
async function acquire(locks: Collection<Lock>, owner: string): Promise<boolean> {
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
/** The error codes for a missing collection and a missing index. */
const NOT_FOUND: ReadonlySet<unknown> = new Set([26, 27])

/**
 * Runs a command in a migration. Rerunning a command has no effect, except for `change-key`.
 * @throws Error if existing documents do not meet the command's requirements; MongoServerError
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
    case 'create-group': {
      const { key, options } = groupIndex(command)
      await collection.createIndex(key, options)
      return
    }
    case 'drop-group':
      return unless((code) => NOT_FOUND.has(code), collection.dropIndex(nameOf(groupIndex(command))))
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

function nameOf({ key }: Index): string {
  return Object.keys(key)
    .map((path) => `${path}_1`)
    .join('_')
}

async function requireValues(collection: Collection, path: string): Promise<void> {
  const lacking = await collection.countDocuments({ [path]: null })
  if (lacking > 0)
    throw new Error(
      `${counted(lacking, 'document')} in ${collection.collectionName} ${lacking === 1 ? 'has' : 'have'} no value for ${path}, which is now required; add values and run the migration again`,
    )
}

function changedValue(
  value: unknown,
  { from, to, items, ...room }: Extract<Command, { do: 'convert-field' }>,
): unknown {
  return items === undefined ? converted(value, from, to, room) : withItems(value, items)
}

/** Changes a field in all documents selected by the filter. If the new value is undefined, removes the field. */
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

/**
 * Changes the keys of all documents. MongoDB cannot change a document's key, so this function replaces the collection
 * with a new one that contains copies of the documents.
 */
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

/** Returns a function that returns the value to store in a document that has none. */
function filler({ fill, type, itemType }: Extract<Command, { do: 'fill-field' }>): () => unknown {
  const codec = codecOf({ type, ...(itemType === undefined ? {} : { itemType }) })
  if ('value' in fill) return () => codec.toBson(fill.value)
  return () => GENERATORS[fill.builtin]()
}

const GENERATORS: Readonly<Record<Extract<Fill, { builtin: string }>['builtin'], () => unknown>> = {
  now: () => new Date(),
  today: () => new Date(new Date().setUTCHours(0, 0, 0, 0)),
  timestamp: () => Math.floor(Date.now() / 1000),
  uuid: () => randomUUID(),
  object_id: () => new ObjectId(),
}

export interface Migratable {
  readonly db: Db
}

/**
 * The stored state of a migration: its direction, the number of commands completed, and whether the migration is
 * complete.
 */
interface Entry {
  readonly _id: string
  readonly direction: 'up' | 'down'
  readonly done: number
  readonly appliedAt?: Date
  readonly checksum?: string
  /** The text of the migration's file at the time it was applied. */
  readonly text?: string
}

const MIGRATIONS = '_svc_migrations'

/**
 * Applies pending migrations while holding a lock, so that processes starting at the same time apply each migration
 * only once. Migrations are not transactions: after a failure, the next run resumes with the failed command.
 * @returns the names of the migrations that this call applied
 * @throws MigrationError; Unavailable
 */
export function migrateUp({ db }: Migratable, options: UpOptions): Promise<string[]> {
  return migrating(db, () => applyAll(db, options, 'up'))
}

/**
 * Reverts the last applied migration, using the text that was stored when it was applied.
 * @returns its name, or null if none is applied
 * @throws MigrationError, for example if data might be destroyed; Unavailable
 */
export function migrateDown({ db }: Migratable, options: UpOptions): Promise<string | null> {
  return migrating(db, () => revertLast(db, options, 'down'))
}

/**
 * Reverts the newest migration and applies pending ones.
 * @throws MigrationError, for example if the newest migration is not applied; Unavailable
 */
export function migrateRedo(
  { db }: Migratable,
  options: UpOptions,
): Promise<{ readonly reverted: string | null; readonly applied: readonly string[] }> {
  return migrating(db, async () => {
    rejectUnapplied(readTexts(options.folder, ENDING), appliedOf(await entriesOf(db)))
    const reverted = await revertLast(db, options, 'redo')
    return { reverted, applied: await applyAll(db, options, 'redo') }
  })
}

/** Returns the state of all migrations, without changing anything. @throws Unavailable */
export function migrationStatus({ db }: Migratable, { folder }: UpOptions): Promise<MigrationStatus[]> {
  return translatingErrors(async () =>
    compareMigrations(readTexts(folder, ENDING), appliedOf(await entriesOf(db))),
  )
}

/** Returns the applied migrations. A partially applied migration counts as pending. */
function appliedOf(entries: ReadonlyMap<string, Entry>): AppliedMigration[] {
  return [...entries.values()]
    .filter(({ appliedAt }) => appliedAt !== undefined)
    .map(({ _id, checksum }) => ({ name: _id, checksum: checksum ?? null }))
}

async function applyAll(
  db: Db,
  { folder, allowDestructive = false, onApplied }: UpOptions,
  command: 'up' | 'redo',
): Promise<string[]> {
  const files = readTexts(folder, ENDING)
  const entries = await entriesOf(db)
  await adopt(db, files, entries)
  rejectChanged(files, appliedOf(entries))
  const done: string[] = []
  for (const { name, text, checksum } of files) {
    const entry = entries.get(name)
    if (entry?.direction === 'down')
      throw new MigrationError(`migration ${name} is partially reverted; run "npm run migrate -- down"`)
    if (entry?.appliedAt !== undefined) continue
    if (entry?.checksum !== undefined && entry.checksum !== checksum)
      throw new MigrationError(
        `migration ${name} is partially applied, and its file has changed since; restore it from version control and migrate again`,
      )
    const up = directionOf(text, 'up')
    if (entry === undefined && !allowDestructive) await checkLosses(db, name, up, command)
    if (entry === undefined) await checkNeeds(db, name, up, 'up')
    await run(db, { name, text, checksum }, 'up', entry?.done ?? 0)
    await db
      .collection<Entry>(MIGRATIONS)
      .updateOne(
        { _id: name },
        { $set: { direction: 'up', done: up.commands.length, appliedAt: new Date(), checksum, text } },
        { upsert: true },
      )
    done.push(name)
    onApplied?.(name)
  }
  return done
}

async function revertLast(
  db: Db,
  { folder, allowDestructive = false }: UpOptions,
  command: 'down' | 'redo',
): Promise<string | null> {
  const entry = [...(await entriesOf(db)).values()].at(-1)
  if (entry === undefined) return null
  const name = entry._id
  if (entry.appliedAt === undefined)
    throw new MigrationError(`migration ${name} is partially applied; run "npm run migrate"`)
  const file = readTexts(folder, ENDING).find((each) => each.name === name)
  const text = entry.text ?? file?.text
  const checksum = entry.checksum ?? file?.checksum
  if (text === undefined || checksum === undefined)
    throw new MigrationError(`migration ${name} is applied, but its file is missing`)
  const down = directionOf(text, 'down')
  const isFresh = entry.direction === 'up'
  if (isFresh && !allowDestructive) await checkLosses(db, name, down, command)
  if (isFresh) await checkNeeds(db, name, down, 'down')
  await run(db, { name, text, checksum }, 'down', isFresh ? 0 : entry.done)
  await db.collection<Entry>(MIGRATIONS).deleteOne({ _id: name })
  return name
}

/** Stores the checksum and text of each migration that was applied without a checksum. */
async function adopt(
  db: Db,
  files: readonly MigrationText[],
  entries: ReadonlyMap<string, Entry>,
): Promise<void> {
  for (const { name, text, checksum } of files) {
    const entry = entries.get(name)
    if (entry?.appliedAt === undefined || entry.checksum !== undefined) continue
    await db.collection<Entry>(MIGRATIONS).updateOne({ _id: name }, { $set: { checksum, text } })
  }
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
  { name, text, checksum }: MigrationText,
  direction: Entry['direction'],
  from: number,
): Promise<void> {
  const entries = db.collection<Entry>(MIGRATIONS)
  for (const [index, command] of directionOf(text, direction).commands.entries()) {
    if (index < from) continue
    try {
      await runCommand(db, command)
    } catch (error) {
      if (isUnreachable(error) || !(error instanceof Error)) throw error
      const hint =
        error instanceof MongoServerError && error.code === DUPLICATE_KEY
          ? `.\n${violationMessage(await duplicatesFor(db, command))}`
          : ''
      throw new MigrationError(`migration ${name} failed: ${error.message}${hint}`, { cause: error })
    }
    const state = { direction, done: index + 1, checksum, text }
    await entries.updateOne({ _id: name }, { $set: state }, { upsert: true })
  }
}

/** Returns the duplicate values that prevent a command from creating a unique index, or none for other commands. */
async function duplicatesFor(db: Db, command: Command): Promise<Duplicates[]> {
  if (command.do !== 'create-index' && command.do !== 'create-group') return []
  const paths = 'path' in command ? [command.path] : command.paths
  const values = Object.fromEntries(paths.map((path, index) => [`v${index}`, `$${path}`]))
  const found = await db
    .collection(command.collection)
    .aggregate<{ readonly _id: Document; readonly rows: number }>([
      { $match: Object.fromEntries(paths.map((path) => [path, { $exists: true }])) },
      { $group: { _id: values, rows: { $sum: 1 } } },
      { $match: { rows: { $gt: 1 } } },
      { $sort: { _id: 1 } },
      { $limit: DUPLICATES_READ },
    ])
    .toArray()
  return [
    {
      table: command.collection,
      columns: paths,
      found: found.map(({ _id, rows }) => ({ values: Object.values(_id), rows })),
    },
  ]
}

/**
 * Throws if commands might lose data, that is, if the collection has documents, or documents with a value in the
 * field.
 */
async function checkLosses(
  db: Db,
  name: string,
  { losses }: Direction,
  command: 'up' | 'down' | 'redo',
): Promise<void> {
  const lost = []
  for (const { collection, path, what } of losses) {
    const rows = await db
      .collection(collection)
      .countDocuments(path === null ? {} : { [path]: { $ne: null } })
    lost.push({ table: collection, column: path, rows, what })
  }
  rejectLosses(name, lost, command)
}

async function checkNeeds(
  db: Db,
  name: string,
  { needs }: Direction,
  direction: 'up' | 'down',
): Promise<void> {
  const rows = []
  for (const need of needs)
    rows.push({ need: need.need, field: `${need.model}.${need.field}`, rows: await countWithout(db, need) })
  rejectRows(name, rows, direction)
}

/** Counts the documents that have no value, or whose value would be lost in a conversion. */
async function countWithout(db: Db, { collection, path, convert }: Need): Promise<number> {
  const documents = db.collection(collection)
  if (path === null) return documents.countDocuments()
  const count = await documents.countDocuments({ [path]: null })
  if (convert === undefined) return count
  const { from, to, ...room } = convert
  const found = documents.find({ [path]: { $ne: null } }, { projection: { [path]: 1 }, promoteLongs: false })
  let lost = 0
  for await (const { [path]: value } of found) if (converted(value, from, to, room) === undefined) lost += 1
  return count + lost
}

export interface CommandOptions {
  readonly settings: () => Settings
  readonly models: Models
}

/** Runs `npm run migrate`. */
export function runMigrations(words: readonly string[], { settings, models }: CommandOptions): Promise<void> {
  return runMigrationCommand(words, async () => {
    const given = settings()
    const database = await openDatabase({ url: given.mongodb.url }, models)
    return {
      folder: migrationsFolder(given),
      up: (options) => migrateUp(database, options),
      down: (options) => migrateDown(database, options),
      redo: (options) => migrateRedo(database, options),
      status: (options) => migrationStatus(database, options),
      close: () => database.close(),
    }
  })
}
