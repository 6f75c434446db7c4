import { randomUUID } from 'node:crypto'
import { type Collection, type Db, type Document, MongoServerError, ObjectId } from 'mongodb'
import { codecOf } from './codec.js'
import { converted, withItems } from './conversion.js'
import { type Index, indexOf } from './indexes.js'
import type { Command, Fill } from './migration-file.js'

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
